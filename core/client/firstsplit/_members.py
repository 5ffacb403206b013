"""Names of what is recorded, and their numbers, in order of appearance."""

from . import _fs128
from ._dense import local_dense
from ._fingerprints import packed

# In the journal's numbering (core/base/kind.h).
RANDOM_STATE, BATCH, LOSS, BUFFER, GRADIENT, OPTIMIZER, WEIGHT = range(7)
_MOST_LISTS = 1024


class Members:
    """Of one kind."""

    def __init__(self, kind, fresh):
        """fresh: a list that new members are added to."""
        self.kind = kind
        self._fresh = fresh
        self._numbers = {}
        self._all = []  # their numbers
        self._lists = {}  # names -> their numbers: most steps have the names of the step before

    def __len__(self):
        return len(self._numbers)

    def numbers(self, names, tensors, step):
        """names: a tuple; tensors: one each or None, for shape and type of those that are new; or None."""
        numbers = self._lists.get(names)
        if numbers is None:
            tensors = tensors or [None] * len(names)
            numbers = [self._number(name, tensor, step) for name, tensor in zip(names, tensors)]
            if len(self._lists) >= _MOST_LISTS:
                self._lists = {}
            self._lists[names] = numbers
        return numbers

    def _number(self, name, tensor, step):
        local = None if tensor is None or name in self._numbers else local_dense(tensor)
        return self.number(name, step) if local is None else self.number(name, step, local.shape, local.dtype)

    def number(self, name, step, shape=(), dtype=None):
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._numbers)
            self._all.append(number)
            type_name = _fs128.type_name(dtype)
            self._fresh.append(
                {"kind": self.kind, "number": number, "name": name, "shape": list(shape), "dtype": type_name, "since": step}
            )
        return number

    def row(self, parts, width):
        """The fingerprints of the first `width` members as bytes, from [(numbers, fingerprints)]."""
        numbers, fingerprints = parts[0]
        if fingerprints.__class__ is bytes and len(numbers) == width and numbers == self._all and len(parts) == 1:
            return fingerprints
        row = bytearray(16 * width)
        for numbers, fingerprints in parts:
            values = packed(fingerprints)
            for at, number in enumerate(numbers):
                row[16 * number : 16 * number + 16] = values[16 * at : 16 * at + 16]
        return bytes(row)
