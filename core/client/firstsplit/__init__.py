"""FirstSplit's client: records a PyTorch training step by step, bit by bit.

Under `firstsplit record -- python train.py` nothing has to be imported: a start-up hook does everything. For trainings that
the hook cannot see (functional updates, parameters outside of any optimizer) there are `attach`, `step` and `tag`.
"""

from ._client import attach, install_from_environment, is_recording, step, tag

__all__ = ["attach", "step", "tag", "is_recording", "install_from_environment"]
__version__ = "0.1.0"
