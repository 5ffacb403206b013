"""A gradient scaler with one infinite batch; the optimizer is plain or fused (argument)."""
import sys

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
fused = "fused" in sys.argv
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, fused=fused)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
for iteration in range(8):
    x, y = torch.randn(16, 4), torch.randn(16, 1)
    if iteration == 3:
        x[0, 0] = float("inf")
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
torch.save(model.state_dict(), "weights.pt")
