"""Trainings that update their parameters without an optimizer: a step is then one outermost backward()."""

import weakref

from . import _fingerprints
from ._dense import bytes_of


def _leaves(roots):
    """Tensors that will receive a gradient from these roots, in the order of a walk from the roots down."""
    found, seen, todo = [], set(), [root.grad_fn for root in roots if root.grad_fn is not None]
    while todo:
        node = todo.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        variable = getattr(node, "variable", None)
        if variable is not None:
            found.append(variable)
        todo += [following for following, _ in reversed(node.next_functions)]
    return found


class ByHand:
    """Keeps what each backward() shows until it is known whether an optimizer ever steps."""

    def __init__(self, names):
        self._names = names
        self._steps = []  # dicts: names, weights before, gradients, losses
        self._parameters = []  # weak references

    def before_backward(self, roots):
        leaves = _leaves(roots)
        names = self._names.of(leaves, "backward")
        self._parameters = [(name, weakref.ref(leaf)) for name, leaf in zip(names, leaves)]
        self._steps.append({"before": self._weights(), "losses": []})

    def loss(self, value, scale):
        self._steps[-1]["losses"].append((value.detach().clone(), scale))

    def after_backward(self):
        alive = [(name, reference()) for name, reference in self._parameters]
        named = [(name, p.grad if p is not None else None) for name, p in alive]
        fingerprints = _fingerprints.of_tensors([gradient for _, gradient in named])
        self._steps[-1]["gradients"] = (tuple([name for name, _ in named]), fingerprints)

    def losses_kept(self):
        """Losses of the step under way, once an optimizer was seen to step."""
        return [entry for step in self._steps for entry in step["losses"]]

    def _weights(self):
        alive = [(name, reference()) for name, reference in self._parameters]
        alive = [(name, p.detach()) for name, p in alive if p is not None]
        fingerprints = _fingerprints.of_tensors([p for _, p in alive])
        data = [bytes_of(p) for _, p in alive]
        layout = [(list(p.shape), p.dtype) for _, p in alive]
        return [name for name, _ in alive], fingerprints, data, layout

    def emit(self, recorder, states=None):
        """Hands over every step whose weights after it are known: those before the next backward(). With `states` (of the
        random generators) step −1 comes first."""
        if states is not None and self._steps:
            recorder.begin_prepared(self._steps[0]["before"], states)
        while len(self._steps) > 1:
            self._emit_one(recorder, self._steps.pop(0), self._steps[0]["before"])

    def emit_last(self, recorder):
        if self._steps:
            self._emit_one(recorder, self._steps.pop(0), self._weights())

    @staticmethod
    def _emit_one(recorder, step, after):
        for value, scale in step["losses"]:
            recorder.loss(value, scale)
        if "gradients" in step:
            recorder.gradients_prepared(*step["gradients"])
        recorder.after_step_prepared(after)
