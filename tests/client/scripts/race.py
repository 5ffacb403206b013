"""Indexing whose backward pass adds with several threads, as they come."""

import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(2)
table = nn.Parameter(torch.randn(50, 64))
index, scale = torch.randint(0, 50, (16384,)), torch.randn(16384, 1)
head = nn.Linear(64, 1)
optimizer = torch.optim.SGD([table, *head.parameters()], lr=0.01)
for _ in range(20):
    optimizer.zero_grad()
    head(table[index] * scale).square().mean().backward()
    optimizer.step()
torch.save(table, "weights.pt")
