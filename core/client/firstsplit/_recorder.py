"""Puts steps together and hands them to the journal. Holds no reference to the user's tensors past the step."""

import time

from . import _fingerprints
from ._dense import byte_count
from ._fingerprints import are_ready, copies_of, of_tensors, packed, part_of
from ._losses import Loss
from ._members import BATCH, BUFFER, GRADIENT, LOSS, OPTIMIZER, RANDOM_STATE, WEIGHT, Members
from ._policy import SnapshotPolicy, Thinning
from ._random_state import fingerprints_of


_SKIPPED = ("info", "optimizer step skipped: the gradients held infinities or NaN")


class _Step:
    def __init__(self, step):
        self.step = step
        self.losses = []
        self.parts = [[], [], [], [], [], [], []]  # of each kind: [numbers, fingerprints]
        self.waits_for = []  # fingerprints that are still computed
        self.values = []  # (kind, number, bytes)
        self.widths = None  # of each kind: members that there were when the step ended; it may be written later
        self.learning_rate = None
        self.seconds = None
        self.logs = []
        self.skipped = False

    def ready(self):
        return all(map(are_ready, self.waits_for))


class Recorder:
    """One per process. The observer calls it; every method is called under its guard (no grad, no autocast).

    Tensors come as (names, tensors): a tuple, and a list of the same length."""

    def __init__(self, writer, request):
        self._writer = writer
        self._fresh = []  # members not yet told to the journal
        self._members = [Members(kind, self._fresh) for kind in range(7)]
        self._queue = []
        self._snapshots = None
        self._snapshot_request = request.get("snapshots", {})
        self._fingerprints = Thinning(int(request.get("fingerprint_budget_bytes", 2 << 30)))
        self.next_step = 0
        self.current = _Step(0)  # the step under way
        self._step_started = None

    # ---- the step under way -------------------------------------------------------------------------------------

    def begin(self, parameters, buffers, states):
        """Step −1: everything before training. states: of the random generators, as read."""
        step = _Step(-1)
        self._add_random_state(step, states)
        self._add_tensors(step, [(WEIGHT, parameters), (BUFFER, buffers)], "begin")
        total = sum(map(byte_count, parameters[1])) + sum(map(byte_count, buffers[1]))
        self._snapshots = SnapshotPolicy(self._snapshot_request, total)
        self._add_values(step, parameters, buffers)
        self._finish(step)
        self._step_started = time.perf_counter()

    def random_state(self, states):
        self._add_random_state(self.current, states)

    def _add_random_state(self, step, states):
        self._add(step, RANDOM_STATE, *fingerprints_of(states))

    def batch(self, names, fingerprints):
        """names: of the tensors in the training batches since the last step; their fingerprints."""
        self._add(self.current, BATCH, names, fingerprints)

    def tags(self, names, fingerprints):
        """Of tensors of the forward pass that the script has named."""
        if names:
            self._add(self.current, BUFFER, names, fingerprints)

    def loss(self, value, divisor=None):
        """value: the root of backward(); divisor: a loss scale, or None."""
        if value.numel() == 1:
            self.current.losses.append(Loss(value, divisor))

    def gradients(self, names, gradients):
        """As the optimizer sees them, None where there is none; several calls (closures) count as a list."""
        step = self.current
        fresh = of_tensors(gradients, "gradients")
        if step.parts[GRADIENT]:
            numbers = self._members[GRADIENT].numbers(names, gradients, step.step)
            for part in step.parts[GRADIENT]:
                if part[0] == numbers:
                    before, now = packed(part[1]), packed(fresh)
                    pairs = [bytes(before[i : i + 16]) + bytes(now[i : i + 16]) for i in range(0, len(now), 16)]
                    part[1] = b"".join(map(_fingerprints.of_list, pairs))
                    return
        self._add(step, GRADIENT, names, fresh, gradients)

    def after_step(self, parameters, state, buffers, learning_rate, skipped=False):
        """Everything after the optimizer's step; makes the step whole."""
        step = self.current
        step.learning_rate = learning_rate
        step.skipped = skipped
        if skipped is True:
            step.logs.append(_SKIPPED)
        self._add_tensors(step, [(OPTIMIZER, state), (WEIGHT, parameters), (BUFFER, buffers)], "after the step")
        self._add_values(step, parameters, buffers)
        now = time.perf_counter()
        if self._step_started is not None:
            step.seconds = now - self._step_started
        self._step_started = now
        self._end(step)

    # For trainings without an optimizer, whose fingerprints and bytes were taken before it was known (_by_hand.py):
    # `weights` is (names, fingerprints, [bytes or None], [(shape, dtype)]).

    def begin_prepared(self, weights, states):
        step = _Step(-1)
        self._add_random_state(step, states)
        self._snapshots = SnapshotPolicy(self._snapshot_request, sum(len(data or b"") for data in weights[2]))
        self._add_prepared(step, weights)
        self._finish(step)

    def gradients_prepared(self, names, fingerprints):
        self._add(self.current, GRADIENT, names, fingerprints)

    def after_step_prepared(self, weights):
        step = self.current
        self._add_prepared(step, weights)
        self._end(step)

    def _add_prepared(self, step, weights):
        names, fingerprints, data, layout = weights
        members = self._members[WEIGHT]
        numbers = [members.number(n, step.step, shape, dtype) for n, (shape, dtype) in zip(names, layout)]
        step.parts[WEIGHT].append([numbers, fingerprints])
        if self._snapshots.keeps(step.step):
            step.values += [(WEIGHT, number, d) for number, d in zip(numbers, data) if d is not None]

    def log(self, level, text, step=None):
        self._writer.log(level, self.next_step if step is None else step, text)

    def flush(self):
        while self._queue:
            self._write(self._queue.pop(0))

    # ---- inside -------------------------------------------------------------------------------------------------

    def _add(self, step, kind, names, fingerprints, tensors=None):
        if fingerprints.__class__ is not bytes:
            step.waits_for.append(fingerprints)
        step.parts[kind].append([self._members[kind].numbers(names, tensors, step.step), fingerprints])

    def _add_tensors(self, step, kinds, place):
        """kinds: [(kind, (names, tensors))]; their fingerprints are asked for together."""
        every = []
        for _, (_, tensors) in kinds:
            every += tensors
        together = of_tensors(every, place)
        start = 0
        for kind, (names, tensors) in kinds:
            if names:
                self._add(step, kind, names, part_of(together, start, len(names)), tensors)
                start += len(names)

    def _add_values(self, step, parameters, buffers):
        if self._snapshots is None or not self._snapshots.keeps(step.step):
            return
        for kind, (names, tensors) in ((WEIGHT, parameters), (BUFFER, buffers)):
            numbers = self._members[kind].numbers(names, tensors, step.step)
            copies = zip(numbers, copies_of(tensors, kind))
            step.values += [(kind, number, data) for number, data in copies if data is not None]

    def _end(self, step):
        self.next_step += 1
        self.current = _Step(self.next_step)
        self._finish(step)

    def _finish(self, step):
        step.widths = [len(members) for members in self._members]
        if not self._queue and (not step.waits_for or step.ready()):
            self._write(step)
            return
        self._queue.append(step)
        # On a CPU everything is ready at once; a GPU may be some steps behind, and is waited for only after eight.
        while self._queue and (self._queue[0].ready() or len(self._queue) > 8):
            self._write(self._queue.pop(0))

    def _write(self, step):
        losses = []
        for place, loss in enumerate(step.losses):
            entry, fingerprint = loss.read()
            losses.append(entry)
            number = self._members[LOSS].number("loss[%d]" % place if place else "loss", step.step)
            step.parts[LOSS].append([[number], fingerprint])
        if step.skipped is not True and step.skipped:  # a tensor that may have been on a device
            step.logs.append(_SKIPPED)
        step.widths[LOSS] = len(self._members[LOSS])
        rows = [
            members.row(parts, width) if parts else b""
            for members, parts, width in zip(self._members, step.parts, step.widths)
        ]
        keeps_all = self._fingerprints.keeps(step.step, sum(map(len, rows[LOSS + 1 :])), step.step == -1)
        fresh = [member for member in self._fresh if member["since"] <= step.step]
        self._fresh[:] = [member for member in self._fresh if member["since"] > step.step]
        self._writer.step(step, fresh, rows, losses, keeps_all)
