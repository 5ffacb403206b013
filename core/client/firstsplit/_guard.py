"""What our own code runs under inside a training: unseen by ourselves, without effect on gradients, never fatal."""

import contextlib
import threading
import traceback

import torch

_MOST_FAULTS = 3


class Local(threading.local):
    in_root = False  # inside a module's call
    busy = False  # inside our own code
    backward_depth = 0


class Guard:
    def __init__(self, report):
        """report(text) tells of a fault of ours: the first one, and that after the third the observer is off."""
        self._report = report
        self._faults = 0
        self.off = False
        self.restart()

    def restart(self):
        """In a forked child, whose locks may be held by threads that are not there."""
        self._lock = threading.RLock()
        self.local = Local()

    def asleep(self):
        return self.off or self.local.busy

    @contextlib.contextmanager
    def __call__(self):
        self.local.busy = True
        try:
            with self._lock, torch.no_grad(), _no_autocast():
                yield
        except Exception:
            self._faults += 1
            if self._faults == 1:
                self._report("the recorder met an error of its own: " + traceback.format_exc(limit=-4))
            if self._faults >= _MOST_FAULTS:
                self.off = True
                self._report("the recorder switched itself off after three errors; the training goes on unrecorded")
        finally:
            self.local.busy = False


@contextlib.contextmanager
def _no_autocast():
    if torch.is_autocast_enabled() or torch.is_autocast_enabled("cpu"):
        with torch.autocast("cuda", enabled=False), torch.autocast("cpu", enabled=False):
            yield
    else:
        yield
