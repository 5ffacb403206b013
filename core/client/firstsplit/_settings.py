"""Applies the run-time settings that were asked for, after `import torch` and before the script's own code, and reads back
what is in force. Keys and values are those of the settings table (`firstsplit settings`)."""

import os
import random
import sys
import warnings

import torch

from . import _mkl, _precision
from ._entropy import fix_entropy
from ._worker_seeds import seed_each_sample

_is_entropy_fixed = False
_is_each_sample_seeded = False
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


def _apply_worker_seeds(value):
    global _is_each_sample_seeded
    if value == "per_sample":
        seed_each_sample()
        _is_each_sample_seeded = True


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


def _cudnn():
    return torch.backends.cudnn


def _apply_benchmark_limit(value):
    torch.backends.cudnn.benchmark_limit = int(value)


def _reduced_sums(name):
    """cuBLAS's sums in fp16 and bf16; a torch before 2.10 knows on and off alone."""
    attribute = "allow_%s_reduced_precision_reduction" % name

    def apply(value):
        if value == "no_split_k" and not hasattr(torch.backends.cuda.matmul, attribute + "_split_k"):
            raise RuntimeError("torch %s has no switch for it" % torch.__version__)
        setattr(torch.backends.cuda.matmul, attribute, {"on": True, "off": False, "no_split_k": (False, False)}[value])

    def read():
        if getattr(torch.backends.cuda.matmul, attribute):
            return "on"
        return "off" if getattr(torch.backends.cuda.matmul, attribute + "_split_k", True) else "no_split_k"

    return apply, read


def _prefer_cublaslt(value):
    torch.backends.cuda.preferred_blas_library("cublaslt" if value == "on" else "cublas")


def _is_cublaslt_preferred():
    return "on" if torch._C._get_blas_preferred_backend() == torch._C._BlasBackend.Cublaslt else "off"


def _cpu_capability():
    capability = torch.backends.cpu.get_cpu_capability().lower()
    return "default" if capability == "no avx" else capability  # as an older torch calls it


def _variable(name):
    return lambda: os.environ.get(name, "unset")


# key -> (apply, read back); environment variables are set by the launcher and read back from the environment.
APPLIERS = {
    "deterministic": (_apply_deterministic, _read_deterministic),
    "fill_uninitialized": _flag(lambda: torch.utils.deterministic, "fill_uninitialized_memory"),
    "cudnn.enabled": _flag(_cudnn, "enabled"),
    "cudnn.benchmark": _flag(_cudnn, "benchmark"),
    "cudnn.deterministic": _flag(_cudnn, "deterministic"),
    "cudnn.benchmark_limit": (_apply_benchmark_limit, lambda: str(torch.backends.cudnn.benchmark_limit)),
    "cublas.workspace": (None, _variable("CUBLAS_WORKSPACE_CONFIG")),
    "cublaslt.workspace": (None, _variable("CUBLASLT_WORKSPACE_SIZE")),
    "cublas.prefer_lt": (_prefer_cublaslt, _is_cublaslt_preferred),
    "cublas.reduced.fp16": _reduced_sums("fp16"),
    "cublas.reduced.bf16": _reduced_sums("bf16"),
    **_precision.APPLIERS,
    "mkl.cbwr": (None, _mkl.path),
    "mkl.warm_up": (_mkl.warm_up, _mkl.is_warm),
    "aten.cpu_capability": (None, _cpu_capability),
    "onednn.max_isa": (None, _variable("ONEDNN_MAX_CPU_ISA")),
    "launch_blocking": (None, lambda: "off" if os.environ.get("CUDA_LAUNCH_BLOCKING", "0") in ("", "0") else "on"),
    "onednn.enabled": _flag(lambda: torch.backends.mkldnn, "enabled"),
    "threads": (_apply_threads, lambda: str(torch.get_num_threads())),
    "attention.flash": _switch("enable_flash_sdp", "flash_sdp_enabled"),
    "attention.efficient": _switch("enable_mem_efficient_sdp", "mem_efficient_sdp_enabled"),
    "attention.math": _switch("enable_math_sdp", "math_sdp_enabled"),
    "attention.cudnn": _switch("enable_cudnn_sdp", "cudnn_sdp_enabled"),
    "seed": (_apply_seed, None),
    "seed.workers": (_apply_worker_seeds, lambda: "per_sample" if _is_each_sample_seeded else "shared"),
    "seed.entropy": (None, None),
}


def apply(requested):
    """Applies what was asked for; returns [sentence] for each setting that a script cannot be given from outside."""
    global _is_entropy_fixed
    faults = []
    if requested.get("seed.entropy") == "fixed":
        _is_entropy_fixed = True
        fix_entropy(int(requested.get("seed", "0")) if requested.get("seed", "0").isdigit() else 0)
    for key, (setter, _) in APPLIERS.items():
        value = requested.get(key)
        if setter is None or value is None:
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # torch recommends its newer switches, which break a script's older ones
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
    hashes = os.environ.get("PYTHONHASHSEED", "")
    values["seed.hash"] = hashes if hashes.isdigit() else "inherit"
    values["seed.entropy"] = "fixed" if _is_entropy_fixed else "system"
    values["compile"] = "off" if os.environ.get("TORCHDYNAMO_DISABLE") == "1" else "inherit"
    return values
