"""Sums whose last bits depend on the number of threads."""

import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(256, 1024)
model = nn.Sequential(nn.Linear(1024, 256), nn.LayerNorm(256), nn.Linear(256, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(3):
    optimizer.zero_grad()
    model(x).square().mean().backward()
    optimizer.step()
torch.save(model.state_dict(), "weights.pt")
