"""The tensors in a batch, with the path to each as its name."""

import dataclasses
from collections.abc import Mapping

import torch

_DEPTH = 3
_ARGUMENTS = ["[0][%d]" % index for index in range(4)]


def flatten(data, path="", depth=0):
    """[(path, tensor)] of lists, tuples, named tuples, mappings, dataclasses and plain objects down to depth three."""
    if isinstance(data, torch.Tensor):
        return [(path or "batch", data)]
    if depth > _DEPTH or data is None or isinstance(data, (str, bytes, int, float)):
        return []
    if type(data) is tuple or type(data) is list:  # the usual ones, before the slower questions
        items = [("[%d]" % index, value) for index, value in enumerate(data)]
    elif type(data) is dict:
        items = [(str(key), value) for key, value in data.items()]
    elif dataclasses.is_dataclass(data) and not isinstance(data, type):
        items = [(f.name, getattr(data, f.name, None)) for f in dataclasses.fields(data)]
    elif isinstance(data, tuple) and hasattr(data, "_fields"):
        items = list(zip(data._fields, data))
    elif isinstance(data, (list, tuple)):
        items = [("[%d]" % index, value) for index, value in enumerate(data)]
    elif isinstance(data, Mapping) or hasattr(data, "keys"):
        items = [(str(key), data[key]) for key in data.keys()]
    else:
        items = list(getattr(data, "__dict__", {}).items())
    found = []
    for name, value in items:
        joined = path + name if name.startswith("[") or not path else path + "." + name
        found += flatten(value, joined, depth + 1)
    return found


def inputs_of_call(args, kwargs):
    """(paths, tensors) of flatten((args, kwargs)) that need no gradient; quicker for what most calls are: tensors alone."""
    paths, tensors = [], []
    for index, value in enumerate(args):
        path = _ARGUMENTS[index] if index < len(_ARGUMENTS) else "[0][%d]" % index
        for name, tensor in ((path, value),) if isinstance(value, torch.Tensor) else flatten(value, path, 2):
            if not tensor.requires_grad:
                paths.append(name)
                tensors.append(tensor)
    if kwargs:
        for name, tensor in flatten(kwargs, "[1]", 1):
            if not tensor.requires_grad:
                paths.append(name)
                tensors.append(tensor)
    return tuple(paths), tensors
