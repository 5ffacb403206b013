"""Wraps torch's functions at their one place, so that the observer hears of steps, backward(), data and root modules.

No module or tensor hooks: they would change what a compiler makes of the model, and travel with copies of it.
"""

import functools
import sys

import torch


_graph_task = getattr(torch._C, "_current_graph_task_id", lambda: -1)


class Patches:
    def __init__(self, events, guard):
        """events: the observer; its methods named below are called under the guard."""
        self._events = events
        self._guard = guard
        self._missing = []

    def install(self):
        """Returns the names of the functions that this torch version lacks."""
        optimizer = sys.modules["torch.optim.optimizer"]  # torch.optim deletes the attribute
        optimizer.register_optimizer_step_pre_hook(self._pre_step)
        optimizer.register_optimizer_step_post_hook(self._post_step)
        self._wrap(torch.autograd, "backward", self._make_backward)
        self._wrap(torch.nn.Module, "__call__", self._make_module_call)
        loader = getattr(getattr(torch.utils, "data", None), "dataloader", None)
        self._wrap(getattr(loader, "_BaseDataLoaderIter", None), "__next__", self._make_next)
        scaler = getattr(getattr(torch, "amp", None), "GradScaler", None)
        self._wrap(scaler, "scale", self._make_scale)
        self._wrap(scaler, "step", self._make_scaler_step)
        return self._missing

    def _wrap(self, owner, name, make):
        original = getattr(owner, name, None)
        if original is None:
            self._missing.append(name)
            return
        wrapper = functools.wraps(original)(make(original))
        _skip_in_dynamo(wrapper)
        setattr(owner, name, wrapper)

    def _pre_step(self, optimizer, args, kwargs):
        if torch.compiler.is_compiling() or self._guard.asleep():
            return None
        changed = None
        with self._guard:
            closure = kwargs.get("closure") or (args[1] if len(args) > 1 and callable(args[1]) else None)
            observed = self._events.before_optimizer(optimizer, closure)
            if closure is not None and "closure" in kwargs:
                changed = (args, dict(kwargs, closure=observed))
            elif closure is not None:
                changed = ((args[0], observed) + tuple(args[2:]), kwargs)
        return changed

    def _post_step(self, optimizer, args, kwargs):
        if torch.compiler.is_compiling() or self._guard.asleep():
            return
        with self._guard:
            # On a GPU the hooks of a backward() run in a thread of torch's own.
            is_inside_backward = self._guard.local.backward_depth > 0 or _graph_task() != -1
            self._events.after_optimizer(optimizer, is_inside_backward)

    def _make_backward(self, original):
        guard, events = self._guard, self._events

        def backward(tensors, *args, **kwargs):
            if guard.asleep():
                return original(tensors, *args, **kwargs)
            if not isinstance(tensors, torch.Tensor):
                tensors = tuple(tensors)  # an iterator is used up once
            depth = guard.local.backward_depth
            if depth == 0:
                with guard:
                    events.before_backward(tensors)
            guard.local.backward_depth = depth + 1
            try:
                return original(tensors, *args, **kwargs)
            finally:
                guard.local.backward_depth = depth
                if depth == 0 and events.heeds_end_of_backward and not guard.asleep():
                    with guard:
                        events.after_backward()

        return backward

    def _make_module_call(self, original):
        guard, events = self._guard, self._events
        is_compiling, is_grad_enabled = torch.compiler.is_compiling, torch.is_grad_enabled

        def __call__(module, *args, **kwargs):
            local = guard.local
            if is_compiling() or local.in_root or local.busy:
                return original(module, *args, **kwargs)
            local.in_root = True
            try:
                if is_grad_enabled() and not guard.off:
                    with guard:
                        events.root_call(module, args, kwargs)
                return original(module, *args, **kwargs)
            finally:
                local.in_root = False

        return __call__

    def _make_next(self, original):
        guard, events = self._guard, self._events

        def __next__(iterator):
            try:
                data = original(iterator)
            except StopIteration:
                if not guard.asleep():
                    with guard:
                        events.loader_ended(iterator)
                raise
            if not guard.asleep():
                with guard:
                    events.fetched(iterator, data)
            return data

        return __next__

    def _make_scale(self, original):
        guard, events = self._guard, self._events

        def scale(scaler, outputs):
            result = original(scaler, outputs)
            if not guard.asleep() and isinstance(result, torch.Tensor) and result is not outputs:
                with guard:
                    events.scaled(scaler, result, scaler._scale.detach().clone())
            return result

        return scale

    def _make_scaler_step(self, original):
        guard, events = self._guard, self._events

        def step(scaler, optimizer, *args, **kwargs):
            calls = events.optimizer_calls
            result = original(scaler, optimizer, *args, **kwargs)
            if not guard.asleep() and calls == events.optimizer_calls:
                with guard:
                    events.optimizer_skipped(optimizer)
            return result

        return step


def _skip_in_dynamo(function):
    """Dynamo must not compile our wrappers when it runs them between two graphs; without importing torch._dynamo."""
    try:
        torch._C._dynamo.eval_frame.skip_code(function.__code__)
    except AttributeError:
        pass
