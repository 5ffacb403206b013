"""seed.entropy=fixed: generators that a script makes without a seed get one derived from the run's seed and their order of
creation, in data workers too. So a cause that no other setting reaches has a toggle."""

import functools
import itertools
import os
import random

import torch

from ._after_import import after_import


def _derived(seed, number):
    """64 bits from the run's seed, the data worker's number and the order of creation."""
    worker = 0
    info = getattr(torch.utils.data, "get_worker_info", lambda: None)()
    if info is not None:
        worker = info.id + 1
    from ._fs128 import _mix

    return _mix((_mix((_mix(seed & (1 << 64) - 1) + worker) & (1 << 64) - 1) + number) & (1 << 64) - 1)


def fix_entropy(seed):
    counter = itertools.count(1)
    if hasattr(os, "register_at_fork"):

        def restart():
            nonlocal counter
            counter = itertools.count(1)

        os.register_at_fork(after_in_child=restart)

    def fresh():
        return _derived(seed, next(counter))

    original_seed = random.Random.seed

    def seed_python(self, a=None, version=2):
        original_seed(self, fresh() if a is None else a, version)

    # random.Random() calls seed(None) through the C constructor, which a subclass alone can see.
    class Random(random.Random):
        def __init__(self, x=None):
            super().__init__(fresh() if x is None else x)

        def seed(self, a=None, version=2):
            seed_python(self, a, version)

    random.Random = functools.wraps(random.Random, updated=())(Random)
    random.seed = lambda a=None, version=2: seed_python(random._inst, a, version)
    random.seed()

    original_torch = torch.Generator.seed

    class Generator(torch.Generator):
        def seed(self):
            value = fresh() >> 1
            self.manual_seed(value)
            return value

    del original_torch
    torch.Generator = Generator
    torch.seed = lambda: torch.manual_seed(fresh() >> 1).initial_seed()
    torch.manual_seed(fresh() >> 1)

    def fix_numpy(numpy_random):
        default_rng, legacy_seed = numpy_random.default_rng, numpy_random.seed

        @functools.wraps(default_rng)
        def seeded_rng(seed=None):
            return default_rng(fresh() if seed is None else seed)

        @functools.wraps(legacy_seed)
        def seeded_legacy(seed=None):
            return legacy_seed(fresh() % (1 << 32) if seed is None else seed)

        class RandomState(numpy_random.RandomState):
            def __init__(self, seed=None):
                super().__init__(fresh() % (1 << 32) if seed is None else seed)

        class SeedSequence(numpy_random.SeedSequence):
            def __init__(self, entropy=None, **kwargs):
                super().__init__(fresh() if entropy is None else entropy, **kwargs)

        numpy_random.default_rng = seeded_rng
        numpy_random.seed = seeded_legacy
        numpy_random.RandomState = RandomState
        numpy_random.SeedSequence = SeedSequence
        seeded_legacy()

    after_import("numpy.random", fix_numpy)
