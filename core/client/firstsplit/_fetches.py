"""The batches of a step: what data loaders delivered, told apart by loader, or the inputs of a root module."""

from . import _fingerprints
from ._flatten import flatten

_MOST = 4096  # validation fetches much and trains nothing: keep what a step can need


def _named_fingerprints(named):
    return [path for path, _ in named], _fingerprints.Fingerprints([tensor for _, tensor in named])


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
        self._fetched = []  # (loader number, (paths, Fingerprints))
        self._loaders = {}  # key -> number
        self._training = set()  # numbers of loaders that were followed by a backward()
        self._last = None
        self._inputs = None  # of the root module

    def fetched(self, iterator, data):
        self._last = self._loaders.setdefault(_identity(iterator), len(self._loaders))
        self._fetched.append((self._last, _named_fingerprints(flatten(data))))
        if len(self._fetched) > _MOST:
            self._fetched = self._fetched[-_MOST // 2 :]

    def root_call(self, args, kwargs):
        if not self._fetched:
            self._inputs = _named_fingerprints([e for e in flatten((args, kwargs)) if not e[1].requires_grad])

    def backward(self):
        if self._last is not None:
            self._training.add(self._last)

    def take(self):
        """[(name, fingerprint)] of the step that ends; empty when none was seen."""
        counts, named = {}, []
        for number, (paths, fingerprints) in self._fetched:
            if number not in self._training:
                continue
            k = counts[number] = counts.get(number, 0) + 1
            prefix = "" if number == min(self._training) else "loader%d." % number
            suffix = "" if k == 1 else " (%d)" % k
            named += [(prefix + path + suffix, value) for path, value in zip(paths, fingerprints.result())]
        self._fetched = []
        if not named and self._inputs is not None:
            paths, fingerprints = self._inputs
            named = [("input " + path, value) for path, value in zip(paths, fingerprints.result())]
        self._inputs = None
        return named
