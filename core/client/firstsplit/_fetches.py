"""The batches of a step: what data loaders delivered, told apart by loader, or the inputs of root modules."""

from . import _fingerprints
from ._facts import of_workers
from ._flatten import flatten, flatten_call
from ._parameters import split

_MOST = 4096  # validation fetches much and trains nothing: keep what a step can need


def _identity(iterator):
    """What makes two iterators those of one loader, also when the script makes it anew in each epoch: data set and sampling."""
    sampler = getattr(iterator, "_index_sampler", None)
    try:
        count = len(sampler)
    except Exception:
        count = None  # of unknown length, or the script's own and faulty
    return id(getattr(iterator, "_dataset", None)), type(sampler), getattr(sampler, "batch_size", None), count


class Fetches:
    def __init__(self):
        self._fetched = []  # (loader number, paths, Fingerprints)
        self._loaders = {}  # key -> number
        self._training = set()  # numbers of loaders that were followed by a backward()
        self._last = None
        self.worker_facts = {}  # of the first loader that has data workers
        self._inputs = {}  # id of a root module -> (paths, Fingerprints) of its last call: the model's, and a loss's

    def fetched(self, iterator, data):
        self.worker_facts = self.worker_facts or of_workers(iterator)
        self._last = self._loaders.setdefault(_identity(iterator), len(self._loaders))
        paths, tensors = split(flatten(data))
        self._fetched.append((self._last, paths, _fingerprints.Fingerprints(tensors, "batch")))
        if len(self._fetched) > _MOST:
            self._fetched = self._fetched[-_MOST // 2 :]

    def root_call(self, module, args, kwargs):
        if self._fetched:
            return
        paths, tensors = split([entry for entry in flatten_call(args, kwargs) if not entry[1].requires_grad])
        self._inputs.pop(id(module), None)  # the order is that of the last calls
        self._inputs[id(module)] = (paths, _fingerprints.Fingerprints(tensors, "inputs%d" % len(self._inputs)))

    def backward(self):
        if self._last is not None:
            self._training.add(self._last)

    def take(self):
        """(names, fingerprints) of the step that ends; empty when none was seen."""
        counts, names, several = {}, [], []
        for number, paths, fingerprints in self._fetched:
            if number not in self._training:
                continue
            k = counts[number] = counts.get(number, 0) + 1
            prefix = "" if number == min(self._training) else "loader%d." % number
            suffix = "" if k == 1 else " (%d)" % k
            names += [prefix + path + suffix for path in paths]
            several.append(fingerprints)
        self._fetched = []
        if not names:
            for place, (paths, fingerprints) in enumerate(self._inputs.values()):
                prefix = "input " if place == 0 else "input%d " % (place + 1)
                names += [prefix + path for path in paths]
                several.append(fingerprints)
        self._inputs = {}
        return tuple(names), _fingerprints.Joined(several)
