"""Three epochs with a checkpoint after the first; with a word, it goes on from the checkpoint and restores all but that:
"nothing" (all is restored), "random", "optimizer", "scaler", or "order" (the loader's own generator)."""

import sys

import torch
from torch import nn

lost = sys.argv[1] if len(sys.argv) > 1 else None
torch.manual_seed(0)
data = torch.utils.data.TensorDataset(torch.randn(64, 8), torch.randint(0, 3, (64,)))
order = torch.Generator().manual_seed(1)
loader = torch.utils.data.DataLoader(data, batch_size=16, shuffle=True, generator=order)
model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(0.1), nn.Linear(16, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=3)
if lost:
    checkpoint = torch.load("checkpoint.pt")
    model.load_state_dict(checkpoint["model"])
    if lost != "optimizer":
        optimizer.load_state_dict(checkpoint["optimizer"])
    if lost != "random":
        torch.set_rng_state(checkpoint["random"])
    if lost != "scaler":
        scaler.load_state_dict(checkpoint["scaler"])
    if lost != "order":
        order.set_state(checkpoint["order"])
for epoch in range(1 if lost else 0, 3):
    for x, y in loader:
        optimizer.zero_grad()
        scaler.scale(nn.functional.cross_entropy(model(x), y)).backward()
        scaler.step(optimizer)
        scaler.update()
    if epoch == 0:
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scaler": scaler.state_dict()}
        state.update(random=torch.get_rng_state(), order=order.get_state())
        torch.save(state, "checkpoint.pt")
