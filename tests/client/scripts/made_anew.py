"""Data set, loader and losses are made anew all the time, among other objects that lie elsewhere in each process; the batches
come from the loader, or are made by hand."""

import os
import sys

import torch
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(64, 8), torch.randn(64, 3)
model = nn.Linear(8, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
others = []


class Data(torch.utils.data.Dataset):
    def __len__(self):
        return len(x)

    def __getitem__(self, index):
        return x[index], y[index]


def batches():
    if "by_hand" in sys.argv:
        return zip(x.split(16), y.split(16))
    return torch.utils.data.DataLoader(Data(), batch_size=16)


for _ in range(4):
    for batch, target in batches():
        optimizer.zero_grad()
        output = model(batch)
        first = nn.L1Loss()(output, target)
        others += [nn.Identity() for _ in range(os.urandom(1)[0] % 3)]
        (first + nn.MSELoss()(output, target)).backward()
        optimizer.step()
    others += [Data() for _ in range(os.urandom(1)[0] % 3)]
torch.save(model.state_dict(), "weights.pt")
