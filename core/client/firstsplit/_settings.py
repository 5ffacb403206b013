"""Applies the run-time settings that were asked for, after `import torch` and before the script's own code, and reads back
what is in force. Keys and values are those of the settings table (`firstsplit settings`)."""

import ctypes
import os
import random
import sys

import torch

from ._entropy import fix_entropy

_ON_OFF = {"on": True, "off": False}


def _apply_deterministic(value):
    if value == "off":
        torch.use_deterministic_algorithms(False)
    else:
        torch.use_deterministic_algorithms(True, warn_only=value == "warn")


def _read_deterministic():
    if not torch.are_deterministic_algorithms_enabled():
        return "off"
    return "warn" if torch.is_deterministic_algorithms_warn_only_enabled() else "error"


def _apply_threads(value):
    if value != "inherit":
        torch.set_num_threads(int(value))


def _apply_seed(value):
    """Every generator that a script can draw from; what the script seeds later itself stays its own."""
    if value == "unset":
        return
    seed = int(value)
    torch.manual_seed(seed)
    random.seed(seed)
    _seed_numpy_when_imported(seed % (1 << 32))


def _seed_numpy_when_imported(seed):
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed(seed)
        return
    from ._after_import import after_import

    after_import("numpy.random", lambda module: module.seed(seed))


def _flag(owner, name):
    def apply(value):
        setattr(owner(), name, _ON_OFF[value])

    def read():
        return "on" if getattr(owner(), name) else "off"

    return apply, read


def _switch(setter, getter):
    """SDPA kernels: functions of torch.backends.cuda."""

    def apply(value):
        getattr(torch.backends.cuda, setter)(_ON_OFF[value])

    def read():
        return "on" if getattr(torch.backends.cuda, getter)() else "off"

    return apply, read


_VECTOR_FUNCTIONS = "acos asin atan cos erf erfc erfinv exp log log10 log2 sin sqrt tan tanh trunc"
_mkl_is_warm = False


def _warm_up_mkl(value):
    """oneMKL picks a function's kernel at its first call, and threads that make it together can get different ones."""
    global _mkl_is_warm
    if value != "on" or not torch.backends.mkl.is_available():
        return
    with torch.no_grad():
        for dtype in (torch.float32, torch.float64):
            half = torch.full((1,), 0.5, dtype=dtype, device="cpu")
            for name in _VECTOR_FUNCTIONS.split():
                getattr(torch, name)(half)
            matrix = torch.full((4, 4), 0.5, dtype=dtype, device="cpu")
            torch.mm(matrix, matrix)
    _mkl_is_warm = True


_MKL_PATHS = {1: "unset", 2: "AUTO", 3: "COMPATIBLE", 4: "SSE2", 6: "SSSE3", 7: "SSE4_1", 8: "SSE4_2", 9: "AVX"}
_MKL_PATHS.update({10: "AVX2", 11: "AVX512_MIC", 12: "AVX512", 13: "AVX512_MIC_E1", 14: "AVX512_E1"})


def _mkl_path():
    """As oneMKL tells it (mkl_service.h, mkl_cbwr_get): a path that this CPU cannot take reads back as AUTO."""
    library = ctypes.CDLL(os.path.join(os.path.dirname(torch.__file__), "lib", "libtorch_cpu.so"))
    path = library.mkl_serv_cbwr_get(-1)
    return _MKL_PATHS.get(path & 0xFFFF, str(path & 0xFFFF)) + (",STRICT" if path & 0x10000 else "")


def _cudnn():
    return torch.backends.cudnn


def _apply_benchmark_limit(value):
    torch.backends.cudnn.benchmark_limit = int(value)


# key -> (apply, read back); environment variables are set by the launcher and read back from the environment.
APPLIERS = {
    "deterministic": (_apply_deterministic, _read_deterministic),
    "fill_uninitialized": _flag(lambda: torch.utils.deterministic, "fill_uninitialized_memory"),
    "cudnn.enabled": _flag(_cudnn, "enabled"),
    "cudnn.benchmark": _flag(_cudnn, "benchmark"),
    "cudnn.deterministic": _flag(_cudnn, "deterministic"),
    "cudnn.benchmark_limit": (_apply_benchmark_limit, lambda: str(torch.backends.cudnn.benchmark_limit)),
    "onednn.enabled": _flag(lambda: torch.backends.mkldnn, "enabled"),
    "mkl.cbwr": (None, _mkl_path),
    "mkl.warm_up": (_warm_up_mkl, lambda: "on" if _mkl_is_warm else "off"),
    "threads": (_apply_threads, lambda: str(torch.get_num_threads())),
    "attention.flash": _switch("enable_flash_sdp", "flash_sdp_enabled"),
    "attention.efficient": _switch("enable_mem_efficient_sdp", "mem_efficient_sdp_enabled"),
    "attention.math": _switch("enable_math_sdp", "math_sdp_enabled"),
    "attention.cudnn": _switch("enable_cudnn_sdp", "cudnn_sdp_enabled"),
    "seed": (_apply_seed, None),
    "seed.entropy": (None, None),
}


def apply(requested):
    """Applies what was asked for; returns [sentence] for each setting that a script cannot be given from outside."""
    faults = []
    if requested.get("seed.entropy") == "fixed":
        fix_entropy(int(requested.get("seed", "0")) if requested.get("seed", "0").isdigit() else 0)
    for key, value in requested.items():
        setter = APPLIERS.get(key, (None, None))[0]
        if setter is None:
            continue
        try:
            setter(value)
        except Exception as error:
            faults.append("%s=%s could not be applied: %s" % (key, value, error))
    return faults


def in_force():
    """{key: value} as torch reports it now."""
    values = {}
    for key, (_, getter) in APPLIERS.items():
        if getter is None:
            continue
        try:
            values[key] = getter()
        except Exception:
            continue  # not in this torch version
    values["cublas.workspace"] = os.environ.get("CUBLAS_WORKSPACE_CONFIG", "unset")
    return values
