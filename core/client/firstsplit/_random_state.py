"""Fingerprints of the states of every random generator of the process: read, never drawn from."""

import random
import struct
import sys

import torch

from . import _fingerprints
from ._after_import import after_import


_last_python = (None, None)  # state and its fingerprint: most steps do not draw


def _python_fingerprint():
    global _last_python
    state = random.getstate()
    if state != _last_python[0]:
        version, words, gauss = state
        data = struct.pack("<%dI" % len(words), *words) + repr((version, gauss)).encode()
        _last_python = (state, _fingerprints.of_bytes(data))
    return _last_python[1]


def _numpy_state(numpy_random):
    state = numpy_random.get_state(legacy=False)
    inner = state["state"]
    key = inner.get("key")
    words = key.tobytes() if key is not None else repr(sorted(inner.items())).encode()
    return words + repr((state.get("bit_generator"), inner.get("pos"), state.get("has_gauss"), state.get("gauss"))).encode()


def read():
    """[(name, fingerprint)] in an order that does not depend on when a library was imported."""
    states = [("torch.cpu", _tensor_fingerprint(torch.default_generator.get_state()))]
    # Asking an uninitialised CUDA for its generators would create a context.
    if torch.cuda.is_initialized():
        for index, generator in enumerate(torch.cuda.default_generators):
            states.append(("torch.cuda:%d" % index, _tensor_fingerprint(generator.get_state())))
    states.append(("python.random", _python_fingerprint()))
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None and hasattr(numpy_random, "get_state"):
        states.append(("numpy.random", _fingerprints.of_bytes(_numpy_state(numpy_random))))
    return states


def _tensor_fingerprint(state):
    return _fingerprints.Fingerprints([state]).result()[0]


class Baseline:
    """The states as the launcher and the libraries left them, to tell which generators the script itself had seeded or
    drawn from before its first step."""

    def __init__(self):
        self._states = dict(read())
        if "numpy.random" not in self._states:
            after_import("numpy.random", lambda module: self._states.update(read()[-1:]))

    def changed(self):
        """Names of the generators whose state is another one by now."""
        return [name for name, state in read() if self._states.get(name, state) != state]
