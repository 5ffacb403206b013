"""A GAN: two optimizers, the discriminator's step has two backwards."""
import torch
from torch import nn

torch.manual_seed(0)
generator = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
discriminator = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1))
g_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
d_optimizer = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
criterion = nn.BCEWithLogitsLoss()
for _ in range(8):
    real = torch.randn(16, 2) + 2
    fake = generator(torch.randn(16, 2))
    d_optimizer.zero_grad()
    criterion(discriminator(real), torch.ones(16, 1)).backward()
    criterion(discriminator(fake.detach()), torch.zeros(16, 1)).backward()
    d_optimizer.step()
    g_optimizer.zero_grad()
    criterion(discriminator(fake), torch.ones(16, 1)).backward()
    g_optimizer.step()
torch.save([generator.state_dict(), discriminator.state_dict()], "weights.pt")
