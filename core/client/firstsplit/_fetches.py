"""The batches of a step: what data loaders delivered, told apart by loader, or the inputs of root modules."""

import functools
import weakref
from threading import get_ident

from . import _fingerprints
from ._facts import of_workers
from ._flatten import flatten, inputs_of_call
from ._loaders import Loaders
from ._parameters import split

_MOST = 4096  # validation fetches much and trains nothing: keep what a step can need


@functools.lru_cache(maxsize=256)
def _input_names(place, paths):
    prefix = "input " if place == 0 else "input%d " % (place + 1)
    return [prefix + path for path in paths]


class Fetches:
    def __init__(self):
        self._fetched = []  # (thread, loader number, paths, fingerprints)
        self._thread = None  # that trains: how far ahead another one fetches is chance
        self._loaders = Loaders()
        self._training = set()  # numbers of loaders that were followed by a backward()
        self._last = None
        self.worker_facts = {}  # of the first loader that has data workers
        self._inputs = {}  # number of a call -> (weak reference to the root module, paths, fingerprints)
        self._last_calls = {}  # id of a root module -> number of its last call
        self._calls = 0

    def fetched(self, iterator, data):
        self.worker_facts = self.worker_facts or of_workers(iterator)
        self._last = self._loaders.number_of(iterator)
        paths, tensors = split(flatten(data))
        self._fetched.append((get_ident(), self._last, paths, _fingerprints.of_tensors(tensors, "batch")))
        if len(self._fetched) > _MOST:
            self._fetched = self._fetched[-_MOST // 2 :]

    def ended(self, iterator):
        self._loaders.ended(iterator)

    def root_call(self, module, args, kwargs):
        thread = get_ident()
        if any([fetch[0] == thread for fetch in self._fetched]):
            return
        paths, tensors = inputs_of_call(args, kwargs)
        last = self._inputs.get(self._last_calls.get(id(module)))
        if last is not None and last[0]() is module:  # not one that is gone, whose id is used again
            del self._inputs[self._last_calls[id(module)]]
        fingerprints = _fingerprints.of_tensors(tensors, "inputs%d" % len(self._inputs))
        self._calls += 1
        self._last_calls[id(module)] = self._calls
        self._inputs[self._calls] = (weakref.ref(module), paths, fingerprints)
        if len(self._inputs) > _MOST:
            del self._inputs[next(iter(self._inputs))]

    def backward(self):
        self._thread = get_ident()
        if self._last is not None:
            self._training.add(self._last)

    def take(self):
        """(names, fingerprints) of the step that ends; empty when none was seen."""
        counts, names, several = {}, [], []
        for thread, number, paths, fingerprints in self._fetched:
            if number not in self._training or thread != (self._thread or thread):
                continue
            k = counts[number] = counts.get(number, 0) + 1
            prefix = "" if number == min(self._training) else "loader%d." % number
            suffix = "" if k == 1 else " (%d)" % k
            names += [prefix + path + suffix for path in paths]
            several.append(fingerprints)
        self._fetched = []
        if not names:
            for place, (_, paths, fingerprints) in enumerate(self._inputs.values()):
                names += _input_names(place, paths)
                several.append(fingerprints)
        self._inputs, self._last_calls = {}, {}
        return tuple(names), _fingerprints.joined(several)
