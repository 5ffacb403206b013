"""An optimizer's parameters and state with their names, found again each step without looking anything up while they stay."""

import weakref

import torch


class _Plan:
    """Holds no tensor: what it knows holds as long as the same objects live."""

    def __init__(self, names, tensors):
        self.names = names
        self.ids = list(map(id, tensors))
        self.dead = []
        self._references = [weakref.ref(tensor, self.dead.append) for tensor in tensors]
        self.state_names = {}  # name -> (keys as they lie in the state, [(key, name)] sorted)


class Parameters:
    def __init__(self, names):
        self._names = names
        self._plans = {}  # id(optimizer) -> _Plan
        self._labels = {}  # id(optimizer) -> (weak reference, label)

    def of(self, optimizer):
        """(names, tensors)"""
        tensors = [p for group in optimizer.param_groups for p in group["params"]]
        return self._plan(optimizer, tensors).names, tensors

    def state_of(self, optimizer, tensors):
        """(names, tensors or numbers) of the state of the optimizer's tensors."""
        names, values = [], []
        states = getattr(optimizer, "state", None)
        if not states:
            return (), []
        plan = self._plan(optimizer, tensors)
        for name, parameter in zip(plan.names, tensors):
            state = states.get(parameter)
            if not state:
                continue
            keys = tuple(state)
            known = plan.state_names.get(name)
            if known is None or known[0] != keys:
                entries = [(key, "%s.%s" % (name, key)) for key in sorted(keys, key=str)]
                known = plan.state_names[name] = (keys, entries)
            for key, full_name in known[1]:
                value = state[key]
                if isinstance(value, torch.Tensor) or (isinstance(value, (int, float)) and not isinstance(value, bool)):
                    names.append(full_name)
                    values.append(value)
        return tuple(names), values

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
        number = 1 + sum(1 for _, label in self._labels.values() if label.split("#")[0] == kind)
        label = kind if number == 1 else "%s#%d" % (kind, number)
        self._labels[id(optimizer)] = (weakref.ref(optimizer), label)
        return label


def split(named):
    """[(name, tensor)] as (names, tensors)."""
    return tuple([name for name, _ in named]), [tensor for _, tensor in named]


def learning_rate(optimizers):
    rate = optimizers[0].param_groups[0].get("lr") if optimizers else None
    return None if rate is None or (isinstance(rate, torch.Tensor) and rate.is_cuda) else float(rate)
