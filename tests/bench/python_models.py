"""resnet18 and text-transformer, written plainly in PyTorch: what the runner's step time is held against.

    python python_models.py --experiment resnet18 --steps 20 --threads 2 [--autocast] [--channels-last]

Same model, batch, optimizer and settings as core/train; its random draws differ. Prints the last loss and the median
step time, without the first tenth of the steps, as the runner does.
"""

import argparse
import gzip
import pathlib
import statistics
import time

import torch
from torch import nn
from torch.nn import functional

TEXT = pathlib.Path(__file__).resolve().parents[2] / "resources" / "data" / "opticks.txt.gz"


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or inputs != outputs:
            self.downsample = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += identity
        return self.relu(out)


class ResNet18(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        blocks, inputs = [], 64
        for stage in range(4):
            for i in range(2):
                outputs = 64 << stage
                blocks.append(Block(inputs, outputs, 2 if stage > 0 and i == 0 else 1))
                inputs = outputs
        self.layers = nn.Sequential(*blocks)
        self.fc = nn.Linear(512, 10)

    def forward(self, x):
        x = self.layers(self.relu(self.bn1(self.conv1(x))))
        return self.fc(x.mean((2, 3)))


class TransformerBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention, self.projection = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.widen, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        n, positions, width = x.shape
        qkv = self.attention(self.norm1(x)).view(n, positions, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.projection(mixed.transpose(1, 2).reshape(n, positions, width))
        return x + self.narrow(functional.gelu(self.widen(self.norm2(x))))


class Transformer(nn.Module):
    def __init__(self, vocabulary, length=64, width=128, heads=4, blocks=2):
        super().__init__()
        self.characters, self.positions = nn.Embedding(vocabulary, width), nn.Parameter(torch.randn(length, width) * 0.02)
        self.blocks = nn.Sequential(*(TransformerBlock(width, heads) for _ in range(blocks)))
        self.norm, self.output = nn.LayerNorm(width), nn.Linear(width, vocabulary)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, std=0.02)

    def forward(self, x):
        return self.output(self.norm(self.blocks(self.characters(x) + self.positions))).flatten(0, -2)


class Pictures:
    """Noise of CIFAR-10's shape."""

    def __init__(self, count=2048):
        self.pixels = torch.randint(256, (count, 3, 32, 32), dtype=torch.uint8)
        self.labels = torch.randint(10, (count,))
        self.mean = torch.tensor([125.307, 122.950, 113.865]).view(1, 3, 1, 1)
        self.deviation = torch.tensor([62.993, 62.089, 66.705]).view(1, 3, 1, 1)

    def __len__(self):
        return len(self.labels)

    def at(self, ids):
        return (self.pixels[ids].float() - self.mean) / self.deviation, self.labels[ids]


class Windows:
    def __init__(self, length=64):
        text = gzip.decompress(TEXT.read_bytes())
        numbers = {byte: number for number, byte in enumerate(sorted(set(text)))}
        self.vocabulary = len(numbers)
        count = (len(text) - 1) // length
        characters = torch.tensor([numbers[byte] for byte in text[: count * length + 1]])
        self.inputs, self.targets = characters[:-1].view(-1, length), characters[1:].view(-1, length)

    def __len__(self):
        return len(self.inputs) * 9 // 10

    def at(self, ids):
        return self.inputs[ids], self.targets[ids].flatten()


def train(name, steps, autocast, channels_last):
    if name == "resnet18":
        data, model, batch_size = Pictures(), ResNet18(), 32
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, fused=True)
    else:
        data = Windows()
        model, batch_size = Transformer(data.vocabulary), 16
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.003, weight_decay=0.01, fused=True)
    if channels_last:
        model = model.to(memory_format=torch.channels_last)
    criterion, seconds, order = nn.CrossEntropyLoss(), [], torch.empty(0)
    for _ in range(steps):
        start = time.perf_counter()
        if len(order) < batch_size:
            order = torch.randperm(len(data))
        ids, order = order[:batch_size], order[batch_size:]
        x, y = data.at(ids)
        if channels_last:
            x = x.contiguous(memory_format=torch.channels_last)
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=autocast):
            loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        seconds.append(time.perf_counter() - start)
    return loss.item(), statistics.median(seconds[len(seconds) // 10:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experiment", default="resnet18", choices=["resnet18", "text-transformer"])
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--autocast", action="store_true")
    parser.add_argument("--channels-last", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    loss, median = train(arguments.experiment, arguments.steps, arguments.autocast, arguments.channels_last)
    print(f"last loss: {loss:.6g}")
    print(f"step time: median {1000 * median:.3f} ms")


if __name__ == "__main__":
    main()
