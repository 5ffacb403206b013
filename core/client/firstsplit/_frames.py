"""Frames of the journal. Their byte layout stands in core/journal/FORMAT.md."""

import ctypes
import json
import struct
import zlib

from . import _fingerprints

HELLO, MEMBERS, FINGERPRINTS, VALUES, STEP, EPOCH, LOG, SETTINGS, END = range(1, 10)

_KIND_NAMES = ("random_state", "batch", "loss", "buffer", "gradient", "optimizer", "weight")
_LOSS = struct.Struct("<QQ")
_PART_BYTES = 16 << 20
_MOST_AT_ONCE = 1 << 20  # bytes of values that the native library puts into one buffer with the rest of the step


def encode_frame(kind, payload, sequence):
    check = _fingerprints.check_of(payload)
    algorithm = 2
    if check is None:
        algorithm, check = 1, zlib.crc32(payload)
    head = struct.pack("<4sHBBQQI", b"FSFR", kind, algorithm, 0, len(payload), check, sequence & 0xFFFFFFFF)
    padding = b"\0" * (-len(payload) % 8)
    return b"".join((head, struct.pack("<I", zlib.crc32(head)), payload, padding))


def encode_json(value):
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def encode_members(members):
    return encode_json({"members": [{**member, "kind": _KIND_NAMES[member["kind"]]} for member in members]})


_NATIVE_STEP = struct.Struct("<q3d12I")  # FirstsplitStep in client.h
_ALWAYS_KEPT = 0b0000111  # a bit for each kind: random state, batch and loss; the others as the budget allows


class StepEncoder:
    """The frames of whole steps, with the native library or without: the same but for the algorithm of their checks.

    rows: for each kind its members' fingerprints as bytes, empty when the kind was not seen; losses: [(dtype number, bits)];
    keeps_all: keep the fingerprints of every kind beside the digest; step.values: [(kind, member, bytes)]."""

    def __init__(self):
        self._make_room(1 << 14)
        self._value_heads = ([], None)  # [(kind, member, bytes)] and the same for the native library

    def encode(self, step, rows, losses, keeps_all, sequence):
        """(frames as bytes, how many)"""
        rate, seconds = step.learning_rate, step.seconds
        flags = (rate is not None) + 4 * (seconds is not None)
        scalars = (rate or 0.0, 0.0, seconds or 0.0)
        if _fingerprints.native_library is not None:
            if not step.values or sum([len(data) for *_, data in step.values]) <= _MOST_AT_ONCE:
                return self._encode_natively(step, flags, scalars, rows, losses, keeps_all, sequence)
        frames = []
        for kind, row in enumerate(rows):
            if row and (keeps_all or _ALWAYS_KEPT >> kind & 1):
                frames.append((FINGERPRINTS, struct.pack("<qII", step.step, kind, len(row) // 16) + row))
        for kind, number, data in step.values:
            for start in range(0, max(1, len(data)), _PART_BYTES):
                head = struct.pack("<qIIQQ", step.step, kind, number, start, len(data))
                frames.append((VALUES, head + data[start : start + _PART_BYTES]))
        payload = struct.pack("<qII3d", step.step, flags, len(losses), *scalars) + _fingerprints.of_lists(rows)
        frames.append((STEP, payload + b"".join([_LOSS.pack(*loss) for loss in losses])))
        encoded = [encode_frame(kind, payload, sequence + place) for place, (kind, payload) in enumerate(frames)]
        return b"".join(encoded), len(frames)

    def _encode_natively(self, step, flags, scalars, rows, losses, keeps_all, sequence):
        values, counts, kept, frames = step.values, [], 0, 1
        for kind, row in enumerate(rows):
            counts.append(len(row) // 16)
            if row and (keeps_all or _ALWAYS_KEPT >> kind & 1):
                kept |= 1 << kind
                frames += 1
        head = _NATIVE_STEP.pack(
            step.step, *scalars, flags, len(losses), *counts, kept, sequence & 0xFFFFFFFF, len(values)
        )
        packed_losses = b"".join([_LOSS.pack(*loss) for loss in losses])
        packed_rows = b"".join(rows)
        heads = data = b""
        if values:
            heads, data = self._packed_heads(values), b"".join([data for *_, data in values])
        room = len(packed_rows) + len(data) + 72 * len(values) + len(packed_losses) + 1024
        if room > len(self._out):
            self._make_room(2 * room)
        encode = _fingerprints.native_library.encode_step
        size = encode(head, packed_losses, packed_rows, heads, data, self._address)
        return ctypes.string_at(self._address, size), frames + len(values)

    def _make_room(self, size):
        self._out = ctypes.create_string_buffer(size)
        self._address = ctypes.addressof(self._out)

    def _packed_heads(self, values):
        heads = [(kind, number, len(data)) for kind, number, data in values]
        if heads != self._value_heads[0]:
            self._value_heads = (heads, b"".join(struct.pack("<IIQ", *head) for head in heads))
        return self._value_heads[1]
