"""LBFGS: three steps, four closure calls each."""
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
x, y = torch.randn(32, 4), torch.randn(32, 1)
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=4, max_eval=4, tolerance_grad=0, tolerance_change=0)


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    return loss


for _ in range(3):
    optimizer.step(closure)
torch.save(model.state_dict(), "weights.pt")
