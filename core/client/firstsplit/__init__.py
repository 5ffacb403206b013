"""FirstSplit's client: records a PyTorch training step by step, bit by bit.

Under ``firstsplit record -- python train.py`` nothing has to be imported: a start-up hook does everything. For trainings that
the hook cannot see whole (functional updates, parameters outside of any optimizer) there are `attach`, `step` and `tag`.
They do nothing when no recorder started the script, and cost nothing then: torch is not even imported.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

if TYPE_CHECKING:
    import torch

__all__ = ["attach", "is_recording", "step", "tag"]
__version__ = "0.1.0"


def _find_client() -> Any:
    """The client of this process, which may be the hook's copy of this package; None without a recorder."""
    client = sys.modules.get("_firstsplit_client._client")
    if client is None and os.environ.get("FIRSTSPLIT_RUN"):
        from . import _client as client  # the hook was kept out, by python -I for example

        client.install_from_environment()
    return client


def is_recording() -> bool:
    """Whether this process has a journal that takes what it trains."""
    client = _find_client()
    return client is not None and client.is_recording()


def attach(
    model: Union[torch.nn.Module, Mapping[str, torch.Tensor]],
    optimizer: Optional[torch.optim.Optimizer] = None,
) -> None:
    """Takes the parameters and buffers of `model` under its own names, and their state before training now.

    model: a module, or a mapping from names to tensors. With `optimizer`, a step ends at each ``optimizer.step()`` as usual;
    without, it ends at each `step` of this package only, whatever happens between."""
    client = _find_client()
    if client is not None:
        client.attach(model, optimizer)


def step(
    loss: Optional[torch.Tensor] = None,
    batch: Any = None,
    parameters: Optional[Mapping[str, torch.Tensor]] = None,
    gradients: Optional[Mapping[str, torch.Tensor]] = None,
) -> None:
    """Ends a step: takes loss, batch, gradients and parameters as they are now.

    batch: any nesting of lists, tuples, mappings and dataclasses with tensors in it. parameters, gradients: for functional
    code, whose tensors are new ones after each step; otherwise those that are attached, and their ``.grad``."""
    client = _find_client()
    if client is not None:
        client.step(loss, batch, parameters, gradients)


def tag(name: str, tensor: torch.Tensor) -> None:
    """Fingerprints a tensor of the forward pass under a name of your own; it is compared beside the step's loss."""
    client = _find_client()
    if client is not None:
        client.tag(name, tensor)
