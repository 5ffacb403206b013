"""torch.compile around the model, the loss function or the optimizer's step (argument)."""
import sys

import torch
import torch._dynamo
from torch import nn

kind = sys.argv[1]
torch.manual_seed(0)
torch._dynamo.reset()
counts = {"graphs": 0}


def backend(graph, inputs):
    counts["graphs"] += 1
    return graph.forward


model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
used = torch.compile(model, backend=backend, fullgraph=kind == "fullgraph") if kind in ("model", "fullgraph") else model


def loss_of(x, y):
    return nn.functional.mse_loss(used(x), y)


if kind == "function":
    loss_of = torch.compile(loss_of, backend=backend)


def step():
    optimizer.step()


if kind == "step":
    step = torch.compile(step, backend=backend)
for _ in range(6):
    x, y = torch.randn(16, 4), torch.randn(16, 1)
    optimizer.zero_grad()
    loss_of(x, y).backward()
    step()
reasons = torch._dynamo.utils.counters["graph_break"]
# Where an optimizer has hooks, whoever's they are, torch 2.15 counts its wrapper's break once, and else twice.
breaks = len(reasons) if kind == "step" else sum(reasons.values())
print("graphs", counts["graphs"], "breaks", breaks)
torch.save(model.state_dict(), "weights.pt")
