"""Puts what the patches tell together to steps: losses, batches, gradients, weights, and when a step ends."""

import functools
import sys
import weakref

import torch

from . import _random_state
from ._attached import Attached, named_batch
from ._by_hand import ByHand
from ._fetches import Fetches
from ._guard import Guard
from ._names import Names
from ._patches import Patches

_UNDECIDED_BACKWARDS = 64  # so many backward() without an optimizer's step mean: updated by hand


class Observer:
    def __init__(self, open_recorder, report):
        """open_recorder(facts) makes the journal at the first sign of training; report(text) tells of a fault of ours."""
        self._open_recorder = open_recorder
        self._guard = Guard(report)
        self._baseline = None
        self._forget()

    def _forget(self):
        """The state of a process that has not trained yet; also of a forked child."""
        self.optimizer_calls = 0
        self._recorder = None
        self._begun = False
        self._names = Names()
        self._attached = Attached(self._names)
        self._named = {}  # id(optimizer) -> [(name, parameter)] between its step's two hooks
        self._labels = {}  # id(optimizer) -> (weak reference, label)
        self._backwards = 0
        self._backwards_since_step = 0
        self._fetches = Fetches()
        self._states = None  # of the random generators, before the forward pass of the step under way
        self._stepped = []  # optimizers that stepped since the step under way began, when their steps do not end it
        self._scaled = {}  # id(output) -> (weak reference, scale)
        self._by_hand = None
        self._told = set()

    def install(self):
        """Wraps torch's functions; returns the names of those that this torch version lacks."""
        self._baseline = _random_state.Baseline()
        return Patches(self, self._guard).install()

    # ---- what happens in a training; called by the patches, under the guard ----------------------------------------

    def root_call(self, args, kwargs):
        if self._backwards_since_step:
            return  # a further micro-batch, or validation between backward and step
        self._states = _random_state.read()
        self._fetches.root_call(args, kwargs)

    def fetched(self, iterator, data):
        self._fetches.fetched(iterator, data)

    def scaled(self, reference, key, scale):
        self._scaled = {k: v for k, v in self._scaled.items() if v[0]() is not None}
        self._scaled[key] = (reference, scale)

    def before_backward(self, tensors):
        self._hello()
        self._backwards += 1
        self._backwards_since_step += 1
        if self._states is None:
            self._states = _random_state.read()
        self._fetches.backward()
        roots = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
        is_undecided = self.optimizer_calls == 0 and self._backwards <= _UNDECIDED_BACKWARDS
        if self._by_hand is None and is_undecided and not self._attached.ends_steps_itself:
            self._by_hand = ByHand(self._names)
        if self._by_hand is not None:
            self._by_hand.before_backward(roots)
        for root in roots:
            entry = self._scaled.get(id(root))
            scale = entry[1] if entry is not None and entry[0]() is root else None
            if self._by_hand is not None:
                self._by_hand.loss(root, scale)
            else:
                self._recorder.loss(root, scale)

    def after_backward(self):
        if self._stepped and not self._attached.ends_steps_itself:  # inside this backward()
            optimizers, self._stepped = self._stepped, []
            self._finish_step(optimizers)
        elif self._by_hand is not None:
            self._by_hand.after_backward()
            if self._backwards == _UNDECIDED_BACKWARDS:
                self._settle_by_hand()
            elif self._backwards > _UNDECIDED_BACKWARDS:
                self._backwards_since_step = 0
                self._by_hand.emit(self._recorder)

    def before_optimizer(self, optimizer, closure):
        """Returns the closure to call in place of the script's."""
        self._hello()
        self._named.pop(id(optimizer), None)
        self.optimizer_calls += 1
        self._drop_by_hand()
        self._begin([optimizer])
        if closure is None:
            self._take_gradients(optimizer)
            return None
        return self._observed_closure(optimizer, closure)

    def _observed_closure(self, optimizer, closure):
        @functools.wraps(closure)
        def observed(*args, **kwargs):
            backwards = self._backwards
            loss = closure(*args, **kwargs)
            if not self._guard.asleep():
                with self._guard():
                    if backwards == self._backwards and isinstance(loss, torch.Tensor):
                        self._recorder.loss(loss)  # the gradient was made otherwise than by backward()
                    self._take_gradients(optimizer)
            return loss

        return observed

    def after_optimizer(self, optimizer, is_inside_backward):
        if self._recorder is None:
            return
        if is_inside_backward or self._attached.ends_steps_itself:
            self._stepped = [o for o in self._stepped if o is not optimizer] + [optimizer]
            return
        found_inf = getattr(optimizer, "found_inf", None)  # set by GradScaler around fused steps
        skipped = found_inf.detach().clone() if isinstance(found_inf, torch.Tensor) else False
        self._finish_step([optimizer], skipped)

    def optimizer_skipped(self, optimizer):
        self._hello()
        self._take_gradients(optimizer)
        if not self._attached.ends_steps_itself:
            self._finish_step([optimizer], skipped=True)

    # ---- explicit use ----------------------------------------------------------------------------------------------

    def attach(self, model, optimizer):
        if self._guard.asleep():
            return
        with self._guard():
            self._attached.add(model)
            self._attached.ends_steps_itself |= optimizer is None
            if optimizer is not None:
                self._hello()
                self._begin([optimizer])

    def explicit_step(self, loss, batch, parameters, gradients):
        if self._guard.asleep():
            return
        with self._guard():
            self._hello()
            if not self._attached.ends_steps_itself:
                self._attached.ends_steps_itself = True
                if self.optimizer_calls:
                    return  # the optimizer's step has ended this one already; from now on they end here
            self._drop_by_hand()
            if loss is not None:
                self._recorder.current().losses = []
                self._recorder.loss(torch.as_tensor(loss))
            if batch is not None:
                self._fetches.take()
                self._recorder.batch(named_batch(batch))
            optimizers, self._stepped = self._stepped, []
            if gradients is None and not optimizers:
                gradients = {name: tensor.grad for name, tensor in self._attached.parameters()}
            if gradients and any(gradient is not None for gradient in gradients.values()):
                self._recorder.gradients(list(gradients.items()))
            self._finish_step(optimizers, parameters=parameters, has_batch=batch is not None)

    def tag(self, name, tensor):
        if not self._guard.asleep():
            with self._guard():
                self._attached.tag(name, tensor)

    # ---- putting a step together -----------------------------------------------------------------------------------

    def _hello(self):
        if self._recorder is None:
            changed = self._baseline.changed() if self._baseline is not None else []
            self._recorder = self._open_recorder({"random.changed_before_training": ", ".join(changed)})

    def _begin(self, optimizers, parameters=None):
        """Step −1, once: before the first update."""
        if self._begun:
            return
        self._begun = True
        named = self._all_parameters(optimizers, parameters)
        self._recorder.begin(named, self._names.buffers(), self._states or _random_state.read())

    def _all_parameters(self, optimizers, parameters=None):
        """[(name, tensor)]: those handed over, else of the optimizers and what is attached besides."""
        if parameters is not None:
            return list(parameters.items())
        named = dict(entry for optimizer in optimizers for entry in self._parameters(optimizer))
        for name, tensor in self._attached.parameters():
            named.setdefault(name, tensor)
        return list(named.items())

    def _label(self, optimizer):
        entry = self._labels.get(id(optimizer))
        if entry is not None and entry[0]() is optimizer:
            return entry[1]
        kind = type(optimizer).__name__
        number = 1 + sum(1 for _, label in self._labels.values() if label.split("#")[0] == kind)
        label = kind if number == 1 else "%s#%d" % (kind, number)
        self._labels[id(optimizer)] = (weakref.ref(optimizer), label)
        return label

    def _parameters(self, optimizer):
        named = self._named.get(id(optimizer))
        if named is None:
            named = self._named[id(optimizer)] = self._find_parameters(optimizer)
        return named

    def _find_parameters(self, optimizer):
        tensors = [p for group in optimizer.param_groups for p in group["params"]]
        return list(zip(self._names.of(tensors, self._label(optimizer)), tensors))

    def _take_gradients(self, optimizer):
        scale = getattr(optimizer, "grad_scale", None)
        named = []
        for name, parameter in self._parameters(optimizer):
            gradient = parameter.grad
            if gradient is not None and isinstance(scale, torch.Tensor):
                gradient = gradient / scale.to(gradient.device)  # the fused kernel does the same
            named.append((name, gradient))
        self._recorder.gradients(named)

    def _take_batch(self):
        named = self._fetches.take()
        if named:
            self._recorder.batch(named)
        else:
            self._tell("no batch seen: no data loader was read and no module was called with tensors")

    def _finish_step(self, optimizers, skipped=False, parameters=None, has_batch=False):
        self._begin(optimizers, parameters)
        self._recorder.random_state(self._states or _random_state.read())
        if not has_batch:
            self._take_batch()
        self._recorder.tags(self._attached.take_tags())
        named = self._all_parameters(optimizers, parameters)
        state = [e for o in optimizers for name, parameter in self._parameters(o) for e in _state_of(o, name, parameter)]
        self._recorder.after_step(named, state, self._names.buffers(), _learning_rate(optimizers), skipped)
        self._backwards_since_step = 0
        self._states = None
        self._named = {}  # holds the script's tensors: not past the step

    def _tell(self, text):
        if text not in self._told:
            self._told.add(text)
            self._recorder.log("warning", text)

    # ---- parameters updated by hand --------------------------------------------------------------------------------

    def _drop_by_hand(self):
        if self._by_hand is not None:
            by_hand, self._by_hand = self._by_hand, None
            for value, scale in by_hand.losses_kept():
                self._recorder.loss(value, scale)

    def _settle_by_hand(self):
        self._tell("no optimizer step was seen: a step is one backward(), parameters are the leaves of its graph")
        self._begun = True
        self._by_hand.emit(self._recorder, self._states or [])

    def finish(self):
        """At the end of the process: what is still undecided is decided, everything is handed to the writer."""
        if self._recorder is None or self._guard.off:
            return
        with self._guard():
            if self._by_hand is not None and self.optimizer_calls == 0:
                if "torch._dynamo" in sys.modules:
                    self._tell("backward() was seen, but no optimizer step: a compiled step cannot be observed")
                if self._backwards <= _UNDECIDED_BACKWARDS:
                    self._settle_by_hand()
                self._by_hand.emit_last(self._recorder)
            self._recorder.flush()

    def forget_after_fork(self):
        self._guard.restart()
        self._forget()


def _learning_rate(optimizers):
    rate = optimizers[0].param_groups[0].get("lr") if optimizers else None
    return None if rate is None or (isinstance(rate, torch.Tensor) and rate.is_cuda) else float(rate)


def _state_of(optimizer, name, parameter):
    state = optimizer.state.get(parameter) if hasattr(optimizer, "state") else None
    if not state:
        return []
    entries = []
    for key in sorted(state, key=str):
        value = state[key]
        if isinstance(value, (torch.Tensor, int, float)) and not isinstance(value, bool):
            entries.append(("%s.%s" % (name, key), value))
    return entries
