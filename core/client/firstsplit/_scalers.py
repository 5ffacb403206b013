"""Gradient scalers: by what a loss was multiplied, and the state that a checkpoint has to restore."""

import weakref

import torch


class Scalers:
    def __init__(self):
        self._scaled = {}  # id(output) -> (weak reference, scale)
        self.used = {}  # id(scaler) -> weak reference, since the step before
        self._numbers = {}  # id(scaler) -> (weak reference, name)
        self._count = 0  # of scalers so far

    def scaled(self, scaler, output, scale):
        self._scaled = {k: v for k, v in self._scaled.items() if v[0]() is not None}
        self._scaled[id(output)] = (weakref.ref(output), scale)
        self.used[id(scaler)] = weakref.ref(scaler)

    def scale_of(self, root):
        """None when it was not scaled."""
        entry = self._scaled.get(id(root))
        return entry[1] if entry is not None and entry[0]() is root else None

    def take_state(self):
        """(names, tensors) of the scalers that scaled something in the step that ends."""
        names, values = (), []
        for key, reference in self.used.items():
            scaler = reference()
            if scaler is None:
                continue
            for part in ("scale", "growth_tracker"):
                value = getattr(scaler, "_" + part, None)
                if value is not None:
                    names += ("%s.%s" % (self._name(key, reference), part),)
                    values.append(value if isinstance(value, torch.Tensor) else torch.tensor(value, device="cpu"))
        self.used = {}
        return names, values

    def _name(self, key, reference):
        known = self._numbers.get(key)
        if known is None or known[0]() is not reference():
            self._count += 1
            number = self._count
            known = self._numbers[key] = (reference, "GradScaler" if number == 1 else "GradScaler#%d" % number)
        return known[1]
