"""What our own code runs under inside a training: unseen by ourselves, without effect on gradients, never fatal."""

import contextlib
import threading
import traceback

import torch

_is_grad_enabled, _set_grad_enabled = torch.is_grad_enabled, torch._C._set_grad_enabled
_is_any_autocast_enabled = getattr(torch._C, "_is_any_autocast_enabled", None) or (
    lambda: torch.is_autocast_enabled() or torch.is_autocast_enabled("cpu")
)


class Local(threading.local):
    in_root = False  # inside a module's call
    busy = False  # inside our own code
    backward_depth = 0


class Guard:
    def __init__(self, report):
        """report(text) tells of a fault of ours, which ends the recording: what was left half done would look like a split."""
        self._report = report
        self.restart()

    def restart(self):
        """In a forked child, whose locks may be held by threads that are not there."""
        self.off = False
        self.fault = ""  # what the first error said
        self._lock = threading.RLock()
        self.local = Local()
        self._had_gradients, self._autocast = True, None

    def asleep(self):
        return self.off or self.local.busy

    # Entered several times a step: no generators, and torch's switches without their wrappers. Who holds the lock owns the
    # two attributes that are put back at the exit.

    def __enter__(self):
        self._lock.acquire()
        self.local.busy = True
        self._had_gradients = _is_grad_enabled()
        _set_grad_enabled(False)
        if _is_any_autocast_enabled():
            self._autocast = contextlib.ExitStack()
            for device in ("cuda", "cpu"):
                self._autocast.enter_context(torch.autocast(device, enabled=False))

    def __exit__(self, kind, error, trace):
        if self._autocast is not None:
            autocast, self._autocast = self._autocast, None
            autocast.close()
        _set_grad_enabled(self._had_gradients)
        self.local.busy = False
        self._lock.release()
        return kind is not None and self._survives(kind, error, trace)

    def _survives(self, kind, error, trace):
        if not issubclass(kind, Exception):
            return False
        if not self.off:
            self.off = True
            self.fault = traceback.format_exception_only(kind, error)[-1].strip()
            text = "".join(traceback.format_exception(kind, error, trace, limit=-4))
            self._report("the recorder met an error of its own, and ends here: " + text)
        return True
