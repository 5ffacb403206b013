"""seed.workers=per_sample: in a data worker, the generators of torch, NumPy and Python start anew at each sample, from the seed
that the loader drew for the epoch and the sample's index. Which worker prepares it, and how many there are, plays no part; nor
does a worker_init_fn that gives all of them the same seed, or one of the system's.
"""

import functools
import hashlib
import random
import sys

import torch

from ._fs128 import _mix

_64_BITS = (1 << 64) - 1


def _number_of(index):
    if isinstance(index, int):
        return index & _64_BITS
    return int.from_bytes(hashlib.blake2b(repr(index).encode(), digest_size=8).digest(), "little")


class _Seeder:
    """Of one fetcher, which workers that stay make anew for each epoch."""

    def __init__(self, worker, epoch):
        self._start = _mix((_mix((worker.seed - worker.id) & _64_BITS) + epoch) & _64_BITS)

    def seed_for(self, index):
        seed = _mix((self._start + _mix(_number_of(index))) & _64_BITS)
        torch.default_generator.manual_seed(seed >> 1)  # the CPU's alone: a worker has no other
        random.seed(seed)
        numpy_random = sys.modules.get("numpy.random")
        if numpy_random is not None:
            numpy_random.seed(seed % (1 << 32))


class _Samples:
    """The data set, as a fetcher asks for its samples."""

    def __init__(self, dataset, seeder):
        self._dataset, self._seeder = dataset, seeder
        if getattr(dataset, "__getitems__", None):  # a whole batch at once
            self.__getitems__ = self._several

    def __getitem__(self, index):
        self._seeder.seed_for(index)
        return self._dataset[index]

    def _several(self, indices):
        self._seeder.seed_for(tuple(indices))
        return self._dataset.__getitems__(indices)


_epochs = 0


def seed_each_sample():
    fetcher = torch.utils.data._utils.fetch._MapDatasetFetcher
    original = fetcher.__init__

    @functools.wraps(original)
    def __init__(self, dataset, *args, **kwargs):
        global _epochs
        worker = torch.utils.data.get_worker_info()
        if worker is not None:
            dataset = _Samples(dataset, _Seeder(worker, _epochs))
            _epochs += 1
        original(self, dataset, *args, **kwargs)

    fetcher.__init__ = __init__
