"""The native library by ctypes: fingerprints of CPU tensors by address, for every torch version alike."""

import ctypes
import os

_VERSION = 3
_MOST_PLANS = 256  # layouts of batches may change at every step


class Native:
    def __init__(self, path):
        library = ctypes.CDLL(path)
        if library.firstsplit_client_version() != _VERSION:
            raise OSError("%s is of another version of FirstSplit than the Python package" % path)
        self._many = library.firstsplit_fingerprint_many
        self._many.restype = None
        self._many.argtypes = [ctypes.c_void_p]
        self._xxh3 = library.firstsplit_xxh3
        self._xxh3.restype = ctypes.c_uint64
        self._xxh3.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self.encode_step = library.firstsplit_encode_step
        self.encode_step.restype = ctypes.c_size_t
        self.encode_step.argtypes = [ctypes.c_char_p] * 5 + [ctypes.c_void_p]
        self._plans = {}

    def xxh3(self, data):
        return self._xxh3(data, len(data))

    def plan(self, entries):
        """entries: for each tensor (type number, shape, bytes)."""
        key = tuple(entries)
        plan = self._plans.get(key)
        if plan is None:
            if len(self._plans) >= _MOST_PLANS:
                self._plans = {}
            plan = self._plans[key] = Plan(self._many, entries)
        return plan


class Plan:
    """The arrays of one call, made once for tensors whose types and shapes stay."""

    def __init__(self, function, entries):
        count = len(entries)
        sizes = [size for entry in entries for size in entry[1]]
        types = (ctypes.c_int8 * count)(*(entry[0] for entry in entries))
        dimensions = (ctypes.c_uint32 * count)(*(len(entry[1]) for entry in entries))
        shapes = (ctypes.c_int64 * max(1, len(sizes)))(*sizes)
        byte_counts = (ctypes.c_uint64 * count)(*(entry[2] for entry in entries))
        self._addresses = (ctypes.c_void_p * count)()
        self._objects = (ctypes.c_char_p * count).from_buffer(self._addresses)  # the same, set from bytes objects
        self._out = ctypes.create_string_buffer(16 * count)
        self._arrays = (types, dimensions, shapes, byte_counts, self._addresses, self._out)  # kept for their addresses
        self._tensors = (ctypes.c_uint64 * 7)(count, *map(ctypes.addressof, self._arrays))  # FirstsplitTensors in client.h
        self._argument = ctypes.addressof(self._tensors)
        self._function = function

    def fingerprints(self, addresses):
        """Of contiguous memory there: two u64 each, as bytes."""
        self._addresses[:] = addresses
        self._function(self._argument)
        return self._out.raw

    def fingerprints_of_bytes(self, objects):
        """Of bytes objects, which the caller keeps alive."""
        self._objects[:] = objects
        self._function(self._argument)
        return self._out.raw


def load():
    """The library beside the package or named by FIRSTSPLIT_CLIENT_LIBRARY; None and the reason when there is none."""
    candidates = [os.environ.get("FIRSTSPLIT_CLIENT_LIBRARY")]
    candidates.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libfirstsplit_client.so"))
    reason = "no libfirstsplit_client.so beside the package"
    for path in candidates:
        if not path or not os.path.exists(path):
            continue
        try:
            return Native(path), None
        except (OSError, AttributeError) as error:
            reason = str(error)
    return None, reason
