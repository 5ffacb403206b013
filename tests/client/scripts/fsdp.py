"""Two ranks with gloo, parameters sharded between them."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
fully_shard(model, mesh=torch.distributed.init_device_mesh("cpu", (2,)))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
torch.manual_seed(1 + dist.get_rank())
for _ in range(5):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(torch.randn(16, 4)), torch.randn(16, 2)).backward()
    optimizer.step()
dist.barrier()
dist.destroy_process_group()
