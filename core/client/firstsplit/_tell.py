"""A sentence on standard error, which the recorder keeps as last words; a script may have closed it."""

import sys


def tell(text):
    try:
        sys.stderr.write("firstsplit: %s\n" % text)
        sys.stderr.flush()
    except Exception:
        pass
