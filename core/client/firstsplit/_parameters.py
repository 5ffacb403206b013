"""An optimizer's parameters and state with their names, found again each step without looking anything up while they stay."""

import collections
import weakref
from collections.abc import Mapping

import torch

_EMPTY = {}


def _as_state(state):
    if type(state) is dict:
        return state
    if isinstance(state, torch.Tensor):
        return {"state": state}
    return state if isinstance(state, Mapping) else _EMPTY


def _tensors_of(optimizer):
    groups = optimizer.param_groups
    return groups[0]["params"][:] if len(groups) == 1 else [p for group in groups for p in group["params"]]


class _Plan:
    """Holds no tensor: what it knows holds as long as the same objects live."""

    def __init__(self, names, tensors):
        self.names = names
        self.ids = list(map(id, tensors))
        self.dead = []
        self._references = [weakref.ref(tensor, self.dead.append) for tensor in tensors]
        # Of the optimizer's state: the keys and types that the rest holds for, where values lie, and their names.
        self.state_keys = self.state_types = None
        self.state_places, self.state_names, self.has_numbers = [], (), False

    def look_at_state(self, keys, found):
        """keys: for each tensor those of its state; found: the states."""
        places, names = [], []
        for place, (own, state) in enumerate(zip(keys, found)):
            for key in sorted(own, key=str):
                value = state[key]
                if isinstance(value, torch.Tensor) or (isinstance(value, (int, float)) and not isinstance(value, bool)):
                    places.append((place, key))
                    names.append("%s.%s" % (self.names[place], key))
        self.state_places, self.state_names = places, tuple(names)
        self.has_numbers = not all(isinstance(found[place][key], torch.Tensor) for place, key in places)


class Parameters:
    def __init__(self, names):
        self._names = names
        self._plans = {}  # id(optimizer) -> _Plan
        self._labels = {}  # id(optimizer) -> (weak reference, label)
        self._kinds = collections.Counter()  # optimizers so far

    def of(self, optimizer):
        """(names, tensors)"""
        tensors = _tensors_of(optimizer)
        return self._plan(optimizer, tensors).names, tensors

    def state_of(self, optimizer):
        """(names, tensors) of the state of the optimizer's tensors; its numbers as tensors."""
        states = getattr(optimizer, "state", None)
        if not states:
            return (), []
        tensors = _tensors_of(optimizer)
        plan = self._plan(optimizer, tensors)
        found = list(map(_as_state, map(states.get, tensors)))
        keys = list(map(tuple, found))
        types = [type(value) for state in found for value in state.values()]
        if keys != plan.state_keys or types != plan.state_types:
            plan.look_at_state(keys, found)
            plan.state_keys, plan.state_types = keys, types
        values = [found[place][key] for place, key in plan.state_places]
        if plan.has_numbers:
            values = [v if isinstance(v, torch.Tensor) else torch.tensor(v, device="cpu") for v in values]
        return plan.state_names, values

    def _plan(self, optimizer, tensors):
        plan = self._plans.get(id(optimizer))
        if plan is None or plan.dead or plan.ids != list(map(id, tensors)):
            names = tuple(self._names.of(tensors, self._label(optimizer)))
            plan = self._plans[id(optimizer)] = _Plan(names, tensors)
        return plan

    def _label(self, optimizer):
        entry = self._labels.get(id(optimizer))
        if entry is not None and entry[0]() is optimizer:
            return entry[1]
        kind = type(optimizer).__name__
        self._kinds[kind] += 1
        number = self._kinds[kind]
        label = kind if number == 1 else "%s#%d" % (kind, number)
        self._labels[id(optimizer)] = (weakref.ref(optimizer), label)
        return label


def split(named):
    """[(name, tensor)] as (names, tensors)."""
    return tuple([name for name, _ in named]), [tensor for _, tensor in named]


def learning_rate(optimizers):
    rate = optimizers[0].param_groups[0].get("lr") if optimizers else None
    return None if rate is None or (isinstance(rate, torch.Tensor) and rate.is_cuda) else float(rate)
