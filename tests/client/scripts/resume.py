"""Three epochs with a checkpoint after the first; with a word, it goes on from the checkpoint and restores all but that:
"nothing" (all is restored), "random" or "optimizer"."""

import sys

import torch
from torch import nn

lost = sys.argv[1] if len(sys.argv) > 1 else None
torch.manual_seed(0)
data = torch.utils.data.TensorDataset(torch.randn(64, 8), torch.randint(0, 3, (64,)))
loader = torch.utils.data.DataLoader(data, batch_size=16, shuffle=True)
model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(0.1), nn.Linear(16, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
if lost:
    checkpoint = torch.load("checkpoint.pt")
    model.load_state_dict(checkpoint["model"])
    if lost != "optimizer":
        optimizer.load_state_dict(checkpoint["optimizer"])
    if lost != "random":
        torch.set_rng_state(checkpoint["random"])
for epoch in range(1 if lost else 0, 3):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    if epoch == 0:
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "random": torch.get_rng_state()}
        torch.save(state, "checkpoint.pt")
