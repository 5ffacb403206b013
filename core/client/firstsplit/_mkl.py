"""oneMKL's first calls and its code path, as the settings mkl.warm_up and mkl.cbwr know them."""

import ctypes
import os

import torch

# What ATen hands to oneMKL's vector functions (ATen/cpu/vml.h).
_VECTOR_FUNCTIONS = "acos asin atan cos erf erfc erfinv exp log log10 log2 sin sqrt tan tanh trunc"
_PATHS = {1: "unset", 2: "AUTO", 3: "COMPATIBLE", 4: "SSE2", 6: "SSSE3", 7: "SSE4_1", 8: "SSE4_2", 9: "AVX"}
_PATHS.update({10: "AVX2", 11: "AVX512_MIC", 12: "AVX512", 13: "AVX512_MIC_E1", 14: "AVX512_E1"})
_is_warm = False


def warm_up(value):
    """oneMKL picks a function's kernel at its first call, and threads that make it together can get different ones
    (https://github.com/pytorch/pytorch/issues/188792). So one thread makes it, with one element."""
    global _is_warm
    if value != "on" or not torch.backends.mkl.is_available():
        return
    with torch.no_grad():
        for dtype in (torch.float32, torch.float64):
            half = torch.full((1,), 0.5, dtype=dtype, device="cpu")
            for name in _VECTOR_FUNCTIONS.split():
                getattr(torch, name)(half)
            matrix = torch.full((4, 4), 0.5, dtype=dtype, device="cpu")
            torch.mm(matrix, matrix)
    _is_warm = True


def is_warm():
    return "on" if _is_warm else "off"


def path():
    """By mkl_cbwr_get (mkl_service.h): a path that this CPU cannot take reads back as AUTO."""
    library = ctypes.CDLL(os.path.join(os.path.dirname(torch.__file__), "lib", "libtorch_cpu.so"))
    found = library.mkl_serv_cbwr_get(-1)
    return _PATHS.get(found & 0xFFFF, str(found & 0xFFFF)) + (",STRICT" if found & 0x10000 else "")
