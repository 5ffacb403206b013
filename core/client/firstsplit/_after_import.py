"""Calls a function once a module has been imported whole."""

import sys


class _Waiter:
    def __init__(self, name, function):
        self._name, self._function = name, function
        self._is_asking = False

    def find_spec(self, name, path=None, target=None):
        if name != self._name or self._is_asking:
            return None
        spec = None
        self._is_asking = True  # another one that waits for the same module asks us in its turn
        try:
            for finder in list(sys.meta_path):
                if finder is not self and hasattr(finder, "find_spec"):
                    spec = finder.find_spec(name, path, target)
                    if spec is not None:
                        break
        finally:
            self._is_asking = False
        if spec is None or spec.loader is None:
            return spec
        original = spec.loader.exec_module

        def exec_module(module):
            original(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            self._function(module)

        spec.loader.exec_module = exec_module
        return spec


def after_import(name, function):
    if name in sys.modules:
        function(sys.modules[name])
    else:
        sys.meta_path.insert(0, _Waiter(name, function))
