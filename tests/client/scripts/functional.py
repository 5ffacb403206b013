"""torch.func: no backward(), parameters are clones of a module's."""
import torch
from torch import nn
from torch.func import functional_call, grad

torch.manual_seed(0)
model = nn.Linear(4, 1)
parameters = {k: v.detach().clone() for k, v in model.named_parameters()}
optimizer = torch.optim.SGD(parameters.values(), lr=0.1)
x, y = torch.randn(32, 4), torch.randn(32, 1)


def loss_of(p):
    return nn.functional.mse_loss(functional_call(model, p, (x,)), y)


for _ in range(4):
    gradients = grad(loss_of)(parameters)
    for name, p in parameters.items():
        p.grad = gradients[name]
    optimizer.step()
torch.save(parameters, "weights.pt")
