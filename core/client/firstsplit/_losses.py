"""A loss: its value as the training's own type has it, and its fingerprint."""

import torch

from . import _fs128
from ._fingerprints import with_copy_of


class Loss:
    """Holds no reference to the script's tensor. On a device its copy is read later, without a wait in the step."""

    def __init__(self, value, divisor=None):
        """divisor: a loss scale, or None."""
        self._later = None
        if divisor is None and value.is_cpu and value.dtype in _fs128.TYPE_NUMBERS:
            self._take(value)
        else:
            self._later = (value.detach().clone(), divisor)

    def _take(self, value):
        self._fingerprint, data = with_copy_of(value, "loss")
        self._entry = (_fs128.TYPE_NUMBERS[value.dtype], int.from_bytes(data or b"", "little"))  # or else it cannot be read

    def read(self):
        """(dtype number, bits) and the fingerprint; waits for the device."""
        if self._later is not None:
            (value, divisor), self._later = self._later, None
            value = value.cpu()
            if divisor is not None:
                value = value / (divisor.cpu() if isinstance(divisor, torch.Tensor) else divisor)
            self._take(value)
        return self._entry, self._fingerprint
