"""Calls a function once a module has been imported whole."""

import sys


class _Waiter:
    def __init__(self, name, function):
        self._name, self._function = name, function

    def find_spec(self, name, path=None, target=None):
        if name != self._name:
            return None
        spec = None
        for finder in sys.meta_path:
            if finder is not self and hasattr(finder, "find_spec"):
                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    break
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
