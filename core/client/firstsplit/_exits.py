"""Ends of a process that skip Python's own: os._exit() and the functions that replace the process by another program."""

import functools
import os


def before_hard_exits(finish):
    """Calls finish(reason) first in each of them; it must never raise."""
    _wrap("_exit", finish, lambda code=0, *_: "finished" if code == 0 else "os._exit(%s) was called" % (code,))
    for name in ("execv", "execve"):  # the other ones call these two
        _wrap(name, finish, lambda program="", *_: "the process replaced itself by %s" % (program,))


def _wrap(name, finish, reason_of):
    original = getattr(os, name, None)
    if original is None:
        return

    @functools.wraps(original)
    def wrapper(*args, **kwargs):
        if name == "_exit" or (args and os.access(args[0], os.X_OK)):  # execvp() tries each folder of PATH
            finish(reason_of(*args))
        return original(*args, **kwargs)

    setattr(os, name, wrapper)
