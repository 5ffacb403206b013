"""The built-in digits experiments, written plainly in PyTorch: what the runner's step time is held against.

    python python_digits.py --experiment digits-embedding --steps 200 --threads 2 [--deterministic] [--seed 0]

Same model, data, optimizer and settings as core/train; its random draws differ. Prints the hold-out accuracy and the
median step time, without the first tenth of the steps, as the runner does.
"""

import argparse
import gzip
import pathlib
import statistics
import time

import torch
from torch import nn

DATA = pathlib.Path(__file__).resolve().parents[2] / "resources" / "data" / "digits.csv.gz"
HOLD_OUT = 360


def load_digits():
    with gzip.open(DATA, "rt") as file:
        rows = torch.tensor([[int(cell) for cell in line.split(",")] for line in file])
    return rows[:, :64], rows[:, 64]


class LookUp(torch.autograd.Function):
    """Plain rows of a table whose gradient is added up by the operator that races on a CPU."""

    @staticmethod
    def forward(ctx, table, indices):
        ctx.save_for_backward(indices)
        ctx.rows = table.shape[0]
        return table.index_select(0, indices)

    @staticmethod
    def backward(ctx, gradient):
        (indices,) = ctx.saved_tensors
        total = gradient.new_zeros(ctx.rows, gradient.shape[1])
        return total.index_put_((indices,), gradient, accumulate=True), None


class DigitsEmbedding(nn.Module):
    def __init__(self, ordinal=2.0, noise=0.03, mean=False, relu=False):
        super().__init__()
        value = torch.arange(17).view(1, 17, 1) / 16
        rows = ordinal * value * torch.randn(64, 1, 32) + noise * torch.randn(64, 17, 32)
        self.table = nn.Parameter(rows.reshape(64 * 17, 32))
        self.hidden1 = nn.Linear(32, 128)
        self.hidden2 = nn.Linear(128, 128)
        self.output = nn.Linear(128, 10)
        self.mean = mean
        self.activation = torch.relu if relu else torch.tanh

    def prepared(self, pixels):
        return pixels + torch.arange(0, 64 * 17, 17)

    def forward(self, x):
        rows = LookUp.apply(self.table, x.flatten()).view(-1, 64, 32)
        x = rows.mean(1) if self.mean else rows.sum(1)
        x = self.activation(self.hidden1(x))
        x = self.activation(self.hidden2(x))
        return self.output(x)


class DigitsCnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, stride=2, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(32)
        self.output = nn.Linear(512, 10)

    def prepared(self, pixels):
        return (pixels / 16).view(-1, 1, 8, 8)

    def forward(self, x):
        x = torch.relu(self.norm1(self.conv1(x)))
        x = torch.relu(self.norm2(self.conv2(x)))
        return self.output(x.flatten(1))


def warm_up_then_decay(peak, warm_up, steps, step):
    if step < warm_up:
        return peak * (step + 1) / warm_up
    return peak * max(steps - step, 0) / (steps - warm_up)


def make(name, steps):
    """Model, batch size, label smoothing, optimizer, learning rate of a step."""
    if name == "digits-cnn":
        model = DigitsCnn()
        optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.01)
        return model, 64, 0.1, optimizer, lambda step: warm_up_then_decay(0.01, 20, steps, step)
    model = DigitsEmbedding()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
    return model, 64, 0.1, optimizer, lambda step: warm_up_then_decay(0.2, 50, steps, step)


def train(model, batch_size, smoothing, optimizer, rate, steps):
    pixels, labels = load_digits()
    inputs = model.prepared(pixels)
    count = len(labels) - HOLD_OUT
    criterion = nn.CrossEntropyLoss(label_smoothing=smoothing)
    seconds, order = [], torch.empty(0)
    for step in range(steps):
        start = time.perf_counter()
        if len(order) < batch_size:
            order = torch.randperm(count)
        ids, order = order[:batch_size], order[batch_size:]
        x, y = inputs[ids], labels[ids]
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.param_groups[0]["lr"] = rate(step)
        optimizer.step()
        seconds.append(time.perf_counter() - start)
    model.eval()
    with torch.no_grad():
        accuracy = (model(inputs[count:]).argmax(1) == labels[count:]).float().mean().item()
    return accuracy, statistics.median(seconds[len(seconds) // 10:]), loss.item()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experiment", default="digits-embedding", choices=["digits-embedding", "digits-cnn"])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deterministic", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    torch.use_deterministic_algorithms(arguments.deterministic)
    accuracy, median, _ = train(*make(arguments.experiment, arguments.steps), arguments.steps)
    print(f"hold-out: accuracy {100 * accuracy:.2f} %")
    print(f"step time: median {1000 * median:.3f} ms")


if __name__ == "__main__":
    main()
