"""Two data workers that are seeded alike: in "changes" they add the same noise to their samples, in "samples" they deliver
the same ones."""

import random
import sys

import torch
from torch import nn


class Noisy(torch.utils.data.Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        return torch.full((8,), float(index)) + random.random(), torch.tensor(index % 3)


class Undivided(torch.utils.data.IterableDataset):
    def __iter__(self):
        for index in range(64):
            yield torch.full((8,), float(index)), torch.tensor(index % 3)


torch.manual_seed(0)
model = nn.Linear(8, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
data = Noisy() if sys.argv[1] == "changes" else Undivided()
seed = (lambda worker: random.seed(0)) if sys.argv[1] == "changes" else None
for x, y in torch.utils.data.DataLoader(data, batch_size=16, num_workers=2, worker_init_fn=seed):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
torch.save(model.state_dict(), "weights.pt")
