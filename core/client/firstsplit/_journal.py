"""Appends a training's record to its journal.

Frames are made and, while they are small and the disk is quick, written by the caller: handing a few kilobytes to another
thread costs more than the system takes to accept them, and a kill would lose them. Everything else is written by a thread of
its own from a bounded queue (64 steps or 8 MiB): a full one makes the training wait, which is counted. Any failing write
detaches the writer; the training goes on.
"""

import collections
import os
import struct
import threading
import time

from ._append_file import AppendFile
from ._frames import END, EPOCH, HELLO, LOG, MEMBERS, SETTINGS, StepEncoder, encode_frame, encode_json, encode_members
from ._tell import tell

_QUEUE_BYTES = 8 << 20
_QUEUE_STEPS = 64
_SYNC_SECONDS = 1.0
_SMALL_BYTES = 256 << 10  # written by the caller …
_QUICK_SECONDS = 5e-3  # … unless two writes in a row took longer than this: the disk, not a busy processor
_SLOW_ITEMS = 100  # so many go to the thread then


def utc_now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _read_text(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def process_identity():
    """pid, start time in clock ticks, boot and pid namespace: together they name a process for good."""
    stat = _read_text("/proc/self/stat")
    fields = stat[stat.rfind(")") + 2 :].split()
    try:
        namespace = os.readlink("/proc/self/ns/pid")
    except OSError:
        namespace = ""
    return {
        "pid": os.getpid(),
        "start": fields[19] if len(fields) > 19 else "",
        "boot": _read_text("/proc/sys/kernel/random/boot_id").strip(),
        "pid_namespace": namespace,
    }


class JournalWriter:
    def __init__(self, path, hello):
        """Makes the file, which must not exist yet, and writes the hello."""
        self.path = path
        self._file = AppendFile(path)
        self._sequence = 0
        self._encoder = StepEncoder()
        self._lock = threading.RLock()
        self._condition = threading.Condition(self._lock)
        self._queue = collections.deque()  # (frames as bytes, is a step)
        self._queued_bytes = self._queued_steps = 0
        self._writing = False
        self._slow_items = self._slow_in_a_row = 0
        self._ended = False
        self._unsynced = False
        self.detach_reason = None
        self.times_blocked = 0
        self._file.write(b"FSPLITJ\n" + struct.pack("<II", 1, 0))
        self._file.write(self._frame(HELLO, encode_json(hello)))
        self._thread = threading.Thread(target=self._run, name="firstsplit-journal", daemon=True)
        self._thread.start()

    # ---- what is recorded ---------------------------------------------------------------------------------------

    def step(self, step, fresh_members, rows, losses, keeps_all):
        """One whole step; the arguments as StepEncoder has them."""
        frames = []
        if fresh_members:
            frames.append(self._frame(MEMBERS, encode_members(fresh_members)))
        for level, text in step.logs:
            frames.append(self._frame(LOG, encode_json({"level": level, "step": step.step, "text": text})))
        whole, count = self._encoder.encode(step, rows, losses, keeps_all, self._sequence)
        self._sequence += count
        self._put(b"".join((*frames, whole)) if frames else whole, True)

    def epoch(self, record):
        self._put(self._frame(EPOCH, encode_json(record)), False)

    def log(self, level, step, text):
        entry = {"level": level, "text": text}
        if step is not None:
            entry["step"] = step
        self._put(self._frame(LOG, encode_json(entry)), False)

    def settings_in_force(self, when, values):
        self._put(self._frame(SETTINGS, encode_json({"when": when, "values": values})), False)

    def end(self, state, reason=""):
        self._put(self._frame(END, encode_json({"state": state, "reason": reason, "time": utc_now()})), False)
        self.flush()
        self._ended = True

    def flush(self, seconds=30.0):
        """Waits until everything is written; no thread is started, so that it may run at the interpreter's end."""
        limit = time.monotonic() + seconds
        with self._condition:
            while (self._queue or self._writing) and self.detach_reason is None and time.monotonic() < limit:
                if not self._thread.is_alive():
                    self._drain()
                    break
                self._condition.wait(0.1)

    # ---- inside -------------------------------------------------------------------------------------------------

    def _frame(self, kind, payload):
        frame = encode_frame(kind, payload, self._sequence)
        self._sequence += 1
        return frame

    def _put(self, data, is_step):
        if self._ended or self.detach_reason is not None:
            return
        with self._lock:  # quicker than by the condition
            if not (self._queue or self._writing or self._slow_items) and len(data) <= _SMALL_BYTES:
                self._write_at_once(data)
                return
            if self._slow_items:
                self._slow_items -= 1
            if self._is_full():
                self.times_blocked += 1
                while self._is_full() and self.detach_reason is None and self._thread.is_alive():
                    self._condition.wait(0.1)
            self._queue.append((data, is_step))
            self._queued_bytes += len(data)
            self._queued_steps += is_step
            self._condition.notify_all()

    def _write_at_once(self, data):
        started = time.monotonic()
        self._try_to_write(data)
        self._unsynced = True
        self._slow_in_a_row = self._slow_in_a_row + 1 if time.monotonic() - started > _QUICK_SECONDS else 0
        if self._slow_in_a_row >= 2:
            self._slow_items, self._slow_in_a_row = _SLOW_ITEMS, 0

    def _is_full(self):
        # One item larger than the bound is let in alone.
        return bool(self._queue) and (self._queued_bytes >= _QUEUE_BYTES or self._queued_steps >= _QUEUE_STEPS)

    def _run(self):
        synced = time.monotonic()
        while self.detach_reason is None:
            with self._condition:
                if not self._queue:
                    self._condition.wait(_SYNC_SECONDS)
                items = list(self._queue)
                self._queue.clear()
                self._queued_bytes = self._queued_steps = 0
                self._writing = bool(items)
                self._condition.notify_all()
            if items:
                self._try_to_write(items[0][0] if len(items) == 1 else b"".join(data for data, _ in items))
                with self._condition:
                    self._writing, self._unsynced = False, True
                    self._condition.notify_all()
            if self._unsynced and time.monotonic() - synced > _SYNC_SECONDS:
                self._unsynced = False
                self._file.sync()
                synced = time.monotonic()

    def _try_to_write(self, data):
        try:
            self._file.write(data)
        except OSError as error:
            self.detach_reason = "%s cannot be written: %s" % (self.path, error.strerror or error)
            tell(self.detach_reason + "; nothing is recorded from here on, and the training goes on")

    def _drain(self):
        """The writing thread is gone (interpreter's end): write from here."""
        while self._queue and self.detach_reason is None:
            self._try_to_write(self._queue.popleft()[0])
