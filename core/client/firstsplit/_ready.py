"""Tensors that lie ready in CPU memory, which is what most steps consist of: checked together, a few calls for all."""

import operator

import torch

from . import _fs128

_PLAIN = (torch.Tensor, torch.nn.Parameter)
# What a plan is found by: equal layouts may be read in the same way.
LAYOUT = operator.attrgetter("__class__", "is_cpu", "layout", "dtype", "shape")
_is_contiguous = torch.Tensor.is_contiguous
_is_negated = torch.Tensor.is_neg
_address = torch.Tensor.data_ptr


def entries_of(layout):
    """layout: of each tensor. [(type number, shape, bytes)], or None when one of the tensors has to be prepared first."""
    entries = []
    for kind, is_on_cpu, storage, dtype, shape in layout:
        number = _fs128.TYPE_NUMBERS.get(dtype)
        if kind not in _PLAIN or not is_on_cpu or storage is not torch.strided or number is None or dtype.is_complex:
            return None
        size = dtype.itemsize
        for length in shape:
            size *= length
        entries.append((number, tuple(shape), size))
    return entries


def addresses_of(tensors):
    """Where their bytes are, or None: other memory than contiguous, or none at all (functorch's)."""
    if not all(map(_is_contiguous, tensors)) or any(map(_is_negated, tensors)):
        return None
    try:
        addresses = list(map(_address, tensors))
    except RuntimeError:
        return None
    return addresses if all(addresses) else None  # empty, or freed: prepared one by one
