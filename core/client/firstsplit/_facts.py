"""What a training runs on, as torch and Python tell it. Keys are those of core/journal/FORMAT.md."""

import multiprocessing
import platform
import sys

import torch

_PACKAGES = ("numpy", "lightning", "transformers", "accelerate", "torchvision")


def environment():
    """At the first step: what the script imported by then counts."""
    facts = {"torch": torch.__version__, "python": platform.python_version()}
    if torch.version.cuda:
        facts["cuda"] = torch.version.cuda
    _add(facts, "cudnn", lambda: str(torch.backends.cudnn.version()) if torch.backends.cudnn.is_available() else "")
    _add(facts, "cpu.capability", torch.backends.cpu.get_cpu_capability)
    _add(facts, "threads.inter", lambda: str(torch.get_num_interop_threads()))
    _add(facts, "attention.order", _attention_order)
    for name in _PACKAGES:
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str):
            facts[name] = version
    if torch.cuda.is_initialized():
        properties = torch.cuda.get_device_properties(torch.cuda.current_device())
        facts["gpu.name"] = properties.name
        facts["gpu.uuid"] = str(getattr(properties, "uuid", ""))
    return facts


def of_workers(iterator):
    """Of the processes that prepare a loader's batches; empty when there are none."""
    workers = getattr(iterator, "_workers", None)
    if not workers:
        return {}
    method = getattr(workers[0], "_start_method", None) or multiprocessing.get_start_method()
    return {"data.workers": str(len(workers)), "data.start_method": method}


def _add(facts, key, read):
    try:
        value = read()
    except Exception:
        return  # not in this torch version
    if value:
        facts[key] = value


def _attention_order():
    """Such as "flash, efficient, math, cudnn": what scaled dot-product attention tries first to last."""
    names = {0: "math", 1: "flash", 2: "efficient", 3: "cudnn"}  # of torch.nn.attention.SDPBackend
    return ", ".join(names[backend] for backend in torch._C._get_sdp_priority_order() if backend in names)
