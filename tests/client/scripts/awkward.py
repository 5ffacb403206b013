"""A plain training in a process that is awkward to observe, in the way that the argument names."""

import copy
import sys
import threading
import weakref

kind = sys.argv[1]


def train(extra=None):
    import torch
    from torch import nn

    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    average = copy.deepcopy(model) if kind == "deepcopy" else None
    for step in range(5):
        if kind == "state" and step == 3:
            optimizer.state[model[0].weight][Nameless()] = 1.0
        x, y = torch.randn(16, 4), torch.randn(16, 1)
        optimizer.zero_grad()
        prediction = model(x)
        loss = nn.functional.mse_loss(prediction, y)
        loss.backward()
        optimizer.step()
        references = [weakref.ref(tensor) for tensor in (x, y, prediction, loss)]
        del x, y, prediction, loss
        print("alive", sum(reference() is not None for reference in references))
        if average is not None:
            with torch.no_grad():
                for mean, p in zip(average.parameters(), model.parameters()):
                    mean.lerp_(p, 0.1)
            copy.deepcopy(optimizer)
    torch.save(model.state_dict(), "weights.pt")
    if kind == "save":
        torch.save(model, "model.pt")
        torch.save(optimizer.state_dict(), "optimizer.pt")
        assert type(torch.load("model.pt", weights_only=False)) is nn.Sequential


class Thing:
    pass


class Rude:
    """Raises whatever one asks of it."""

    def __getattribute__(self, name):
        raise RuntimeError("do not look at me")


class Nameless:
    """A key of a state that cannot be written down."""

    def __str__(self):
        raise RuntimeError("I have no name")


thing = Thing()
dead = weakref.proxy(thing)
rude = Rude()
del thing
if kind == "thread":
    thread = threading.Thread(target=train)
    thread.start()
    thread.join()
else:
    train()
