"""Reads a journal, written against core/journal/FORMAT.md and independent of both writers; for tests."""

import json
import struct
import zlib

KINDS = ("random_state", "batch", "loss", "buffer", "gradient", "optimizer", "weight")


class Journal:
    def __init__(self, path):
        data = open(path, "rb").read()
        assert data[:8] == b"FSPLITJ\n" and struct.unpack_from("<II", data, 8) == (1, 0)
        self.hello = None
        self.members = {kind: [] for kind in KINDS}
        self.steps = []  # dicts
        self.settings = {}
        self.log = []
        self.end = None
        self.checks = set()
        position, sequence, pending = 16, 0, {}
        while position + 32 <= len(data):
            magic, kind, algorithm, zero, size, check, number = struct.unpack_from("<4sHBBQQI", data, position)
            assert magic == b"FSFR" and zero == 0 and number == sequence
            assert struct.unpack_from("<I", data, position + 28)[0] == zlib.crc32(data[position : position + 28])
            payload = data[position + 32 : position + 32 + size]
            if len(payload) < size:
                break
            self.checks.add(algorithm)
            if algorithm == 1:
                assert zlib.crc32(payload) == check
            self._take(kind, payload, pending)
            position += 32 + (size + 7) // 8 * 8
            sequence += 1

    def _take(self, kind, payload, pending):
        if kind in (1, 2, 6, 7, 8, 9):
            value = json.loads(payload)
        if kind == 1:
            self.hello = value
        elif kind == 2:
            for member in value["members"]:
                known = self.members[member["kind"]]
                assert member["number"] == len(known)
                known.append(member)
        elif kind == 3:
            step, of, count = struct.unpack_from("<qII", payload)
            flat = struct.unpack_from("<%dQ" % (2 * count), payload, 16)
            pending.setdefault("fingerprints", {})[KINDS[of]] = list(zip(flat[::2], flat[1::2]))
        elif kind == 4:
            step, of, member, offset, total = struct.unpack_from("<qIIQQ", payload)
            values = pending.setdefault("values", {})
            values[KINDS[of], member] = values.get((KINDS[of], member), b"") + payload[32:]
        elif kind == 5:
            step, flags, losses = struct.unpack_from("<qII", payload)
            scalars = struct.unpack_from("<3d", payload, 16)
            digests = struct.unpack_from("<14Q", payload, 40)
            record = {"step": step, "digests": dict(zip(KINDS, zip(digests[::2], digests[1::2])))}
            for bit, name in enumerate(("learning_rate", "gradient_norm", "seconds")):
                record[name] = scalars[bit] if flags >> bit & 1 else None
            record["losses"] = [self._loss(*struct.unpack_from("<QQ", payload, 152 + 16 * i)) for i in range(losses)]
            record["fingerprints"] = pending.pop("fingerprints", {})
            record["values"] = pending.pop("values", {})
            pending.clear()
            self.steps.append(record)
        elif kind == 7:
            self.log.append((value["level"], value.get("step"), value["text"]))
        elif kind == 8:
            self.settings[value["when"]] = value["values"]
        elif kind == 9:
            self.end = value

    @staticmethod
    def _loss(dtype, bits):
        if dtype == 6:
            return struct.unpack("<f", struct.pack("<I", bits))[0]
        if dtype == 7:
            return struct.unpack("<d", struct.pack("<Q", bits))[0]
        if dtype == 15:
            return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
        return bits

    def trained(self):
        return [step for step in self.steps if step["step"] >= 0]

    def names(self, kind):
        return [member["name"] for member in self.members[kind]]


if __name__ == "__main__":
    import sys

    journal = Journal(sys.argv[1])
    print("client", journal.hello["client"], "end", journal.end, "checks", journal.checks)
    for kind in KINDS:
        print(kind, journal.names(kind))
    print("steps", [step["step"] for step in journal.steps][:5], "…", len(journal.steps))
    for step in journal.trained()[:30]:
        present = {k: sum(1 for f in v if f != (0, 0)) for k, v in step["fingerprints"].items()}
        print(step["step"], step["losses"], "lr", step["learning_rate"], present)
    for entry in journal.log:
        print(entry)
    print(journal.settings)
