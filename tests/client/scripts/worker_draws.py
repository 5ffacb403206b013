"""Data workers that draw from torch, NumPy and Python, and start badly: workers_start(fork or spawn) number(of workers)."""

import random
import sys

import numpy as np
import torch
from torch import nn


class Noisy(torch.utils.data.Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        noise = np.random.normal(size=8) + random.random() + torch.rand(8).numpy()
        return torch.full((8,), float(index)) + torch.from_numpy(noise).float(), torch.tensor(index % 3)


def start_badly(worker):
    np.random.seed()  # from the system: what torch had seeded is gone


def main():
    torch.manual_seed(0)
    model = nn.Linear(8, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    loader = torch.utils.data.DataLoader(
        Noisy(), batch_size=16, shuffle=True, num_workers=int(sys.argv[2]), multiprocessing_context=sys.argv[1],
        worker_init_fn=start_badly, persistent_workers="persistent" in sys.argv,
    )
    for _ in range(2):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    torch.save(model.state_dict(), "weights.pt")


if __name__ == "__main__":
    main()
