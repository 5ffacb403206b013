"""Seeds anew at the start of each epoch, so that each sees the same batches with the same noise."""

import torch
from torch import nn

data = torch.utils.data.TensorDataset(torch.arange(64.0).reshape(64, 1), torch.arange(64.0).reshape(64, 1))
model = nn.Linear(1, 1)
nn.init.zeros_(model.weight)
nn.init.zeros_(model.bias)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-5)
for epoch in range(3):
    torch.manual_seed(0)
    for x, y in torch.utils.data.DataLoader(data, batch_size=16, shuffle=True):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x + torch.randn_like(x)), y).backward()
        optimizer.step()
torch.save(model.state_dict(), "weights.pt")
