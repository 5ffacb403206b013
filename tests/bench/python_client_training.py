"""A training that does as many steps as each line of standard input says, and answers with the processor time of one, in
seconds. Written as any script is: it knows nothing of a recorder.

    python python_client_training.py sgd|adamw|resnet18
"""

import random
import sys
import time

import torch
from torch import nn

from python_models import Pictures, ResNet18

try:
    import numpy  # noqa: F401  its generator's state is recorded too
except ImportError:
    pass

torch.manual_seed(0)
random.seed(0)
name = sys.argv[1]
if name == "resnet18":
    data, model, batch_size = Pictures(), ResNet18(), 32
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    batch = data.at
else:
    samples, labels, batch_size = torch.randn(2048, 16), torch.randint(10, (2048,)), 32
    model = nn.Sequential(*[nn.Linear(16, 16) for _ in range(4)], nn.Linear(16, 10))
    optimizer = torch.optim.AdamW(model.parameters()) if name == "adamw" else torch.optim.SGD(model.parameters(), lr=0.1)

    def batch(ids):
        return samples[ids], labels[ids]


criterion = nn.CrossEntropyLoss()


def step():
    x, y = batch(torch.randint(2048, (batch_size,)))
    optimizer.zero_grad()
    criterion(model(x), y).backward()
    optimizer.step()


for _ in range(3):
    step()
for line in sys.stdin:
    start = time.process_time()
    for _ in range(int(line)):
        step()
    print((time.process_time() - start) / max(1, int(line)), flush=True)
