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


class StepEncoder:
    """The frames of whole steps, with the native library or without: the same but for the algorithm of their checks.

    rows: for each kind its members' fingerprints as bytes, empty when the kind was not seen; losses: [(dtype number, bits)];
    keep: for each kind whether the fingerprints are kept beside the digest; values: [(kind, member, bytes)]."""

    def __init__(self):
        self._make_room(1 << 14)
        self._value_heads = ([], None)  # [(kind, member, bytes)] and the same for the native library

    def encode(self, step, rows, losses, keep, values, gradient_norm, sequence):
        """(frames as bytes, how many)"""
        scalars = [step.learning_rate, gradient_norm, step.seconds]
        flags = 0
        for bit, value in enumerate(scalars):
            if value is None:
                scalars[bit] = 0.0
            else:
                flags |= 1 << bit
        if _fingerprints.native_library is not None and sum(len(data) for *_, data in values) <= _MOST_AT_ONCE:
            return self._encode_natively(step.step, flags, scalars, rows, losses, keep, values, sequence)
        frames = []
        for kind, row in enumerate(rows):
            if row and keep[kind]:
                frames.append((FINGERPRINTS, struct.pack("<qII", step.step, kind, len(row) // 16) + row))
        for kind, number, data in values:
            for start in range(0, max(1, len(data)), _PART_BYTES):
                head = struct.pack("<qIIQQ", step.step, kind, number, start, len(data))
                frames.append((VALUES, head + data[start : start + _PART_BYTES]))
        payload = struct.pack("<qII3d", step.step, flags, len(losses), *scalars) + _fingerprints.of_lists(rows)
        frames.append((STEP, payload + b"".join([_LOSS.pack(*loss) for loss in losses])))
        encoded = [encode_frame(kind, payload, sequence + place) for place, (kind, payload) in enumerate(frames)]
        return b"".join(encoded), len(frames)

    def _encode_natively(self, step, flags, scalars, rows, losses, keep, values, sequence):
        counts, kept, frames = [len(row) // 16 for row in rows], 0, 1 + len(values)
        for kind, count in enumerate(counts):
            if count and keep[kind]:
                kept |= 1 << kind
                frames += 1
        head = _NATIVE_STEP.pack(
            step, *scalars, flags, len(losses), *counts, kept, sequence & 0xFFFFFFFF, len(values)
        )
        packed_losses = b"".join([_LOSS.pack(*loss) for loss in losses])
        packed_rows, data = b"".join(rows), b"".join([data for *_, data in values])
        room = len(packed_rows) + len(data) + 72 * len(values) + len(packed_losses) + 1024
        if room > len(self._out):
            self._make_room(2 * room)
        size = _fingerprints.native_library.encode_step(
            head, packed_losses, packed_rows, self._packed_heads(values), data, self._address
        )
        return ctypes.string_at(self._address, size), frames

    def _make_room(self, size):
        self._out = ctypes.create_string_buffer(size)
        self._address = ctypes.addressof(self._out)

    def _packed_heads(self, values):
        if not values:
            return b""
        heads = [(kind, number, len(data)) for kind, number, data in values]
        if heads != self._value_heads[0]:
            self._value_heads = (heads, b"".join(struct.pack("<IIQ", *head) for head in heads))
        return self._value_heads[1]
