"""Five steps with the kind of optimizer that the argument names."""
import sys

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
kind = sys.argv[1]


class Custom(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p -= group["lr"] * p.grad.sign()


if kind == "custom":
    optimizer = Custom(model.parameters(), lr=1e-2)
elif kind == "fused":
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, fused=True)
elif kind == "foreach":
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, foreach=True)
else:
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
for _ in range(5):
    x, y = torch.randn(16, 4), torch.randn(16, 1)
    loss = nn.functional.mse_loss(model(x), y)
    if kind == "autograd_grad":
        for p, g in zip(model.parameters(), torch.autograd.grad(loss, list(model.parameters()))):
            p.grad = g
    else:
        optimizer.zero_grad(set_to_none=kind != "zeros")
        loss.backward()
    optimizer.step()
torch.save(model.state_dict(), "weights.pt")
