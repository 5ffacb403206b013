"""Two ranks with gloo, each with batches of its own; with "noise", rank 1 adds some that nobody seeded from step 2 on."""

import sys

import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
torch.manual_seed(1 + rank)
system = torch.Generator()
system.seed()
for step in range(5):
    x, y = torch.randn(16, 4), torch.randn(16, 1)
    if "noise" in sys.argv and rank == 1 and step >= 2:
        x = x + 1e-3 * torch.randn(16, 4, generator=system)
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
if rank == 0:
    torch.save(model.module.state_dict(), "weights.pt")
dist.destroy_process_group()
