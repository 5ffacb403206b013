"""The states of every random generator of the process: read, never drawn from."""

import ctypes
import sys

import torch

from . import _fingerprints
from ._after_import import after_import
from ._random_memory import numpy_reader, python_reader

_string_at = ctypes.string_at
_python = python_reader()
_numpy = None
_known = {}  # name -> (state, fingerprint): most steps do not draw from most generators


def _has_numpy():
    """Not before the script has imported it."""
    global _numpy
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is None or not hasattr(numpy_random, "get_state"):
        return False
    _numpy = numpy_reader(numpy_random)
    return True


def _of_generator(generator):
    state = generator.get_state()
    return _string_at(state.data_ptr(), state.numel())


def read():
    """[(name, state as bytes)] in an order that does not depend on when a library was imported."""
    states = [("torch.cpu", _of_generator(torch.default_generator))]
    # Asking an uninitialised CUDA for its generators would create a context.
    if torch.cuda.is_initialized():
        for index, generator in enumerate(torch.cuda.default_generators):
            states.append(("torch.cuda:%d" % index, _of_generator(generator)))
    states.append(("python.random", _python.read()))
    if _numpy is not None or _has_numpy():
        states.append(("numpy.random", _numpy.read()))
    return states


def fingerprints_of(states):
    """Of what read() gave: (names, fingerprints)."""
    fingerprints = []
    for name, state in states:
        known = _known.get(name)
        if known is None or known[0] != state:
            known = _known[name] = (state, _fingerprints.of_bytes(state))
        fingerprints.append(known[1])
    return tuple([name for name, _ in states]), _fingerprints.joined(fingerprints)


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
