"""Two persistent data workers, forked or spawned (argument)."""
import sys

import torch
from torch import nn


class Squares(torch.utils.data.Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        return torch.randn(4) + index, torch.tensor([float(index)])


def main():
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-5)
    loader = torch.utils.data.DataLoader(
        Squares(), batch_size=16, shuffle=True, num_workers=2, persistent_workers=True, multiprocessing_context=sys.argv[1]
    )
    for _ in range(2):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
    torch.save(model.state_dict(), "weights.pt")


if __name__ == "__main__":
    main()
