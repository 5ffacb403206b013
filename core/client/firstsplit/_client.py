"""One recorder for this process: opened at the first sign of training, closed at the process's end."""

import atexit
import json
import os
import traceback

import torch

from . import _fingerprints, _settings
from ._append_file import watch_descriptors
from ._exits import before_hard_exits
from ._facts import environment
from ._journal import JournalWriter, process_identity, utc_now
from ._observe import Observer
from ._recorder import Recorder
from ._tell import tell
from ._worker_starts import WorkerStarts, note_starts

_VARIABLE = "FIRSTSPLIT_RUN"
_MOST_PROCESSES = 4096

_request = None
_observer = None
_writer = None
_faults = []


def install_from_environment():
    """What the start-up hook calls once torch is there. Does nothing without FIRSTSPLIT_RUN, or when called again."""
    global _request, _observer
    text = os.environ.get(_VARIABLE)
    if not text or _observer is not None:
        return
    _request = json.loads(text)
    if _request.get("format") != "firstsplit.request/1":
        raise RuntimeError("the launcher and this client are of different versions of FirstSplit")
    _faults.extend(_settings.apply(_request.get("settings", {})))
    if _request.get("settings", {}).get("recorder") == "off":
        return
    starts = None
    if _request.get("settings", {}).get("seed.workers") != "per_sample":
        note_starts(_request["journal"])
        starts = WorkerStarts(_request["journal"])
    _observer = Observer(_open_recorder, _report, starts)
    missing = _observer.install()
    if missing:
        _faults.append("this torch has no %s: what goes through it is not seen" % ", ".join(missing))
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_after_fork)
    atexit.register(_finish)
    before_hard_exits(_finish)
    watch_descriptors()


def is_recording():
    return _writer is not None and _writer.detach_reason is None


def attach(model, optimizer):
    if _observer is not None:
        _observer.attach(model, optimizer)


def step(loss, batch, parameters, gradients):
    if _observer is not None:
        _observer.explicit_step(loss, batch, parameters, gradients)


def tag(name, tensor):
    if _observer is not None:
        _observer.tag(name, tensor)


def _journal_paths():
    """The request's own path, then A.1.split.part, A.2.split.part …: a process, or rank, each."""
    first = _request["journal"]
    stem = first[: -len(".split.part")] if first.endswith(".split.part") else first
    rank = os.environ.get("RANK", "")
    start = int(rank) if rank.isdigit() else 0
    for number in range(start, start + _MOST_PROCESSES):
        yield first if number == 0 else "%s.%d.split.part" % (stem, number)


def _open_recorder(facts):
    global _writer
    hello = {
        "format": "firstsplit.journal/1",
        "client": "firstsplit Python client 0.1.0",
        "device": "cuda:%d" % torch.cuda.current_device() if torch.cuda.is_initialized() else "cpu",
        "environment": {**environment(), **facts},
        "request": _request,
        "start_time": utc_now(),
        "process": process_identity(),
    }
    seed = _request.get("settings", {}).get("seed", "")
    if seed.isdigit():
        hello["seed"] = int(seed)
    for path in _journal_paths():
        try:
            _writer = JournalWriter(path, hello)
            break
        except FileExistsError:
            continue
    _writer.settings_in_force("start", _settings.in_force())
    if _fingerprints.native_library is None:
        _writer.log("info", None, "fingerprints by torch's own operations: " + str(_fingerprints.native_missing_reason))
    for fault in _faults:
        _writer.log("warning", None, fault)
    return Recorder(_writer, _request)


def _report(text):
    if _writer is not None:
        _writer.log("error", None, text)
    else:
        tell(text)


def _after_fork():
    """A forked child writes nothing into its parent's journal; when it trains, it opens one of its own."""
    global _writer
    _writer = None
    if _observer is not None:
        _observer.forget_after_fork()


def _finish(reason="finished"):
    """Once a process; a journal without an end says that the process was killed."""
    global _writer
    try:
        if _observer is not None:
            _observer.finish()
        if _writer is not None:
            _writer.settings_in_force("end", _settings.in_force())
            if _writer.times_blocked:
                text = "the training waited %d times for the disk" % _writer.times_blocked
                _writer.log("warning", None, text)
            fault = _observer.fault() if _observer is not None else ""
            state = "failed" if fault or reason.startswith("os._exit") else "finished"
            _writer.end(state, fault or ("" if reason == "finished" else reason))
            _writer = None
    except Exception:
        tell(traceback.format_exc(limit=-3))
