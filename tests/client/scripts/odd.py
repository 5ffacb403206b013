"""Four steps of something that few trainings do."""

import queue
import sys
import threading

import torch
from torch import nn

torch.manual_seed(0)
kind = sys.argv[1]
data = torch.utils.data.TensorDataset(torch.randn(64, 8), torch.randn(64, 3))
model = nn.Linear(8, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


class BareState(torch.optim.SGD):
    """Keeps a tensor, not a dictionary, for each parameter."""

    @torch.no_grad()
    def step(self):
        for parameter in model.parameters():
            self.state[parameter] = self.state.get(parameter, torch.zeros_like(parameter)) + parameter.grad
            parameter -= 0.1 * self.state[parameter]


class Masked(nn.Module):
    def forward(self, x, cache):
        return model(x)


def ahead(loader):
    """As a background generator does: another thread reads as far as it gets."""
    ready = queue.Queue(maxsize=3)
    threading.Thread(target=lambda: [ready.put(batch) for batch in loader] + [ready.put(None)], daemon=True).start()
    return iter(ready.get, None)


def batches():
    if kind in ("thread", "iterator"):
        loader = torch.utils.data.DataLoader(data, batch_size=16)
        return ahead(loader) if kind == "thread" else loader
    return zip(*[part.split(16) for part in data.tensors])


if kind == "bare_state":
    optimizer = BareState(model.parameters(), lr=0.1)
elif kind == "default_device":
    torch.set_default_device("meta")
for x, y in batches():
    optimizer.zero_grad()
    cache = None
    if kind == "freed":
        cache = torch.ones(1000)
        cache.untyped_storage().resize_(0)
    elif kind == "nested":
        cache = torch.nested.nested_tensor(list(x.split(4)), layout=torch.strided)
    loss = nn.functional.mse_loss(Masked()(x, cache), y)
    if kind == "iterator":
        torch.autograd.backward(part for part in [0.5 * loss, 0.5 * loss])
    else:
        loss.backward()
    optimizer.step()
torch.save(model.state_dict(), "weights.pt")
