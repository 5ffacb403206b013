"""The fingerprint fs128/1 from torch's own integer operations: the same bits as core/fingerprint, on CPU and CUDA.

Slower than the native library (about half a GB/s on one thread); used where that cannot be loaded. The definition stands
in core/fingerprint/fs128.h, the known answers in tests/fingerprint/known_answers.json.
"""

import ctypes
import functools
from itertools import chain

import torch

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_LANE = 0xD1B54A32D192ED03
BLOCK_WORDS = 512
_SLICE_BLOCKS = 64

# Numbers of element types as PyTorch serialises them (c10/core/ScalarType.h).
_TYPE_NAMES = {
    0: "uint8", 1: "int8", 2: "int16", 3: "int32", 4: "int64", 5: "float16", 6: "float32", 7: "float64",
    8: "complex32", 9: "complex64", 10: "complex128", 11: "bool", 15: "bfloat16", 23: "float8_e5m2",
    24: "float8_e4m3fn", 25: "float8_e5m2fnuz", 26: "float8_e4m3fnuz", 27: "uint16", 28: "uint32", 29: "uint64",
}  # fmt: skip
TYPE_NUMBERS = {getattr(torch, name): number for number, name in _TYPE_NAMES.items() if hasattr(torch, name)}


_NAMES_OF_TYPES = {dtype: _TYPE_NAMES[number] for dtype, number in TYPE_NUMBERS.items()}


def type_name(dtype):
    return _NAMES_OF_TYPES.get(dtype, "unknown")


def _signed(value):
    return value - (1 << 64) if value >> 63 else value


def _mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def _key(index):
    high = _mix(((index + 1) * _GOLDEN) & _MASK) >> 32
    return high - (1 << 32) if high >> 31 else high


_keys_on_device = {}


def _keys(device):
    """int32 [2, 512] on the device."""
    keys = _keys_on_device.get(device)
    if keys is None:
        values = [_key(index) for index in range(2 * BLOCK_WORDS)]
        keys = torch.tensor(values, dtype=torch.int32, device="cpu").reshape(2, BLOCK_WORDS).to(device)
        _keys_on_device[device] = keys
    return keys


def _shifted(z, bits):
    """Logical shift right of int64: torch shifts arithmetically."""
    return (z >> bits) & ((1 << (64 - bits)) - 1)


def _mix_tensor(z):
    z = (z ^ _shifted(z, 30)) * _signed(0xBF58476D1CE4E5B9)
    z = (z ^ _shifted(z, 27)) * _signed(0x94D049BB133111EB)
    return z ^ _shifted(z, 31)


@functools.lru_cache(4096)
def header(type_number, shape):
    """The part of the fingerprint that stands for dtype and shape (a tuple)."""
    h = _mix(1)
    for value in (type_number, len(shape), *shape):
        h = _mix((h + _GOLDEN + value) & _MASK)
    return _signed(h)


def finish(sums, heads):
    """From the lane sums over all blocks, int64 [n, 2] on the CPU, and the headers to the fingerprints as bytes."""
    heads = torch.tensor(heads, dtype=torch.int64, device="cpu")
    lanes = _mix_tensor(sums + torch.stack((heads, heads ^ _signed(_LANE)), 1)).contiguous()
    return ctypes.string_at(lanes.data_ptr(), 16 * len(lanes))


def as_words(tensor):
    """A dense, contiguous tensor's bytes as int32 [blocks, 512], padded with zeros; blocks may be 0."""
    flat = tensor.detach().resolve_conj().resolve_neg().contiguous().reshape(-1)
    byte_count = flat.numel() * flat.element_size()
    block_bytes = 4 * BLOCK_WORDS
    if byte_count % block_bytes == 0:
        # view() refuses a storage offset that is no multiple of four bytes, which contiguous() keeps.
        if (flat.storage_offset() * flat.element_size()) % 4:
            flat = flat.clone()
        return flat.view(torch.uint8).view(torch.int32).reshape(-1, BLOCK_WORDS)
    blocks = (byte_count + block_bytes - 1) // block_bytes
    padded = torch.zeros(blocks * block_bytes, dtype=torch.uint8, device=flat.device)
    padded[:byte_count].copy_(flat.view(torch.uint8))
    return padded.view(torch.int32).reshape(-1, BLOCK_WORDS)


def lane_sums(words):
    """int64 [2]: the sum over blocks of each lane, from int32 [blocks, 512]."""
    keys = _keys(words.device)
    total = torch.zeros(2, dtype=torch.int64, device=words.device)
    half = BLOCK_WORDS // 2
    for start in range(0, words.shape[0], _SLICE_BLOCKS):
        part = words[start : start + _SLICE_BLOCKS]
        index = torch.arange(start + 1, start + 1 + part.shape[0], dtype=torch.int64, device=words.device)
        offset = index * _signed(_GOLDEN)
        for lane in (0, 1):
            left = (part[:, :half] + keys[lane, :half]).to(torch.int64)
            right = (part[:, half:] + keys[lane, half:]).to(torch.int64)
            block = (left * right).sum(dim=1)
            total[lane] += _mix_tensor(block + (offset ^ _signed(_LANE) if lane else offset)).sum()
    return total


def add_lane_sums(sums, words, owners, numbers):
    """Adds the lanes of blocks, int32 [blocks, 512], to the rows of sums, int64 [n, 2], that own them."""
    index = torch.tensor([owners, numbers], dtype=torch.int64, device="cpu")
    owner, number = index.to(words.device, non_blocking=True)
    keys, half = _keys(words.device), BLOCK_WORDS // 2
    left = (words[:, :half] + keys[:, None, :half]).to(torch.int64)
    right = (words[:, half:] + keys[:, None, half:]).to(torch.int64)
    offset = number * _signed(_GOLDEN)
    blocks = _mix_tensor((left * right).sum(dim=2) + torch.stack((offset, offset ^ _signed(_LANE))))
    sums.index_add_(0, owner, blocks.t())  # integers: exact in any order


def lane_sums_of_many(tensors):
    """int64 [tensors, 2]: lane sums of each. Small ones are gathered into one matrix, large ones go one by one."""
    sums = torch.zeros(len(tensors), 2, dtype=torch.int64, device=tensors[0].device)
    most = 8 * _SLICE_BLOCKS  # blocks at a time: some MB
    small, owners, numbers = [], [], []
    for place, tensor in enumerate(tensors):
        words = as_words(tensor)
        blocks = words.shape[0]
        if blocks > _SLICE_BLOCKS:
            sums[place] = lane_sums(words)
        elif blocks:
            small.append(words)
            owners.append([place] * blocks)
            numbers.append(range(1, blocks + 1))
    start = 0
    while start < len(small):
        end, blocks = start, 0
        while end < len(small) and blocks < most:
            blocks += small[end].shape[0]
            end += 1
        part = torch.cat(small[start:end]) if end - start > 1 else small[start]
        add_lane_sums(
            sums, part, list(chain.from_iterable(owners[start:end])), list(chain.from_iterable(numbers[start:end]))
        )
        start = end
    return sums
