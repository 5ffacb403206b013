"""Watches a training from outside: optimizer steps, backward(), data loaders, root modules, gradient scalers.

Nothing of the user's objects is changed: functions of torch are wrapped at their one place, and no module or tensor
hooks are used, which would change what a compiler makes of the model. Everything that runs inside the training goes
through `_guarded`: no gradients, no autocast, errors reported once and the observer switched off after the third.
"""

import contextlib
import functools
import sys
import threading
import traceback
import weakref

import torch

from . import _fingerprints, _random_state
from ._flatten import flatten
from ._names import Names

_UNDECIDED_BACKWARDS = 64  # so many backward() without an optimizer's step mean: updated by hand


def _is_compiling():
    return torch.compiler.is_compiling()


class _Local(threading.local):
    in_root = False  # inside a module's call
    busy = False  # inside our own code
    backward_depth = 0


class Observer:
    def __init__(self, open_recorder, report):
        """open_recorder(facts) makes the journal at the first sign of training; report(text) tells of a fault of ours."""
        self._open_recorder = open_recorder
        self._report = report
        self._local = _Local()
        self._lock = threading.RLock()
        self._faults = 0
        self._off = False
        self._baseline = None
        self._forget()

    def _forget(self):
        """The state of a process that has not trained yet; also of a forked child."""
        self._recorder = None
        self._begun = False
        self._names = Names()
        self._labels = {}  # id(optimizer) -> (weak reference, label)
        self._optimizer_calls = 0
        self._backwards = 0
        self._backwards_since_step = 0
        self._fetches = []  # (loader number, [(path, tensor fingerprint)])
        self._loaders = {}  # key -> number
        self._training_loaders = set()
        self._last_loader = None
        self._root_inputs = None
        self._states = None  # of the random generators, before the forward pass of the step under way
        self._stepped_inside_backward = []
        self._scaled = {}  # id(output) -> (weak reference, scale)
        self._by_hand = None
        self._closure_calls = 0
        self._told = set()

    # ---- installation -------------------------------------------------------------------------------------------

    def install(self):
        """Wraps torch's functions; returns the names of those that this torch version lacks."""
        missing = []
        self._baseline = _random_state.Baseline()
        optimizer = sys.modules["torch.optim.optimizer"]  # torch.optim deletes the attribute
        optimizer.register_optimizer_step_pre_hook(self._pre_step)
        optimizer.register_optimizer_step_post_hook(self._post_step)
        self._wrap(torch.autograd, "backward", self._make_backward, missing)
        self._wrap(torch.nn.Module, "__call__", self._make_module_call, missing)
        loader = getattr(getattr(torch.utils, "data", None), "dataloader", None)
        self._wrap(getattr(loader, "_BaseDataLoaderIter", None), "__next__", self._make_next, missing)
        scaler = getattr(getattr(torch, "amp", None), "GradScaler", None)
        self._wrap(scaler, "scale", self._make_scale, missing)
        self._wrap(scaler, "step", self._make_scaler_step, missing)
        return missing

    @staticmethod
    def _wrap(owner, name, make, missing):
        original = getattr(owner, name, None)
        if original is None:
            missing.append(name)
            return
        wrapper = functools.wraps(original)(make(original))
        _skip_in_dynamo(wrapper)
        setattr(owner, name, wrapper)

    @contextlib.contextmanager
    def _guarded(self):
        """Our own code inside the training: unseen by ourselves, without effect on gradients, never fatal."""
        self._local.busy = True
        try:
            with self._lock, torch.no_grad(), _no_autocast():
                yield
        except Exception:
            self._faults += 1
            if self._faults == 1:
                self._report("the recorder met an error of its own: " + traceback.format_exc(limit=-4))
            if self._faults >= 3:
                self._off = True
                self._report("the recorder switched itself off after three errors; the training goes on unrecorded")
        finally:
            self._local.busy = False

    def _asleep(self):
        return self._off or self._local.busy

    # ---- wrappers -----------------------------------------------------------------------------------------------

    def _make_backward(self, original):
        def backward(tensors, *args, **kwargs):
            if self._asleep():
                return original(tensors, *args, **kwargs)
            depth = self._local.backward_depth
            if depth == 0:
                with self._guarded():
                    self._before_backward(tensors)
            self._local.backward_depth = depth + 1
            try:
                return original(tensors, *args, **kwargs)
            finally:
                self._local.backward_depth = depth
                if depth == 0 and not self._asleep():
                    with self._guarded():
                        self._after_backward()

        return backward

    def _make_module_call(self, original):
        local = self._local
        is_compiling = torch.compiler.is_compiling

        def __call__(module, *args, **kwargs):
            if is_compiling() or local.in_root or local.busy:
                return original(module, *args, **kwargs)
            local.in_root = True
            try:
                if torch.is_grad_enabled() and not self._off:
                    with self._guarded():
                        self._root_call(args, kwargs)
                return original(module, *args, **kwargs)
            finally:
                local.in_root = False

        return __call__

    def _make_next(self, original):
        def __next__(iterator):
            data = original(iterator)
            if not self._asleep():
                with self._guarded():
                    self._fetched(iterator, data)
            return data

        return __next__

    def _make_scale(self, original):
        def scale(scaler, outputs):
            result = original(scaler, outputs)
            if not self._asleep() and isinstance(result, torch.Tensor) and result is not outputs:
                with self._guarded():
                    self._scaled = {k: v for k, v in self._scaled.items() if v[0]() is not None}
                    self._scaled[id(result)] = (weakref.ref(result), scaler._scale.detach().clone())
            return result

        return scale

    def _make_scaler_step(self, original):
        def step(scaler, optimizer, *args, **kwargs):
            calls = self._optimizer_calls
            result = original(scaler, optimizer, *args, **kwargs)
            if not self._asleep() and calls == self._optimizer_calls:
                with self._guarded():
                    self._take_gradients(optimizer)
                    self._finish_step([optimizer], skipped=True)
            return result

        return step

    # ---- what happens in a training -----------------------------------------------------------------------------

    def _root_call(self, args, kwargs):
        if self._backwards_since_step:
            return  # a further micro-batch, or validation between backward and step
        self._states = _random_state.read()
        if not self._fetches:
            named = [entry for entry in flatten((args, kwargs)) if not entry[1].requires_grad]
            self._root_inputs = _named_fingerprints(named)

    def _fetched(self, iterator, data):
        sampler = getattr(iterator, "_index_sampler", None)
        key = (id(getattr(iterator, "_dataset", None)), id(sampler))
        number = self._loaders.setdefault(key, len(self._loaders))
        self._last_loader = number
        self._fetches.append((number, _named_fingerprints(flatten(data))))
        # Validation fetches much and trains nothing: keep what a step can need.
        if len(self._fetches) > 4096:
            self._fetches = self._fetches[-2048:]

    def _before_backward(self, tensors):
        self._hello()
        self._backwards += 1
        self._backwards_since_step += 1
        if self._states is None:
            self._states = _random_state.read()
        if self._last_loader is not None:
            self._training_loaders.add(self._last_loader)
        roots = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
        if self._by_hand is None and self._optimizer_calls == 0 and self._backwards <= _UNDECIDED_BACKWARDS:
            self._by_hand = _ByHand(self._names)
        if self._by_hand is not None:
            self._by_hand.before_backward(roots)
        for root in roots:
            entry = self._scaled.get(id(root))
            scale = entry[1] if entry is not None and entry[0]() is root else None
            if self._by_hand is not None:
                self._by_hand.loss(root, scale)
            else:
                self._recorder.loss(root, scale)

    def _after_backward(self):
        if self._stepped_inside_backward:
            optimizers, self._stepped_inside_backward = self._stepped_inside_backward, []
            self._finish_step(optimizers)
        elif self._by_hand is not None:
            self._by_hand.after_backward()
            if self._backwards == _UNDECIDED_BACKWARDS:
                self._settle_by_hand()
            elif self._backwards > _UNDECIDED_BACKWARDS:
                self._backwards_since_step = 0
                self._by_hand.emit(self._recorder)

    def _pre_step(self, optimizer, args, kwargs):
        if _is_compiling() or self._asleep():
            return None
        changed = None
        with self._guarded():
            self._hello()
            self._optimizer_calls += 1
            self._drop_by_hand()
            self._begin(optimizer)
            closure = kwargs.get("closure") or (args[1] if len(args) > 1 and callable(args[1]) else None)
            if closure is None:
                self._take_gradients(optimizer)
            else:
                observed = self._observed_closure(optimizer, closure)
                if "closure" in kwargs:
                    changed = (args, dict(kwargs, closure=observed))
                else:
                    changed = ((args[0], observed) + tuple(args[2:]), kwargs)
        return changed

    def _observed_closure(self, optimizer, closure):
        @functools.wraps(closure)
        def observed(*args, **kwargs):
            backwards = self._backwards
            loss = closure(*args, **kwargs)
            if not self._asleep():
                with self._guarded():
                    if backwards == self._backwards and isinstance(loss, torch.Tensor):
                        self._recorder.loss(loss)  # the gradient was made otherwise than by backward()
                    self._take_gradients(optimizer)
            return loss

        return observed

    def _post_step(self, optimizer, args, kwargs):
        if _is_compiling() or self._asleep():
            return
        with self._guarded():
            if self._recorder is None:
                return
            if self._local.backward_depth:
                self._stepped_inside_backward.append(optimizer)
                return
            found_inf = getattr(optimizer, "found_inf", None)  # set by GradScaler around fused steps
            skipped = found_inf.detach().clone() if isinstance(found_inf, torch.Tensor) else False
            self._finish_step([optimizer], skipped)

    # ---- putting a step together --------------------------------------------------------------------------------

    def _hello(self):
        if self._recorder is None:
            changed = self._baseline.changed() if self._baseline is not None else []
            self._recorder = self._open_recorder({"random.changed_before_training": ", ".join(changed)})

    def _begin(self, optimizer):
        """Step −1, once: before the first update."""
        if self._begun:
            return
        self._begun = True
        parameters = self._parameters(optimizer)
        self._recorder.begin(parameters, self._names.buffers(), self._states or _random_state.read())

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
        counts, named, kept = {}, [], []
        for number, parts in self._fetches:
            if number not in self._training_loaders:
                continue
            k = counts[number] = counts.get(number, 0) + 1
            prefix = "" if number == min(self._training_loaders) else "loader%d." % number
            suffix = "" if k == 1 else " (%d)" % k
            named += [(prefix + path + suffix, value) for path, value in zip(parts[0], parts[1].result())]
        self._fetches = kept
        if not named and self._root_inputs is not None:
            named = list(zip(["input " + path for path in self._root_inputs[0]], self._root_inputs[1].result()))
        self._root_inputs = None
        if named:
            self._recorder.batch(named)
        else:
            self._tell("no batch seen: no data loader was read and no module was called with tensors")

    def _finish_step(self, optimizers, skipped=False):
        self._begin(optimizers[0])
        self._recorder.random_state(self._states or _random_state.read())
        self._take_batch()
        parameters, state = [], []
        for optimizer in optimizers:
            for name, parameter in self._parameters(optimizer):
                parameters.append((name, parameter))
                state += _state_of(optimizer, name, parameter)
        rate = optimizers[0].param_groups[0].get("lr")
        rate = float(rate) if rate is not None and not (isinstance(rate, torch.Tensor) and rate.is_cuda) else None
        self._recorder.after_step(parameters, state, self._names.buffers(), rate, skipped)
        self._backwards_since_step = 0
        self._states = None

    def _tell(self, text):
        if text not in self._told:
            self._told.add(text)
            self._recorder.log("warning", text)

    # ---- parameters updated by hand -----------------------------------------------------------------------------

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
        if self._recorder is None or self._off:
            return
        with self._guarded():
            if self._by_hand is not None and self._optimizer_calls == 0:
                if torch_dynamo_loaded():
                    self._tell("backward() was seen, but no optimizer step: a compiled step cannot be observed")
                if self._backwards <= _UNDECIDED_BACKWARDS:
                    self._settle_by_hand()
                self._by_hand.emit_last(self._recorder)
            self._recorder.flush()

    def forget_after_fork(self):
        self._lock = threading.RLock()
        self._local = _Local()
        self._forget()


def torch_dynamo_loaded():
    return "torch._dynamo" in sys.modules


def _named_fingerprints(named):
    return [path for path, _ in named], _fingerprints.Fingerprints([tensor for _, tensor in named])


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


@contextlib.contextmanager
def _no_autocast():
    if torch.is_autocast_enabled() or torch.is_autocast_enabled("cpu"):
        with torch.autocast("cuda", enabled=False), torch.autocast("cpu", enabled=False):
            yield
    else:
        yield


def _skip_in_dynamo(function):
    """Dynamo must not compile our wrappers when it runs them between two graphs; without importing torch._dynamo."""
    try:
        torch._C._dynamo.eval_frame.skip_code(function.__code__)
    except AttributeError:
        pass


from ._by_hand import ByHand as _ByHand  # noqa: E402
