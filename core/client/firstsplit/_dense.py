"""The plain tensors whose bytes can be read, and a copy of their bytes."""

import ctypes

import torch

from . import _fs128


def local_dense(tensor):
    """The plain tensor whose bytes can be read, or None: unknown (meta, fake and functorch tensors, no storage)."""
    try:
        tensor = tensor.detach()
        to_local = getattr(tensor, "to_local", None)
        if to_local is not None and type(tensor) is not torch.Tensor:
            tensor = to_local()
        if type(tensor) is not torch.Tensor and type(tensor) is not torch.nn.Parameter:
            tensor = tensor.as_subclass(torch.Tensor)
        if tensor.device.type == "meta" or tensor.is_quantized or tensor.is_nested:
            return None
        if tensor.layout is torch.strided and tensor.untyped_storage().nbytes() < _bytes_spanned(tensor):
            return None  # freed, as caches are by resize_(0)
        functorch = getattr(torch._C, "_functorch", None)
        if functorch is not None and functorch.is_functorch_wrapped_tensor(tensor):
            return None
        if tensor.dtype not in _fs128.TYPE_NUMBERS:
            return None
        return tensor
    except Exception:
        return None


def _bytes_spanned(tensor):
    if tensor.numel() == 0:
        return 0
    last = tensor.storage_offset() + sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride()))
    return (last + 1) * tensor.element_size()


def contiguous(dense):
    """A dense tensor with its elements as they read, one after another."""
    if not dense.is_contiguous() or dense.is_conj() or dense.is_neg():
        return dense.resolve_conj().resolve_neg().contiguous()
    return dense


def byte_count(tensor):
    local = local_dense(tensor)
    return 0 if local is None else local.numel() * local.element_size()


def bytes_of(tensor):
    """A copy of a tensor's bytes in row-major order, or None when they cannot be read."""
    dense = local_dense(tensor)
    if dense is None or dense.layout is not torch.strided:
        return None
    dense = contiguous(dense).cpu()
    return ctypes.string_at(dense.data_ptr(), dense.numel() * dense.element_size())
