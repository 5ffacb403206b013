"""Fingerprints of many tensors at once, read later: nothing here waits for a GPU inside a training step."""

import ctypes

import torch

from . import _fs128, _native

ABSENT = _fs128.ABSENT
_native_library, native_missing_reason = _native.load()


def native_in_use():
    return _native_library is not None


def check_of(data):
    """(algorithm number, check) of a journal frame's bytes: XXH3 from the native library, else None (CRC-32 then)."""
    return _native_library.xxh3(data) if _native_library else None


def local_dense(tensor):
    """The plain tensor whose bytes can be read, or None: unknown (meta, fake and functorch tensors, no storage)."""
    try:
        tensor = tensor.detach()
        to_local = getattr(tensor, "to_local", None)
        if to_local is not None and type(tensor) is not torch.Tensor:
            tensor = to_local()
        if type(tensor) is not torch.Tensor and type(tensor) is not torch.nn.Parameter:
            tensor = tensor.as_subclass(torch.Tensor)
        if tensor.device.type == "meta" or tensor.is_quantized:
            return None
        functorch = getattr(torch._C, "_functorch", None)
        if functorch is not None and functorch.is_functorch_wrapped_tensor(tensor):
            return None
        if tensor.dtype not in _fs128.TYPE_NUMBERS:
            return None
        return tensor
    except Exception:
        return None


_PLAIN = (torch.Tensor, torch.nn.Parameter)
_is_wrapped = getattr(getattr(torch._C, "_functorch", None), "is_functorch_wrapped_tensor", lambda tensor: False)


def _of_plain(tensors):
    """Fingerprints of tensors that all lie ready for the native library, which is what most steps consist of; else None."""
    layout, addresses = [], []
    for tensor in tensors:
        is_ready = (
            type(tensor) in _PLAIN
            and tensor.is_cpu
            and tensor.layout is torch.strided
            and tensor.is_contiguous()
            and not tensor.is_neg()
            and not tensor.is_conj()
            and not _is_wrapped(tensor)
        )
        if not is_ready or tensor.dtype not in _fs128.TYPE_NUMBERS:
            return None
        layout.append((_fs128.TYPE_NUMBERS[tensor.dtype], tensor.shape, tensor.nbytes))
        addresses.append(tensor.data_ptr())
    return _native_library.of_buffers(tuple(layout), addresses)


class Fingerprints:
    """Fingerprints asked for now and read with result() at a time when the device has computed them."""

    def __init__(self, tensors):
        """tensors: a list of tensors or None (absent). Sparse ones count as the list of their indices and values."""
        self._lists = {}
        self._waiting = []
        if tensors and _native_library is not None:
            self._out = _of_plain(tensors)
            if self._out is not None:
                return
        self._out = [ABSENT] * len(tensors)
        flat, places = [], []
        for place, tensor in enumerate(tensors):
            dense = None if tensor is None else local_dense(tensor)
            if dense is None:
                continue
            if dense.layout is torch.strided:
                flat.append(dense)
                places.append((place, None))
            elif dense.layout is torch.sparse_coo:
                self._lists[place] = [ABSENT, ABSENT, ABSENT]
                coalesced = torch.tensor([int(dense.is_coalesced())], dtype=torch.int64)
                for part, value in enumerate((dense._indices(), dense._values(), coalesced)):
                    flat.append(value)
                    places.append((place, part))
        by_device = {}
        for tensor, place in zip(flat, places):
            by_device.setdefault(tensor.device, []).append((tensor, place))
        for device, entries in by_device.items():
            if device.type == "cpu" and _native_library is not None:
                self._run_native(entries)
            else:
                self._run_torch(device, entries)

    def _set(self, place, value):
        index, part = place
        if part is None:
            self._out[index] = value
        else:
            self._lists[index][part] = value

    def _run_native(self, entries):
        layout, addresses, kept = [], [], []
        for tensor, _ in entries:
            if not tensor.is_contiguous() or tensor.is_conj() or tensor.is_neg():
                tensor = tensor.resolve_conj().resolve_neg().contiguous()
            kept.append(tensor)  # the address must stay valid until the call below
            layout.append((_fs128.TYPE_NUMBERS[tensor.dtype], tuple(tensor.shape), tensor.numel() * tensor.element_size()))
            addresses.append(tensor.data_ptr())
        for (_, place), value in zip(entries, _native_library.of_buffers(tuple(layout), addresses)):
            self._set(place, value)

    def _run_torch(self, device, entries):
        heads = [_fs128.header(_fs128.TYPE_NUMBERS[t.dtype], tuple(t.shape)) for t, _ in entries]
        sums = _fs128.lane_sums_of_many([tensor for tensor, _ in entries])
        event = None
        if device.type == "cuda":
            host = torch.empty(sums.shape, dtype=torch.int64, pin_memory=True)
            host.copy_(sums, non_blocking=True)
            event = torch.cuda.Event()
            event.record(torch.cuda.current_stream(device))
            sums = host
        self._waiting.append((event, sums, heads, [place for _, place in entries]))

    def ready(self):
        return all(event is None or event.query() for event, *_ in self._waiting)

    def result(self):
        """The list of fingerprints; waits for the device when it is not ready()."""
        for event, sums, heads, places in self._waiting:
            if event is not None:
                event.synchronize()
            for row, head, place in zip(sums.tolist(), heads, places):
                self._set(place, _fs128.finish(row, head))
        self._waiting = []
        for index, parts in self._lists.items():
            self._out[index] = of_list(parts)
        self._lists = {}
        return self._out


class Slice:
    """Some of the tensors whose fingerprints were asked for together."""

    def __init__(self, fingerprints, start, count):
        self._all, self._range = fingerprints, slice(start, start + count)

    def ready(self):
        return self._all.ready()

    def result(self):
        return self._all.result()[self._range]


def of_list(members):
    """Fingerprint of a list of fingerprints."""
    if _native_library is None:
        return _fs128.of_list(members)
    count = len(members)
    buffer = (ctypes.c_uint64 * (2 * count))(*[lane for member in members for lane in member])
    layout = ((4, (count, 2), 16 * count),)
    return _native_library.of_buffers(layout, [ctypes.addressof(buffer)])[0]


def of_packed_lists(packed):
    """Fingerprints of several lists of fingerprints at once; packed: for each the members' lanes as bytes, empty: absent."""
    if _native_library is None:
        lists = [torch.frombuffer(bytearray(d), dtype=torch.int64).reshape(-1, 2) if d else None for d in packed]
        return Fingerprints(lists).result()
    places, layout, offsets, offset = [], [], [], 0
    for place, data in enumerate(packed):
        if data:
            places.append(place)
            layout.append((4, (len(data) // 16, 2), len(data)))
            offsets.append(offset)
            offset += len(data)
    joined = ctypes.c_char_p(b"".join(packed))
    start = ctypes.cast(joined, ctypes.c_void_p).value or 0
    digests = [ABSENT] * len(packed)
    for place, value in zip(places, _native_library.of_buffers(tuple(layout), [start + o for o in offsets])):
        digests[place] = value
    return digests


def of_bytes(data):
    """Fingerprint of bytes as a uint8 tensor [n]: states of random generators."""
    if _native_library is None:
        return _fs128.of_tensor(torch.frombuffer(bytearray(data), dtype=torch.uint8) if data else torch.empty(0, dtype=torch.uint8))
    buffer = ctypes.c_char_p(data)
    layout = ((0, (len(data),), len(data)),)
    return _native_library.of_buffers(layout, [ctypes.cast(buffer, ctypes.c_void_p).value])[0]
