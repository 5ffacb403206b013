#!/usr/bin/python3
"""Writes whole.split.part, a small journal made of nothing but struct, zlib and json: what FORMAT.md says, written a
second time. With --check it compares instead, and fails when the file beside it is another."""

import json
import pathlib
import struct
import sys
import zlib

HELLO, MEMBERS, FINGERPRINTS, VALUES, STEP, EPOCH, LOG, SETTINGS, END = range(1, 10)
BATCH, LOSS, WEIGHT = 1, 2, 6
KINDS = 7
UNKNOWN_TYPE = 999


class Journal:
    def __init__(self):
        self.bytes = struct.pack("<8sII", b"FSPLITJ\n", 1, 0)
        self.sequence = 0

    def frame(self, kind, payload, algorithm=1, check=None):
        if check is None:
            check = zlib.crc32(payload)
        head = struct.pack("<4sHBBQQI", b"FSFR", kind, algorithm, 0, len(payload), check, self.sequence)
        self.bytes += head + struct.pack("<I", zlib.crc32(head)) + payload + bytes(-len(payload) % 8)
        self.sequence += 1

    def json(self, kind, value):
        self.frame(kind, json.dumps(value).encode())


def step(number, losses=(), rate=None, norm=None, seconds=None, digests=None):
    digests = digests or {}
    flags = (rate is not None) | (norm is not None) << 1 | (seconds is not None) << 2
    out = struct.pack("<qIIddd", number, flags, len(losses), rate or 0, norm or 0, seconds or 0)
    for kind in range(KINDS):
        out += struct.pack("<QQ", *digests.get(kind, (0, 0)))
    for dtype, bits in losses:
        out += struct.pack("<BxxxxxxxQ", dtype, bits)
    return out


def fingerprints(number, kind, lanes):
    return struct.pack("<qBxxxI", number, kind, len(lanes)) + b"".join(struct.pack("<QQ", *pair) for pair in lanes)


def values(number, kind, member, offset, total, content):
    return struct.pack("<qBxxxIQQ", number, kind, member, offset, total) + content


def whole():
    journal = Journal()
    journal.json(HELLO, {
        "format": "firstsplit.journal/1", "client": "vectors 1", "device": "cpu", "seed": 5,
        "environment": {"torch": "2.11.0"}, "start_time": "2026-01-02T03:04:05Z",
        "process": {"pid": 1, "start": "0", "boot": "none", "pid_namespace": ""},
        "request": {"format": "firstsplit.request/1", "id": "vector", "name": "ü"}})
    journal.json(MEMBERS, {"members": [
        {"kind": "weight", "number": 0, "name": "w", "shape": [3], "dtype": "float32", "since": -1},
        {"kind": "batch", "number": 0, "name": "x", "shape": [2, 2], "dtype": "int64", "since": 0}]})
    journal.frame(VALUES, values(-1, WEIGHT, 0, 0, 12, struct.pack("<f", 1.5)))
    journal.frame(VALUES, values(-1, WEIGHT, 0, 4, 12, struct.pack("<ff", -2.0, 0.25)))
    journal.frame(FINGERPRINTS, fingerprints(-1, WEIGHT, [(1, 2)]))
    journal.frame(STEP, step(-1, digests={WEIGHT: (3, 4)}))
    journal.json(SETTINGS, {"when": "start", "values": {"threads": "2"}})
    journal.frame(UNKNOWN_TYPE, b"a later minor version")
    journal.frame(FINGERPRINTS, fingerprints(0, BATCH, [(5, 6)]))
    # float32 1.0, and bfloat16 3.0
    journal.frame(STEP, step(0, [(6, 0x3F800000), (15, 0x4040)], rate=0.5, seconds=2.0,
                             digests={BATCH: (7, 8), LOSS: (9, 10), WEIGHT: (11, 12)}))
    journal.json(EPOCH, {"epoch": 0, "step": 0, "validation_loss": "nan", "first_sample_ids": [4, 2]})
    # Check algorithm 2: XXH3 (64 bits, seed 0) of this very text, computed by its reference implementation.
    text = b'{"level": "warning", "step": 0, "text": "checked by XXH3"}'
    journal.frame(LOG, text, algorithm=2, check=0x0AEB00969C13A89C)
    journal.json(END, {"state": "finished", "reason": "", "time": "2026-01-02T03:05:00Z"})
    return journal.bytes


def main():
    path = pathlib.Path(__file__).with_name("whole.split.part")
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if path.read_bytes() == whole() else f"{path} is not what this script writes: run it")
    path.write_bytes(whole())


main()
