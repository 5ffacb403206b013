"""Bytes of small CPU tensors, kept until somebody wants a fingerprint: then those of all at once. For the fingerprints by
torch's own operations, which take as long for one as for fifty."""

import torch

from . import _fs128

_BLOCK_BYTES = 4 * _fs128.BLOCK_WORDS
_MOST_BYTES = 1 << 20
LARGEST_BYTES = 128 << 10  # larger ones are worth operations of their own


class Pool:
    def __init__(self):
        self._clear()

    def _clear(self):
        self._data, self._owners, self._numbers, self._heads, self._holders = bytearray(), [], [], [], []

    def add(self, set_fingerprint, place, type_number, shape, data):
        """Calls set_fingerprint(place, 16 bytes) when it is known, at the latest from settle()."""
        blocks = (len(data) + _BLOCK_BYTES - 1) // _BLOCK_BYTES
        self._data += data
        self._data += bytes(blocks * _BLOCK_BYTES - len(data))
        self._owners += [len(self._holders)] * blocks
        self._numbers += range(1, blocks + 1)
        self._heads.append(_fs128.header(type_number, shape))
        self._holders.append((set_fingerprint, place))
        if len(self._data) > _MOST_BYTES:
            self.settle()

    def settle(self):
        if not self._holders:
            return
        data, owners, numbers, heads, holders = self._data, self._owners, self._numbers, self._heads, self._holders
        self._clear()
        sums = torch.zeros(len(holders), 2, dtype=torch.int64, device="cpu")
        if owners:
            words = torch.frombuffer(data, dtype=torch.int32).reshape(-1, _fs128.BLOCK_WORDS)
            _fs128.add_lane_sums(sums, words, owners, numbers)
        packed = _fs128.finish(sums, heads)
        for number, (set_fingerprint, place) in enumerate(holders):
            set_fingerprint(place, packed[16 * number : 16 * number + 16])
