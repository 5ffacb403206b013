"""Where Python's and NumPy's global generators keep their state, so that reading it costs a copy of 2.5 kB and not a number
object for each of its words.

Nothing is taken for granted: the places are found, and tried, on generators of our own, and the first state read must be what
the library itself says. Where that fails the library is asked every time; the bytes are the same.
"""

import ctypes
import random
import struct

_WORDS = 624  # of the Mersenne Twister, both
_KEY_BYTES = 4 * _WORDS


def python_state():
    """Bytes that stand for the state of the module `random`."""
    version, words, gauss = random.getstate()
    return struct.pack("<%dI" % len(words), *words) + repr((version, gauss)).encode()


def numpy_state(numpy_random):
    """Bytes that stand for the state of `numpy.random`."""
    state = numpy_random.get_state(legacy=False)
    inner = state["state"]
    key = inner.get("key")
    words = key.tobytes() if key is not None else repr(sorted(inner.items())).encode()
    return words + _numpy_rest(state.get("bit_generator"), inner.get("pos"), state.get("has_gauss"), state.get("gauss"))


def _numpy_rest(name, position, has_gauss, gauss):
    return repr((name, position, has_gauss, gauss)).encode()


class _Python:
    def __init__(self):
        self._generator = random._inst
        if random.Random.__basicsize__ < object.__basicsize__ + 4 + _KEY_BYTES:
            raise ValueError("an unknown layout")
        # After the object's head: the position, then the words.
        self._memory = (ctypes.c_char * (4 + _KEY_BYTES)).from_address(id(self._generator) + object.__basicsize__)
        self._last = (None, None, b"")

    def read(self):
        memory, gauss = self._memory.raw, self._generator.gauss_next
        if gauss is not self._last[1] or memory != self._last[0]:
            rest = repr((self._generator.VERSION, gauss)).encode()
            self._last = (memory, gauss, b"".join((memory[4:], memory[:4], rest)))
        return self._last[2]


class _Numpy:
    def __init__(self, numpy_random):
        self._legacy = numpy_random.mtrand._rand
        self._bits = self._legacy._bit_generator
        self._name = type(self._bits).__name__
        self._memory = (ctypes.c_char * (_KEY_BYTES + 4)).from_address(self._bits.ctypes.state_address)
        offset = self._find_gauss(numpy_random.RandomState)
        self._gauss = (ctypes.c_char * 16).from_address(id(self._legacy) + offset - 8)
        self._last = (None, None, b"")

    @staticmethod
    def _find_gauss(kind):
        """Offset in a RandomState of the double that normal() keeps for its next call; an int that says so is before it."""
        own, mark = kind(0), struct.pack("<d", -1.2345678901234567e-89)
        offsets = set()
        for has_gauss in (1, 0):
            state = own.get_state(legacy=False)
            state.update(has_gauss=has_gauss, gauss=struct.unpack("<d", mark)[0])
            own.set_state(state)
            memory = ctypes.string_at(id(own), kind.__basicsize__)
            offset = memory.find(mark)
            if offset < 8 or memory.count(mark) != 1 or memory[offset - 8 : offset - 4] != struct.pack("<i", has_gauss):
                raise ValueError("an unknown layout")
            offsets.add(offset)
        if len(offsets) != 1:
            raise ValueError("an unknown layout")
        return offsets.pop()

    def read(self):
        if self._legacy._bit_generator is not self._bits:
            raise ValueError("another generator was put in")
        memory, gauss = self._memory.raw, self._gauss.raw
        if memory != self._last[0] or gauss != self._last[1]:
            position = int.from_bytes(memory[_KEY_BYTES:], "little", signed=True)
            rest = _numpy_rest(self._name, position, *struct.unpack("<i4xd", gauss))
            self._last = (memory, gauss, memory[:_KEY_BYTES] + rest)
        return self._last[2]


class _Reader:
    """read() as quick as it can be."""

    def __init__(self, make, ask):
        """make(): what reads memory; ask(): the library's own answer."""
        self._ask = ask
        try:
            self.read = self._read_memory
            self._memory = make()
            if self._memory.read() != ask():
                self.read = ask
        except Exception:
            self.read = ask

    def _read_memory(self):
        try:
            return self._memory.read()
        except Exception:
            self.read = self._ask
            return self._ask()


def python_reader():
    return _Reader(_Python, python_state)


def numpy_reader(numpy_random):
    return _Reader(lambda: _Numpy(numpy_random), lambda: numpy_state(numpy_random))
