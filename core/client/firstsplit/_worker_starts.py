"""Tells when several data workers start with one state of a generator: they then give their samples the same random changes.

Each worker, having run the script's worker_init_fn, appends a line to a file beside the journal; the process that trains reads
and removes it once all have delivered.
"""

import functools
import hashlib
import json
import os

import torch

from . import _random_state

_is_started = False


def _path(journal, process):
    return "%s.workers.%d" % (journal, process)


def note_starts(journal):
    """Makes the workers of this process append their lines."""
    kinds = getattr(getattr(torch.utils.data, "dataloader", None), "_DatasetKind", None)
    original = getattr(kinds, "create_fetcher", None)
    if original is None:
        return

    @functools.wraps(original)
    def create_fetcher(*args, **kwargs):
        worker = torch.utils.data.get_worker_info()
        if worker is not None:
            try:
                _note_start(journal, worker.id)
            except Exception:
                pass  # a hint less
        return original(*args, **kwargs)

    kinds.create_fetcher = staticmethod(create_fetcher)


def _note_start(journal, worker):
    global _is_started
    if _is_started:
        return  # it stays for another epoch
    _is_started = True
    states = {name: hashlib.blake2b(state, digest_size=16).hexdigest() for name, state in _random_state.read()}
    line = json.dumps([worker, states]) + "\n"
    file = os.open(_path(journal, os.getppid()), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(file, line.encode())
    finally:
        os.close(file)


class WorkerStarts:
    """In the process that trains."""

    def __init__(self, journal):
        self._journal = journal

    def after_fetch(self, iterator):
        """A sentence, or None. Call after each batch."""
        count = getattr(iterator, "_num_workers", 0)
        # As many batches as workers: each has delivered one, in turns.
        if count < 2 or getattr(iterator, "_num_yielded", 0) != count:
            return None
        path = _path(self._journal, os.getpid())
        try:
            with open(path) as file:
                starts = [json.loads(line) for line in file]
        except (OSError, ValueError):
            return None
        self.forget()
        return _sentence(starts)

    def forget(self):
        """Removes what is not wanted any more, or was never asked for."""
        try:
            os.remove(_path(self._journal, os.getpid()))
        except OSError:
            pass


def _sentence(starts):
    same = {}
    for worker, states in starts:
        for name, state in states.items():
            same.setdefault((name, state), set()).add(worker)
    for (name, _), workers in same.items():
        if len(workers) > 1:
            *first, last = map(str, sorted(workers))
            return (
                "Data workers %s and %s start with the same state of %s: what they draw from it repeats within a batch or from "
                "batch to batch; --set seed.workers=per_sample gives each sample its own." % (", ".join(first), last, name)
            )
    return None
