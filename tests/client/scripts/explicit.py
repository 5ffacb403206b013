"""Explicit use of the package, which is not installed when nobody records: updates by hand or by a functional optimizer,
an optimizer beside explicit steps, and a tagged activation (argument)."""

import sys

import torch
from torch import nn
from torch.func import functional_call, grad_and_value

try:
    import firstsplit
except ImportError:
    firstsplit = None

kind = sys.argv[1]
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
x, y = torch.randn(32, 4), torch.randn(32, 1)

if kind == "functional":
    parameters = {name: p.detach().clone() for name, p in model.named_parameters()}
    if firstsplit:
        firstsplit.attach(parameters)
    step = grad_and_value(lambda p: nn.functional.mse_loss(functional_call(model, p, (x,)), y))
    for _ in range(4):
        gradients, loss = step(parameters)
        parameters = {name: p - 0.1 * gradients[name] for name, p in parameters.items()}
        if firstsplit:
            firstsplit.step(loss=loss, batch={"x": x, "y": y}, parameters=parameters, gradients=gradients)
    torch.save(parameters, "weights.pt")
else:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    if firstsplit:
        firstsplit.attach(model, *([optimizer] if kind == "tag" else []))
    for _ in range(4):
        hidden = model[:2](x)
        if firstsplit and kind == "tag":
            firstsplit.tag("hidden", hidden)
        for half in range(2):  # two updates: one explicit step
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), y)
            loss.backward()
            if kind == "module" or half:
                optimizer.step()
        if firstsplit and kind == "module":
            firstsplit.step(loss=loss, batch=(x, y))
    torch.save(model.state_dict(), "weights.pt")
