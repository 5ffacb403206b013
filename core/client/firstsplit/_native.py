"""The native library by ctypes: fingerprints of CPU tensors by address, for every torch version alike."""

import ctypes
import os

_VERSION = 1


class Native:
    """`fingerprints(tensors)` for dense, contiguous CPU tensors; about a microsecond a tensor besides reading its bytes."""

    def __init__(self, path):
        library = ctypes.CDLL(path)
        if library.firstsplit_client_version() != _VERSION:
            raise OSError("%s is of another version of FirstSplit than the Python package" % path)
        self._many = library.firstsplit_fingerprint_many
        self._many.restype = None
        self._many.argtypes = [ctypes.c_size_t] + [ctypes.c_void_p] * 6
        self._xxh3 = library.firstsplit_xxh3
        self._xxh3.restype = ctypes.c_uint64
        self._xxh3.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self._plans = {}

    def xxh3(self, data):
        return self._xxh3(data, len(data))

    def of_buffers(self, layout, addresses):
        """Fingerprints [(lane 0, lane 1)] of contiguous memory. layout: a tuple of (type number, shape, bytes)."""
        plan = self._plans.get(layout)
        if plan is None:
            plan = self._plans[layout] = _Plan(layout)
            if len(self._plans) > 256:  # layouts of batches may change at every step
                self._plans = {layout: plan}
        return plan.run(self._many, addresses)


class _Plan:
    """The arrays of one call, made once for tensors whose types and shapes stay."""

    def __init__(self, layout):
        count = len(layout)
        self._count = count
        self._types = (ctypes.c_int8 * count)(*(entry[0] for entry in layout))
        self._dimensions = (ctypes.c_uint32 * count)(*(len(entry[1]) for entry in layout))
        sizes = [size for entry in layout for size in entry[1]]
        self._shapes = (ctypes.c_int64 * max(1, len(sizes)))(*sizes)
        self._bytes = (ctypes.c_uint64 * count)(*(entry[2] for entry in layout))
        self._addresses = (ctypes.c_void_p * count)()
        self._out = (ctypes.c_uint64 * (2 * count))()

    def run(self, function, addresses):
        self._addresses[:] = addresses
        function(
            self._count, self._types, self._dimensions, self._shapes, self._bytes, self._addresses, self._out
        )
        flat = self._out[:]
        return list(zip(flat[0::2], flat[1::2]))


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
