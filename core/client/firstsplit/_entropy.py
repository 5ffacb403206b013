"""seed.entropy=fixed: generators that a script makes without a seed get one derived from the run's seed and their order of
creation, in data workers too. So a cause that no other setting reaches has a toggle.

Each library is changed at the one place where it asks the system for randomness, so that classes stay what they were.
"""

import functools
import itertools
import os
import random
import sys

import torch

from ._after_import import after_import
from ._fs128 import _mix

_64_BITS = (1 << 64) - 1


class _Source:
    """Numbers of 64 bits from the run's seed, the data worker and the order in which they are asked for."""

    def __init__(self, seed):
        self._seed = seed
        self._counter = itertools.count(1)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._restart)

    def _restart(self):
        self._counter = itertools.count(1)

    def next(self):
        worker = torch.utils.data.get_worker_info()
        place = 0 if worker is None else worker.id + 1
        return _mix((_mix((_mix(self._seed & _64_BITS) + place) & _64_BITS) + next(self._counter)) & _64_BITS)

    def bits(self, count):
        value = 0
        for _ in range((count + 63) // 64):
            value = value << 64 | self.next()
        return value & (1 << count) - 1


def fix_entropy(seed):
    source = _Source(seed)
    _fix_python(source)
    _fix_torch(source)
    after_import("numpy.random", lambda module: _fix_numpy(source, module))


def _fix_python(source):
    original = random.Random.seed

    @functools.wraps(original)
    def seed(self, a=None, version=2):
        if a is None and not _names_a_temporary_file():
            a = source.next()
        original(self, a, version)

    random.Random.seed = seed  # Random() calls it too
    random.seed = random._inst.seed


def _names_a_temporary_file():
    """Whether Python's tempfile makes its generator: its names must not repeat from process to process."""
    frame = sys._getframe(2).f_back  # of Random.__init__ in random.py
    return frame is not None and frame.f_globals.get("__name__") == "tempfile"


def _fix_torch(source):
    base = torch.Generator

    class AnyGenerator(type(base)):
        def __instancecheck__(cls, instance):
            return isinstance(instance, base)

        def __subclasscheck__(cls, subclass):
            return issubclass(subclass, base)

    class Generator(base, metaclass=AnyGenerator):
        def seed(self):
            value = source.next() >> 1
            self.manual_seed(value)
            return value

    Generator.__module__, Generator.__qualname__ = base.__module__, base.__qualname__
    torch.Generator = Generator
    torch.seed = torch.random.seed = lambda: torch.manual_seed(source.next() >> 1).initial_seed()


def _fix_numpy(source, numpy_random):
    bit_generator = sys.modules.get("numpy.random.bit_generator")
    if hasattr(bit_generator, "randbits"):
        bit_generator.randbits = source.bits  # where SeedSequence, and so default_rng(), asks
    legacy_seed = numpy_random.seed

    @functools.wraps(legacy_seed)
    def seed(seed=None):
        return legacy_seed(source.next() % (1 << 32) if seed is None else seed)

    numpy_random.seed = seed
