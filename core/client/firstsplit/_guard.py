"""What our own code runs under inside a training: unseen by ourselves, without effect on gradients, never fatal."""

import contextlib
import signal
import threading
import traceback

import torch

_is_grad_enabled, _set_grad_enabled = torch.is_grad_enabled, torch._C._set_grad_enabled
_is_any_autocast_enabled = getattr(torch._C, "_is_any_autocast_enabled", None) or (
    lambda: torch.is_autocast_enabled() or torch.is_autocast_enabled("cpu")
)


def _is_from_a_signal(trace):
    """A handler of the script raised it while our code ran."""
    handlers = {getattr(signal.getsignal(number), "__code__", None) for number in signal.valid_signals()} - {None}
    return any(frame.f_code in handlers for frame, _ in traceback.walk_tb(trace))


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
        try:
            return kind is not None and self._survives(kind, error, trace)
        finally:
            self._lock.release()

    def _survives(self, kind, error, trace):
        """Whether the exception ends here: not what came through us from a signal, though it may have left a step half done."""
        is_ours = issubclass(kind, Exception) and not _is_from_a_signal(trace)
        if not self.off:
            self.off = True
            words = traceback.format_exception_only(kind, error)[-1].strip()
            self.fault = ("an error of the recorder's own: " if is_ours else "an interruption while it recorded: ") + words
            text = "".join(traceback.format_exception(kind, error, trace, limit=-4)) if is_ours else words
            self._report("the recording ends here, by %s" % (self.fault if not is_ours else "an error of its own: " + text))
        return is_ours
