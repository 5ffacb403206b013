"""Puts steps together and hands them to the journal. Holds no reference to the user's tensors past the step."""

import ctypes
import time

import torch

from . import _fingerprints, _fs128
from ._policy import FingerprintPolicy, SnapshotPolicy

# In the journal's numbering (core/base/kind.h).
RANDOM_STATE, BATCH, LOSS, BUFFER, GRADIENT, OPTIMIZER, WEIGHT = range(7)


_SKIPPED = ("info", "optimizer step skipped: the gradients held infinities or NaN")


def bytes_of(tensor):
    """A copy of a tensor's bytes in row-major order, or None when they cannot be read."""
    dense = _fingerprints.local_dense(tensor)
    if dense is None or dense.layout is not torch.strided:
        return None
    dense = dense.resolve_conj().resolve_neg().contiguous().cpu()
    return ctypes.string_at(dense.data_ptr(), dense.numel() * dense.element_size())


class _Members:
    """Numbers of the named members of one kind, in order of appearance."""

    def __init__(self, kind):
        self.kind = kind
        self.numbers = {}
        self.fresh = []

    def number(self, name, tensor, step):
        number = self.numbers.get(name)
        if number is not None:
            return number
        local = None if tensor is None else _fingerprints.local_dense(tensor)
        if local is None:
            return self.number_of(name, (), None, step)
        return self.number_of(name, local.shape, local.dtype, step)

    def number_of(self, name, shape, dtype, step):
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.numbers)
            type_name = _fs128.type_name(dtype)
            self.fresh.append(
                {"kind": self.kind, "number": number, "name": name, "shape": list(shape), "dtype": type_name, "since": step}
            )
        return number


class _Part:
    """Fingerprints of some members of one kind at one step, perhaps still being computed on a device."""

    def __init__(self, kind, numbers, fingerprints):
        self.kind, self.numbers, self.fingerprints = kind, numbers, fingerprints


class _Step:
    def __init__(self, step):
        self.step = step
        self.losses = []  # (dtype number, tensor or float, divisor)
        self.parts = []
        self.values = []  # (kind, number, bytes)
        self.learning_rate = None
        self.seconds = None
        self.logs = []
        self.skipped = False

    def ready(self):
        return all(part.fingerprints.ready() for part in self.parts if not isinstance(part.fingerprints, list))


class Recorder:
    """One per process. The observer calls it; every method is called under its guard (no grad, no autocast)."""

    def __init__(self, writer, request):
        self._writer = writer
        self._members = [_Members(kind) for kind in range(7)]
        self._queue = []
        self._snapshots = None
        self._snapshot_request = request.get("snapshots", {})
        self._fingerprints_kept = FingerprintPolicy(int(request.get("fingerprint_budget_bytes", 2 << 30)))
        self._current = None
        self.next_step = 0
        self._step_started = None

    # ---- the step under way -------------------------------------------------------------------------------------

    def current(self):
        if self._current is None:
            self._current = _Step(self.next_step)
        return self._current

    def begin(self, parameters, buffers, states):
        """Step −1: everything before training. parameters, buffers: [(name, tensor)]; states: of random generators."""
        step = _Step(-1)
        self._add_random_state(step, states)
        self._add_tensors(step, [(WEIGHT, parameters), (BUFFER, buffers)])
        total = sum(_byte_count(t) for _, t in parameters) + sum(_byte_count(t) for _, t in buffers)
        self._snapshots = SnapshotPolicy(self._snapshot_request, total)
        self._add_values(step, parameters, buffers)
        self._finish(step)
        self._step_started = time.perf_counter()

    def random_state(self, states):
        self._add_random_state(self.current(), states)

    def _add_random_state(self, step, states):
        numbers = [self._members[RANDOM_STATE].number(name, None, step.step) for name, _ in states]
        step.parts.append(_Part(RANDOM_STATE, numbers, [fingerprint for _, fingerprint in states]))

    def batch(self, named):
        """named: [(name, fingerprint)] of the training batches fetched since the last step."""
        step = self.current()
        numbers = [self._members[BATCH].number(name, None, step.step) for name, _ in named]
        step.parts.append(_Part(BATCH, numbers, [fingerprint for _, fingerprint in named]))

    def tags(self, named):
        """named: [(name, fingerprint)] of tensors of the forward pass that the script has named."""
        if named:
            step = self.current()
            numbers = [self._members[BUFFER].number(name, None, step.step) for name, _ in named]
            step.parts.append(_Part(BUFFER, numbers, [fingerprint for _, fingerprint in named]))

    def loss(self, value, divisor=None):
        """value: the root of backward(), kept as a detached copy and read later; divisor: a loss scale, or None."""
        if value.numel() != 1:
            return
        self.current().losses.append((value.detach().clone(), divisor))

    def gradients(self, named):
        """named: [(name, gradient or None)], as the optimizer sees them; several calls (closures) count as a list."""
        step = self.current()
        numbers = [self._members[GRADIENT].number(name, gradient, step.step) for name, gradient in named]
        earlier = [part for part in step.parts if part.kind == GRADIENT and part.numbers == numbers]
        fresh = _fingerprints.Fingerprints([gradient for _, gradient in named])
        if earlier:
            merged = [_fingerprints.of_list(pair) for pair in zip(_result(earlier[0].fingerprints), fresh.result())]
            earlier[0].fingerprints = merged
        else:
            step.parts.append(_Part(GRADIENT, numbers, fresh))

    def after_step(self, parameters, state, buffers, learning_rate, skipped=False):
        """Everything after the optimizer's step; makes the step whole. state: [(name, tensor or number)]."""
        step = self.current()
        step.learning_rate = learning_rate
        step.skipped = skipped
        if skipped is True:
            step.logs.append(_SKIPPED)
        state = [(n, v if isinstance(v, torch.Tensor) else torch.tensor(v)) for n, v in state]
        self._add_tensors(step, [(OPTIMIZER, state), (WEIGHT, parameters), (BUFFER, buffers)])
        self._add_values(step, parameters, buffers)
        now = time.perf_counter()
        if self._step_started is not None:
            step.seconds = now - self._step_started
        self._step_started = now
        self._current = None
        self.next_step += 1
        self._finish(step)

    # For trainings without an optimizer, whose fingerprints and bytes were taken before it was known (_by_hand.py):
    # `weights` is (names, fingerprints, [bytes or None], [(shape, dtype)]).

    def begin_prepared(self, weights, states):
        step = _Step(-1)
        self._add_random_state(step, states)
        self._snapshots = SnapshotPolicy(self._snapshot_request, sum(len(data or b"") for data in weights[2]))
        self._add_prepared(step, weights)
        self._finish(step)

    def gradients_prepared(self, names, fingerprints):
        step = self.current()
        numbers = [self._members[GRADIENT].number(name, None, step.step) for name in names]
        step.parts.append(_Part(GRADIENT, numbers, fingerprints))

    def after_step_prepared(self, weights):
        step = self.current()
        self._add_prepared(step, weights)
        self._current = None
        self.next_step += 1
        self._finish(step)

    def _add_prepared(self, step, weights):
        names, fingerprints, data, layout = weights
        members = self._members[WEIGHT]
        numbers = [members.number_of(n, shape, dtype, step.step) for n, (shape, dtype) in zip(names, layout)]
        step.parts.append(_Part(WEIGHT, numbers, fingerprints))
        if self._snapshots.keeps(step.step):
            step.values += [(WEIGHT, number, d) for number, d in zip(numbers, data) if d is not None]

    def log(self, level, text, step=None):
        self._writer.log(level, self.next_step if step is None else step, text)

    def flush(self):
        while self._queue:
            self._write(self._queue.pop(0))

    # ---- inside -------------------------------------------------------------------------------------------------

    def _add_tensors(self, step, kinds):
        """kinds: [(kind, [(name, tensor)])]; their fingerprints are asked for together."""
        together = _fingerprints.Fingerprints([tensor for _, named in kinds for _, tensor in named])
        start = 0
        for kind, named in kinds:
            members = self._members[kind]
            numbers = [members.number(name, tensor, step.step) for name, tensor in named]
            if numbers:
                step.parts.append(_Part(kind, numbers, _fingerprints.Slice(together, start, len(numbers))))
            start += len(numbers)

    def _add_values(self, step, parameters, buffers):
        if self._snapshots is None or not self._snapshots.keeps(step.step):
            return
        for kind, named in ((WEIGHT, parameters), (BUFFER, buffers)):
            for name, tensor in named:
                data = bytes_of(tensor)
                if data is not None:
                    step.values.append((kind, self._members[kind].number(name, tensor, step.step), data))

    def _finish(self, step):
        self._queue.append(step)
        # On a CPU everything is ready at once; a GPU may be some steps behind, and is waited for only after eight.
        while self._queue and (self._queue[0].ready() or len(self._queue) > 8):
            self._write(self._queue.pop(0))

    def _write(self, step):
        fresh = [entry for members in self._members for entry in members.fresh]
        for members in self._members:
            members.fresh = []
        rows = [None] * 7
        for part in step.parts:
            row = rows[part.kind]
            if row is None:
                row = rows[part.kind] = [_fingerprints.ABSENT] * len(self._members[part.kind].numbers)
            for number, fingerprint in zip(part.numbers, _result(part.fingerprints)):
                row[number] = fingerprint
        losses = []
        if step.losses:
            count = len(step.losses)
            numbers = [self._members[LOSS].number("loss" if i == 0 else "loss[%d]" % i, None, step.step) for i in range(count)]
            rows[LOSS] = [_fingerprints.ABSENT] * len(self._members[LOSS].numbers)
            values = [_unscaled(value, divisor) for value, divisor in step.losses]
            for number, value, fingerprint in zip(numbers, values, _fingerprints.Fingerprints(values).result()):
                rows[LOSS][number] = fingerprint
                losses.append((_fs128.TYPE_NUMBERS[value.dtype], int.from_bytes(bytes_of(value), "little")))
            fresh += self._members[LOSS].fresh
            self._members[LOSS].fresh = []
        if torch.is_tensor(step.skipped) and bool(step.skipped):
            step.logs.append(_SKIPPED)
        keep = self._fingerprints_kept.keeps(step.step, [len(row or ()) for row in rows])
        self._writer.step(step, fresh, rows, losses, keep)


def _result(fingerprints):
    return fingerprints if isinstance(fingerprints, list) else fingerprints.result()


def _unscaled(value, divisor):
    value = value.cpu()
    if divisor is None:
        return value
    return value / (divisor.cpu() if isinstance(divisor, torch.Tensor) else divisor)


def _byte_count(tensor):
    local = _fingerprints.local_dense(tensor)
    return 0 if local is None else local.numel() * local.element_size()
