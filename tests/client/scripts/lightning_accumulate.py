"""Lightning: two micro-batches a step, clipped, with validation after each epoch. Argument: a seed."""

import sys

import lightning as L
import torch
from torch import nn


class Module(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 1))
        self.gradients = []  # as each step leaves them behind

    def training_step(self, batch, index):
        x, y = batch
        return nn.functional.mse_loss(self.net(x), y)

    def validation_step(self, batch, index):
        x, y = batch
        self.log("val_loss", nn.functional.mse_loss(self.net(x), y))

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=1e-2)

    def optimizer_step(self, *arguments):
        super().optimizer_step(*arguments)
        self.gradients.append([parameter.grad.clone() for parameter in self.parameters()])


L.seed_everything(int(sys.argv[1]))
data = torch.utils.data.TensorDataset(torch.randn(64, 8), torch.randn(64, 1))
held_out = torch.utils.data.TensorDataset(torch.randn(16, 8), torch.randn(16, 1))
module = Module()
trainer = L.Trainer(
    max_epochs=2, accelerator="cpu", precision="bf16-mixed", accumulate_grad_batches=2, gradient_clip_val=1.0,
    logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False,
)  # fmt: skip
trainer.fit(
    module,
    torch.utils.data.DataLoader(data, batch_size=8, shuffle=True),
    torch.utils.data.DataLoader(held_out, batch_size=8),
)
torch.save(module.state_dict(), "weights.pt")
torch.save(module.gradients, "gradients.pt")
