"""Five steps, and then the end that the argument names."""
import ctypes
import json
import os
import resource
import signal
import sys

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(steps):
    for _ in range(steps):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(torch.randn(16, 4)), torch.randn(16, 1)).backward()
        optimizer.step()


kind = sys.argv[1]
train(5)
if kind == "exit_hard":
    os._exit(3)
elif kind == "exit_hard_0":
    os._exit(0)
elif kind == "crash":
    ctypes.string_at(0)
elif kind == "abort":
    os.abort()
elif kind == "disk_full":
    size = os.path.getsize(json.loads(os.environ["FIRSTSPLIT_RUN"])["journal"])
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    train(5)
    torch.save(model.state_dict(), "weights.pt")
elif kind == "sigkill":
    os.kill(os.getpid(), signal.SIGKILL)
elif kind == "execv":
    os.execv(sys.executable, [sys.executable, __file__, "finish"])
elif kind == "fork_child_trains":
    child = os.fork()
    train(3 if child == 0 else 0)
    if child == 0:
        sys.exit(0)
    os.waitpid(child, 0)
elif kind in ("close_fds", "close_all_fds", "dup2"):
    if kind != "dup2":
        os.closerange(3, 4096 if kind == "close_all_fds" else 64)
    file = os.open("mine.txt", os.O_WRONLY | os.O_CREAT)
    os.write(file, b"untouched")
    if kind == "close_all_fds":  # under all numbers that were free
        copies = [os.dup(file) for _ in range(1000)]
    elif kind == "dup2":
        for number in range(890, 920):  # at once
            os.dup2(file, number)
    train(5)
    os.write(file, b"!")
elif kind == "close_standard":
    os.closerange(0, 3)
    train(5)
elif kind == "raise":
    raise ValueError("the data ended too soon")
elif kind == "chdir":
    os.chdir("/")
    train(5)
