"""Samples in the order in which a set of their names, or a folder of their files, gives them (argument)."""

import os
import random
import sys

import torch
from torch import nn

torch.manual_seed(0)
names = ["sample-%d" % number for number in range(64)]
samples = {name: torch.randn(8) for name in names}
if sys.argv[1] == "set":
    order = list(set(names))
elif sys.argv[1] == "folder":
    # As a download of several threads leaves it: the files are made in another order each time.
    folder = os.path.join(sys.argv[2], str(os.getpid()))
    os.mkdir(folder)
    random.SystemRandom().shuffle(names)
    for name in names:
        open(os.path.join(folder, name), "w").close()
    order = os.listdir(folder)

model = nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
data = [(samples[name], samples[name].sum(0, keepdim=True)) for name in order]
for x, y in torch.utils.data.DataLoader(data, batch_size=16):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
torch.save(model.state_dict(), "weights.pt")
