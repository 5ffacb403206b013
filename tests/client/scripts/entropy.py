"""Prints what generators give that are made or seeded without a seed."""

import random
import tempfile

import torch

values = [random.Random().random(), torch.Generator().seed()]
random.seed()
torch.seed()
values += [random.random(), float(torch.rand(1))]
assert isinstance(torch.default_generator, torch.Generator) and not isinstance(3, torch.Generator)
generator = torch.Generator()
generator.manual_seed(0)
loader = torch.utils.data.DataLoader(torch.arange(8), shuffle=True, generator=generator)
assert len(list(loader)) == 8 and torch.rand(2, generator=generator).shape == (2,)
assert random.Random(1).random() == random.Random(1).random()
random.SystemRandom().random()
try:
    import numpy as np
except ImportError:
    pass
else:
    values += [np.random.default_rng().random(), np.random.RandomState().rand(), np.random.PCG64().random_raw()]
    np.random.seed()
    values += [np.random.rand(), np.random.default_rng(1).random()]
print(values)
print(tempfile.mktemp())
