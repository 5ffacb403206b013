"""Two data workers draw from generators that are made without a seed."""

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)


class Noisy(torch.utils.data.Dataset):
    def __init__(self):
        self.x, self.y = torch.randn(64, 8), torch.randint(0, 3, (64,))
        self.generator = None

    def __len__(self):
        return 64

    def __getitem__(self, index):
        if self.generator is None:
            self.generator = np.random.default_rng()
        return self.x[index] + np.float32(self.generator.normal(scale=0.01)), self.y[index]


model = nn.Linear(8, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x, y in torch.utils.data.DataLoader(Noisy(), batch_size=16, num_workers=2):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
torch.save(model.state_dict(), "weights.pt")
