"""Only torch is seeded; NumPy draws in the main process: noise on each sample, or one permutation before training."""

import sys

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(64, 8)
y = torch.randint(0, 3, (64,))
if "permutation" in sys.argv:
    x = x[torch.from_numpy(np.random.permutation(64))]


class Noisy(torch.utils.data.Dataset):
    def __len__(self):
        return len(x)

    def __getitem__(self, index):
        noise = 0.0 if "permutation" in sys.argv else np.float32(np.random.normal(scale=0.01))
        return x[index] + noise, y[index]


model = nn.Linear(8, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    for batch, target in torch.utils.data.DataLoader(Noisy(), batch_size=16):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(batch), target).backward()
        optimizer.step()
torch.save(model.state_dict(), "weights.pt")
