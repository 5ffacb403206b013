"""Fingerprints of many tensors at once, read later: nothing here waits for a GPU inside a training step.

Several fingerprints stand as bytes, two u64 each; an absent one is sixteen zeros. What is computed at once is given as bytes;
the rest as an object with ready() and packed(), which waits.
"""

import ctypes
import struct

import torch

from . import _fs128, _native, _ready
from ._dense import bytes_of, contiguous, local_dense
from ._pool import LARGEST_BYTES, Pool

ABSENT = bytes(16)
native_library, native_missing_reason = _native.load()
_pool = Pool()
_plans = {}  # where it is asked from -> (layout, entries, plan) of the last time


def packed(fingerprints):
    """As bytes; waits for the device when they are not there yet."""
    return fingerprints if fingerprints.__class__ is bytes else fingerprints.packed()


def are_ready(fingerprints):
    """packed() would not wait."""
    return fingerprints.__class__ is bytes or fingerprints.ready()


def unpack(packed):
    """[(lane 0, lane 1)]"""
    return list(struct.iter_unpack("<QQ", packed))


def check_of(data):
    """(algorithm number, check) of a journal frame's bytes: XXH3 from the native library, else None (CRC-32 then)."""
    return native_library.xxh3(data) if native_library else None


def _ready_in_memory(tensors, place):
    """(entries, plan, addresses) of tensors that all lie ready, else three times None; without the library there is no plan.
    What the last ones of this place looked like is tried first."""
    try:
        layout = list(map(_ready.LAYOUT, tensors))
    except (AttributeError, RuntimeError):  # one of them is absent, or nested and has no shape
        return None, None, None
    known = _plans.get(place)
    if known is None or known[0] != layout:
        entries = _ready.entries_of(layout)
        plan = native_library.plan(entries) if entries is not None and native_library is not None else None
        known = _plans[place] = (layout, entries, plan)
    if known[1] is not None:
        addresses = _ready.addresses_of(tensors)
        if addresses is not None:
            return known[1], known[2], addresses
    return None, None, None


def of_tensors(tensors, place=""):
    """tensors: a list of tensors or None (absent), which may change as soon as this returns. Sparse ones count as the list of
    their indices and values. place: where this is asked from; makes it quick where the layouts stay."""
    if not tensors:
        return b""
    entries, plan, addresses = _ready_in_memory(tensors, place)
    if plan is not None:
        return plan.fingerprints(addresses)
    return _OfTensors(tensors, entries, addresses)


class _OfTensors:
    def __init__(self, tensors, entries, addresses):
        self._events = []
        self._lists = {}
        self._is_settled = True
        self._packed = bytearray(16 * len(tensors))
        if entries is not None and all(size <= LARGEST_BYTES for *_, size in entries):
            for number, (kind, shape, size) in enumerate(entries):
                self._add_to_pool((number, None), kind, shape, ctypes.string_at(addresses[number], size))
            return
        by_device = {}
        for number, tensor in enumerate(tensors):
            dense = None if tensor is None else local_dense(tensor)
            if dense is None:
                continue
            if dense.layout is torch.strided:
                by_device.setdefault(dense.device, []).append((dense, (number, None)))
            elif dense.layout is torch.sparse_coo:
                self._lists[number] = bytearray(48)
                coalesced = torch.tensor([int(dense.is_coalesced())], dtype=torch.int64, device="cpu")
                for part, value in enumerate((dense._indices(), dense._values(), coalesced)):
                    by_device.setdefault(value.device, []).append((value, (number, part)))
        for device, entries in by_device.items():
            if device.type != "cpu":
                self._run_torch(device, entries)
            elif native_library is not None:
                self._run_native(entries)
            else:
                self._run_pool(entries)

    def _set(self, place, value):
        number, part = place
        out, at = (self._packed, number) if part is None else (self._lists[number], part)
        out[16 * at : 16 * at + 16] = value

    def _run_native(self, entries):
        tensors = [contiguous(tensor) for tensor, _ in entries]  # their addresses must stay valid until the call below
        layout = [(_fs128.TYPE_NUMBERS[t.dtype], tuple(t.shape), t.numel() * t.element_size()) for t in tensors]
        packed = native_library.plan(layout).fingerprints([t.data_ptr() for t in tensors])
        for at, (_, place) in enumerate(entries):
            self._set(place, packed[16 * at : 16 * at + 16])

    def _run_pool(self, entries):
        large = []
        for tensor, place in entries:
            size = tensor.numel() * tensor.element_size()
            if size > LARGEST_BYTES:
                large.append((tensor, place))
                continue
            tensor = contiguous(tensor)
            data = ctypes.string_at(tensor.data_ptr(), size)
            self._add_to_pool(place, _fs128.TYPE_NUMBERS[tensor.dtype], tuple(tensor.shape), data)
        if large:
            self._run_torch(torch.device("cpu"), large)

    def _add_to_pool(self, place, kind, shape, data):
        self._is_settled = False
        _pool.add(self._set, place, kind, shape, data)

    def _run_torch(self, device, entries):
        heads = [_fs128.header(_fs128.TYPE_NUMBERS[t.dtype], tuple(t.shape)) for t, _ in entries]
        sums = _fs128.lane_sums_of_many([tensor for tensor, _ in entries])
        event = None
        if device.type == "cuda":
            host = torch.empty(sums.shape, dtype=torch.int64, pin_memory=True, device="cpu")
            host.copy_(sums, non_blocking=True)
            event = torch.cuda.Event()
            event.record(torch.cuda.current_stream(device))
            sums = host
        self._events.append((event, sums, heads, [place for _, place in entries]))

    def ready(self):
        return all(event is None or event.query() for event, *_ in self._events)

    def packed(self):
        if not self._is_settled:
            _pool.settle()
            self._is_settled = True
        for event, sums, heads, places in self._events:
            if event is not None:
                event.synchronize()
            packed = _fs128.finish(sums, heads)
            for at, place in enumerate(places):
                self._set(place, packed[16 * at : 16 * at + 16])
        self._events = ()
        for number, parts in self._lists.items():
            self._set((number, None), of_list(bytes(parts)))
        self._lists = {}
        return self._packed


def part_of(fingerprints, start, count):
    """Those of some of the tensors whose fingerprints were asked for together."""
    if fingerprints.__class__ is bytes:
        return fingerprints[16 * start : 16 * (start + count)]
    return _Part(fingerprints, slice(16 * start, 16 * (start + count)))


class _Part:
    def __init__(self, whole, where):
        self._whole, self._where = whole, where

    def ready(self):
        return self._whole.ready()

    def packed(self):
        return self._whole.packed()[self._where]


def joined(several):
    """Fingerprints that were asked for at several times, as one."""
    try:
        return b"".join(several)
    except TypeError:
        return _Joined(several)


class _Joined:
    def __init__(self, several):
        self._several = several

    def ready(self):
        return all(map(are_ready, self._several))

    def packed(self):
        return b"".join(map(packed, self._several))


class _OfBytes:
    def __init__(self, parts):
        self._packed = bytearray(16 * len(parts))
        for number, part in enumerate(parts):
            if part is not None:
                _pool.add(self._set, number, *part)

    def _set(self, number, value):
        self._packed[16 * number : 16 * number + 16] = value

    def ready(self):
        return True

    def packed(self):
        _pool.settle()
        return self._packed


def _of_memory(parts):
    """Of contiguous memory that is there as bytes: for each part (type number, shape, bytes); a part of None is absent."""
    if native_library is None:
        return _OfBytes(parts)
    present = [part for part in parts if part is not None]
    plan = native_library.plan([(kind, shape, len(data)) for kind, shape, data in present])
    found = plan.fingerprints_of_bytes([data for *_, data in present])
    if len(present) == len(parts):
        return found
    each = iter(found[i : i + 16] for i in range(0, len(found), 16))
    return b"".join(ABSENT if part is None else next(each) for part in parts)


def of_lists(lists):
    """Fingerprints of several lists of fingerprints at once; an empty one is absent."""
    return bytes(packed(_of_memory([(4, (len(data) // 16, 2), data) if data else None for data in lists])))


def of_list(members):
    """Fingerprint of a list of fingerprints, which may be empty."""
    return bytes(packed(_of_memory([(4, (len(members) // 16, 2), members)])))


def of_bytes(data):
    """Of bytes as a uint8 tensor [n]: states of random generators."""
    size = len(data)
    if native_library is None:
        return _OfBytes([(0, (size,), data)])
    return native_library.plan(((0, (size,), size),)).fingerprints_of_bytes((data,))


def copies_of(tensors, place=""):
    """For each tensor a copy of its bytes in row-major order, or None when they cannot be read."""
    entries, _, addresses = _ready_in_memory(tensors, place)
    if entries is not None:
        return [ctypes.string_at(address, size) for address, (_, _, size) in zip(addresses, entries)]
    return [bytes_of(tensor) for tensor in tensors]


def with_copy_of(tensor, place):
    """A fingerprint and a copy of the bytes, or None, of one tensor."""
    entries, plan, addresses = _ready_in_memory([tensor], place)
    if entries is None:
        return of_tensors([tensor]), bytes_of(tensor)
    kind, shape, size = entries[0]
    data = ctypes.string_at(addresses[0], size)
    return plan.fingerprints(addresses) if plan is not None else _of_memory([(kind, shape, data)]), data
