"""Explicit use: what a script has attached, and the steps that it ends itself."""

import weakref

import torch

from . import _fingerprints
from ._flatten import flatten
from ._parameters import split


class Attached:
    """Models and mappings of tensors that the script named itself. Holds no tensor."""

    def __init__(self, names):
        self._names = names
        self._modules = []  # weak references, in the order of attaching
        self._tensors = []  # (name, weak reference)
        self.ends_steps_itself = False
        self.tags = []  # (name, fingerprint) of the step under way

    def add(self, model):
        if isinstance(model, torch.nn.Module):
            self._names.add_root(model)
            self._modules.append(weakref.ref(model))
        else:
            self._tensors += [(str(name), weakref.ref(tensor)) for name, tensor in model.items()]

    @property
    def holds_parameters(self):
        return bool(self._modules or self._tensors)

    def parameters(self):
        """[(name, tensor)] as they are now."""
        found = [entry for module in self._modules if module() is not None for entry in self._names.below(module())]
        found += [(name, tensor()) for name, tensor in self._tensors if tensor() is not None]
        return found

    def take_tags(self):
        """(names, fingerprints), and forgets them."""
        tags, self.tags = self.tags, []
        return tuple([name for name, _ in tags]), _fingerprints.joined([fingerprints for _, fingerprints in tags])

    def tag(self, name, tensor):
        self.tags.append(("tag " + name, _fingerprints.of_tensors([tensor])))


def named_batch(batch):
    """(names, fingerprints) of a batch that the script handed over."""
    names, tensors = split(flatten(batch))
    return names, _fingerprints.of_tensors(tensors)
