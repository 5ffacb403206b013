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
from ._parameters import Parameters, learning_rate, split
from ._patches import Patches
from ._scalers import Scalers

_UNDECIDED_BACKWARDS = 64  # so many backward() without an optimizer's step mean: updated by hand


def _nothing():
    return None


class Observer:
    def __init__(self, open_recorder, report, worker_starts=None):
        """open_recorder(facts) makes the journal at the first sign of training; report(text) tells of a fault of ours."""
        self._open_recorder = open_recorder
        self._worker_starts = worker_starts
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
        self._parameters = Parameters(self._names)
        self._backwards = 0
        self._backwards_since_step = 0
        self._fetches = Fetches()
        self._states = None  # of the random generators, before the forward pass of the step under way
        self._first_root = _nothing  # weak reference to the module that the forward pass began with
        self._stepped = []  # optimizers that stepped since the step under way began, when their steps do not end it
        self._scalers = Scalers()
        self._by_hand = None
        self._told = set()
        self._to_tell = []  # once there is a journal

    def install(self):
        """Wraps torch's functions; returns the names of those that this torch version lacks."""
        self._baseline = _random_state.Baseline()
        return Patches(self, self._guard).install()

    # ---- what happens in a training; called by the patches, under the guard ----------------------------------------

    def root_call(self, module, args, kwargs):
        if self._backwards_since_step:
            return  # a further micro-batch, or validation between backward and step
        # A forward pass begins with its first root: what comes after, such as a loss, is a part of it.
        if self._states is None or self._first_root() is module:
            self._states, self._first_root = _random_state.read(), weakref.ref(module)
        self._fetches.root_call(module, args, kwargs)

    def fetched(self, iterator, data):
        self._fetches.fetched(iterator, data)
        notice = self._worker_starts.after_fetch(iterator) if self._worker_starts is not None else None
        if notice is not None:
            self._to_tell.append(notice)

    def loader_ended(self, iterator):
        self._fetches.ended(iterator)

    def scaled(self, scaler, output, scale):
        self._scalers.scaled(scaler, output, scale)

    def before_backward(self, tensors):
        if self._recorder is None or self._to_tell:
            self._hello()
        self._backwards += 1
        self._backwards_since_step += 1
        if self._states is None:
            self._states = _random_state.read()
        self._fetches.backward()
        roots = [tensors] if isinstance(tensors, torch.Tensor) else tensors
        if self._by_hand is None and self.optimizer_calls == 0:
            if self._backwards <= _UNDECIDED_BACKWARDS and not self._attached.ends_steps_itself:
                self._by_hand = ByHand(self._names)
        if self._by_hand is not None:
            self._by_hand.before_backward(roots)
        for root in roots:
            scale = self._scalers.scale_of(root)
            if self._by_hand is not None:
                self._by_hand.loss(root, scale)
            else:
                self._recorder.loss(root, scale)

    @property
    def heeds_end_of_backward(self):
        return bool(self._stepped) or self._by_hand is not None

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
        if self._recorder is None or self._to_tell:
            self._hello()
        self.optimizer_calls += 1
        if self._by_hand is not None:
            self._drop_by_hand()
        if not self._begun:
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
                with self._guard:
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
        with self._guard:
            self._attached.add(model)
            self._attached.ends_steps_itself |= optimizer is None
            if optimizer is not None:
                self._hello()
                if not self._begun:
                    self._begin([optimizer])

    def explicit_step(self, loss, batch, parameters, gradients):
        if self._guard.asleep():
            return
        with self._guard:
            self._hello()
            if not self._attached.ends_steps_itself:
                self._attached.ends_steps_itself = True
                if self.optimizer_calls:
                    return  # the optimizer's step has ended this one already; from now on they end here
            if self._by_hand is not None:
                self._drop_by_hand()
            if loss is not None:
                self._recorder.current.losses = []
                self._recorder.loss(torch.as_tensor(loss))
            if batch is not None:
                self._fetches.take()
                self._recorder.batch(*named_batch(batch))
            optimizers, self._stepped = self._stepped, []
            if gradients is None and not optimizers:
                gradients = {name: tensor.grad for name, tensor in self._attached.parameters()}
            if gradients and any(gradient is not None for gradient in gradients.values()):
                self._recorder.gradients(*split(gradients.items()))
            self._finish_step(optimizers, parameters=parameters, has_batch=batch is not None)

    def tag(self, name, tensor):
        if not self._guard.asleep():
            with self._guard:
                self._attached.tag(name, tensor)

    # ---- putting a step together -----------------------------------------------------------------------------------

    def _hello(self):
        if self._recorder is None:
            changed = self._baseline.changed() if self._baseline is not None else []
            facts = {"random.changed_before_training": ", ".join(changed), **self._fetches.worker_facts}
            self._recorder = self._open_recorder(facts)
        while self._to_tell:
            self._tell(self._to_tell.pop())

    def _begin(self, optimizers, parameters=None):
        """Step −1, once: before the first update."""
        self._begun = True
        whole = self._all_parameters(optimizers, parameters)
        self._recorder.begin(whole, self._names.buffers(), self._states or _random_state.read())

    def _all_parameters(self, optimizers, parameters=None):
        """(names, tensors): those handed over, else of the optimizers and what is attached besides."""
        if parameters is not None:
            return split(parameters.items())
        attached = self._attached.parameters() if self._attached.holds_parameters else []
        if len(optimizers) == 1 and not attached:
            return self._parameters.of(optimizers[0])
        named = dict(entry for optimizer in optimizers for entry in zip(*self._parameters.of(optimizer)))
        for name, tensor in attached:
            named.setdefault(name, tensor)
        return split(named.items())

    def _take_gradients(self, optimizer):
        names, tensors = self._parameters.of(optimizer)
        gradients = [tensor.grad for tensor in tensors]
        scale = getattr(optimizer, "grad_scale", None)
        if isinstance(scale, torch.Tensor):  # the fused kernel divides by it too
            gradients = [g if g is None else g / scale.to(g.device) for g in gradients]
        self._recorder.gradients(names, gradients)

    def _take_batch(self):
        names, fingerprints = self._fetches.take()
        if names:
            self._recorder.batch(names, fingerprints)
        else:
            self._tell("no batch seen: no data loader was read and no module was called with tensors")

    def _finish_step(self, optimizers, skipped=False, parameters=None, has_batch=False):
        if not self._begun:
            self._begin(optimizers, parameters)
        self._recorder.random_state(self._states or _random_state.read())
        if not has_batch:
            self._take_batch()
        if self._attached.tags:
            self._recorder.tags(*self._attached.take_tags())
        whole = self._all_parameters(optimizers, parameters)
        state = self._state_of(optimizers)
        self._recorder.after_step(whole, state, self._names.buffers(), learning_rate(optimizers), skipped)
        self._backwards_since_step = 0
        self._states = None

    def _state_of(self, optimizers):
        names, values = (), []
        for optimizer in optimizers:
            more = self._parameters.state_of(optimizer)
            names, values = names + more[0], values + more[1]
        if self._scalers.used:
            more = self._scalers.take_state()
            names, values = names + more[0], values + more[1]
        return names, values

    def _tell(self, text):
        if text not in self._told:
            self._told.add(text)
            self._recorder.log("warning", text)

    # ---- parameters updated by hand --------------------------------------------------------------------------------

    def _drop_by_hand(self):
        by_hand, self._by_hand = self._by_hand, None
        for value, scale in by_hand.losses_kept():
            self._recorder.loss(value, scale)

    def _settle_by_hand(self):
        self._tell("no optimizer step was seen: a step is one backward(), parameters are the leaves of its graph")
        self._begun = True
        self._by_hand.emit(self._recorder, self._states or [])

    def finish(self):
        """At the end of the process: what is still undecided is decided, everything is handed to the writer."""
        if self._worker_starts is not None:
            self._worker_starts.forget()
        if self._recorder is None:
            return
        with self._guard:
            if self._by_hand is not None and self.optimizer_calls == 0 and not self._guard.off:
                if "torch._dynamo" in sys.modules:
                    self._tell("backward() was seen, but no optimizer step: a compiled step cannot be observed")
                if self._backwards <= _UNDECIDED_BACKWARDS:
                    self._settle_by_hand()
                self._by_hand.emit_last(self._recorder)
            self._recorder.flush()

    def fault(self):
        """A sentence when an error of our own ended the recording, else an empty one."""
        if not self._guard.fault or self._recorder is None:
            return ""
        said = "The recording ended before step %d, by %s"
        return said % (self._recorder.next_step, self._guard.fault)

    def forget_after_fork(self):
        self._guard.restart()
        self._forget()
