"""An optimizer a parameter, stepped inside backward()."""
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizers = {p: torch.optim.SGD([p], lr=0.1, foreach=False) for p in model.parameters()}


def hook(parameter):
    optimizers[parameter].step()
    optimizers[parameter].zero_grad()


for p in model.parameters():
    p.register_post_accumulate_grad_hook(hook)
x, y = torch.randn(32, 4), torch.randn(32, 1)
for _ in range(5):
    nn.functional.mse_loss(model(x), y).backward()
torch.save(model.state_dict(), "weights.pt")
