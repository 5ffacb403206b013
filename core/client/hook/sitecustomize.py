"""Python imports this at its start when the recorder has put this folder on PYTHONPATH, or runs it from the file that
`firstsplit install-hook` has put into an environment.

It waits for `import torch` and then installs the observer; without FIRSTSPLIT_RUN it does nothing. A sitecustomize of the
user's own is run as if ours were not there. Nothing is imported here that a bare interpreter has not already imported.
"""

import os
import sys

try:  # there already, where importlib.machinery would have to be read
    from _frozen_importlib import module_from_spec
    from _frozen_importlib_external import PathFinder
except ImportError:
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def _run_the_users_own():
    ours = sys.modules.get("sitecustomize")
    path = [entry for entry in sys.path if os.path.abspath(entry or ".") != _FOLDER]
    spec = PathFinder.find_spec("sitecustomize", path)
    if spec is None or spec.loader is None:
        return
    module = module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        if ours is not None:
            sys.modules["sitecustomize"] = ours
        raise


class _TorchWaiter:
    """First among the finders until torch has been imported whole; then it removes itself."""

    is_firstsplits = True
    is_asking = False

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "torch" or _TorchWaiter.is_asking:
            return None
        spec = None
        _TorchWaiter.is_asking = True  # a waiter of somebody else's may ask us in its turn
        try:
            for finder in list(sys.meta_path):
                if finder is not _TorchWaiter and hasattr(finder, "find_spec"):
                    spec = finder.find_spec(name, path, target)
                    if spec is not None:
                        break
        finally:
            _TorchWaiter.is_asking = False
        if spec is None or spec.loader is None:
            return spec
        original = spec.loader.exec_module

        def exec_module(module):
            original(module)
            try:
                sys.meta_path.remove(_TorchWaiter)
            except ValueError:
                pass
            _install()

        spec.loader.exec_module = exec_module
        return spec


def _say(text):
    try:
        sys.stderr.write("firstsplit: this training is not recorded: " + text)
    except Exception:
        pass  # the script was started without a standard error


def _is_too_old():
    version = getattr(sys.modules.get("torch"), "__version__", "0")
    numbers = [int(part) if part.isdigit() else 0 for part in str(version).split(".")[:2]]
    if numbers >= [2, 4]:
        return False
    _say("it has torch %s, and 2.4 or newer is needed\n" % version)
    return True


def _install():
    if _is_too_old():
        return
    dont_write = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # the folder may be read-only, or belong to somebody else
    try:
        # Loaded by its place, not by a public name: an installed copy of another version must not take part.
        package = os.path.join(os.path.dirname(_FOLDER), "firstsplit")
        from importlib.util import spec_from_file_location

        spec = spec_from_file_location(
            "_firstsplit_client", os.path.join(package, "__init__.py"), submodule_search_locations=[package]
        )
        module = module_from_spec(spec)
        sys.modules["_firstsplit_client"] = module
        sys.modules.setdefault("firstsplit", module)  # for scripts that use it explicitly
        spec.loader.exec_module(module)
        from _firstsplit_client._client import install_from_environment

        install_from_environment()
    except Exception:
        import traceback

        _say(traceback.format_exc(limit=-3))
    finally:
        sys.dont_write_bytecode = dont_write


_waits = any(getattr(finder, "is_firstsplits", False) for finder in sys.meta_path)
if os.environ.get("FIRSTSPLIT_RUN") and not _waits and "_firstsplit_client" not in sys.modules:
    if "torch" in sys.modules:
        _install()
    else:
        sys.meta_path.insert(0, _TorchWaiter)

if __name__ == "sitecustomize":
    _run_the_users_own()
