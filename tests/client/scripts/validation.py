"""Validation after each epoch draws random numbers, in a run that finds no file "seen" only; it leaves one."""

import os

import torch
from torch import nn

torch.manual_seed(0)
validates = not os.path.exists("seen")
open("seen", "w").close()
data = torch.utils.data.TensorDataset(torch.randn(64, 8), torch.randint(0, 3, (64,)))
loader = torch.utils.data.DataLoader(data, batch_size=16, shuffle=True)
model = nn.Linear(8, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    if validates:
        with torch.no_grad():
            model(torch.randn(16, 8))
torch.save(model.state_dict(), "weights.pt")
