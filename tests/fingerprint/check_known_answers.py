#!/usr/bin/env python3
"""Computes the known answers of fs128/1 twice more, and holds them against known_answers.json.

    check_known_answers.py KNOWN_ANSWERS plain    with Python's integers, from bytes made here
    check_known_answers.py KNOWN_ANSWERS torch    with torch's integer operators, from real tensors and views

Written from the definition, with nothing of the C++ code. known_answers.json says itself how its tensors are made.
Ends with 1 and the answers that differ.
"""
import json
import struct
import sys

MASK = (1 << 64) - 1
G = 0x9E3779B97F4A7C15
C = 0xD1B54A32D192ED03
M1 = 0xBF58476D1CE4E5B9
M2 = 0x94D049BB133111EB
# Numbers and sizes as torch serialises them, and struct's letters for the types that can be counted.
DTYPES = {
    "uint8": (0, 1, "B"), "int8": (1, 1, "b"), "int16": (2, 2, "h"), "int32": (3, 4, "i"), "int64": (4, 8, "q"),
    "float16": (5, 2, "e"), "float32": (6, 4, "f"), "float64": (7, 8, "d"), "complex64": (9, 8, None),
    "complex128": (10, 16, None), "bool": (11, 1, "?"), "bfloat16": (15, 2, None), "uint16": (27, 2, "H"),
    "uint32": (28, 4, "I"), "uint64": (29, 8, "Q"),
}


def fmix(z):
    z = (z ^ (z >> 30)) * M1 & MASK
    z = (z ^ (z >> 27)) * M2 & MASK
    return z ^ (z >> 31)


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


KEYS = [[signed(fmix((512 * lane + j + 1) * G & MASK) >> 32, 32) for j in range(512)] for lane in range(2)]


def splitmix_bytes(count, seed):
    words = [fmix((seed + i + 1) * G & MASK) for i in range((count + 7) // 8)]
    return struct.pack(f"<{len(words)}Q", *words)[:count]


def finish(sums, dtype, shape):
    header = fmix(1)
    for value in (DTYPES[dtype][0], len(shape), *shape):
        header = fmix((header + G + value) & MASK)
    return fmix((sums[0] + header) & MASK), fmix((sums[1] + (header ^ C)) & MASK)


# --- with Python's integers -------------------------------------------------------------------------------------------


def plain_of_bytes(dtype, shape, data):
    data = data + bytes(-len(data) % 2048)
    sums = [0, 0]
    for block in range(len(data) // 2048):
        words = struct.unpack_from("<512i", data, 2048 * block)
        for lane, keys in enumerate(KEYS):
            total = 0
            for j in range(256):
                total += signed(words[j] + keys[j], 32) * signed(words[j + 256] + keys[j + 256], 32)
            place = (block + 1) * G & MASK
            sums[lane] += fmix((total + (place ^ C if lane else place)) & MASK)
    return finish([value & MASK for value in sums], dtype, shape)


def plain_elements(dtype, make):
    """The elements' bytes, a list of bytes objects."""
    _, size, letter = DTYPES[dtype]
    if "arange" in make:
        if dtype == "bfloat16":
            return [struct.pack("<f", i)[2:] for i in range(make["arange"])]
        return [struct.pack("<" + letter, i) for i in range(make["arange"])]
    if "bits" in make:
        return [value.to_bytes(size, "little") for value in make["bits"]]
    if "repeat" in make:
        return [make["repeat"].to_bytes(size, "little")] * make["count"]
    data = splitmix_bytes(make["random_bytes"], make["seed"])
    return [data[i:i + size] for i in range(0, len(data), size)]


def flip_top_bit(data):
    return data[:-1] + bytes([data[-1] ^ 0x80])


def plain(case):
    dtype = case["dtype"]
    elements = plain_elements(dtype, case["make"])
    shape = [len(elements)]
    for view in case.get("views", []):
        word, *numbers = view.split()
        numbers = [int(number) for number in numbers]
        if word == "reshape":
            shape = numbers
        elif word == "transpose":
            rows, columns = shape
            elements = [elements[r * columns + c] for c in range(columns) for r in range(rows)]
            shape = [columns, rows]
        elif word == "from":
            elements, shape = elements[numbers[0]:], [shape[0] - numbers[0]]
        elif word == "every":
            elements = elements[::numbers[0]]
            shape = [len(elements)]
        elif word == "conj":
            elements = [flip_top_bit(element) for element in elements]
        elif word == "neg":
            elements = [flip_top_bit(element) for element in elements]
        else:
            raise ValueError(f"unknown view: {view}")
    assert shape == case["shape"], f"{case['name']}: shape {shape}"
    return plain_of_bytes(dtype, shape, b"".join(elements))


def plain_list(members):
    data = b"".join(struct.pack("<2Q", *member) for member in members)
    return plain_of_bytes("int64", [len(members), 2], data)


# --- with torch's integer operators -----------------------------------------------------------------------------------


def torch_tensor(case):
    import torch

    dtype = getattr(torch, case["dtype"])
    make = case["make"]
    if "arange" in make:
        tensor = torch.arange(make["arange"], dtype=torch.int64).to(dtype)
    else:
        data = b"".join(plain_elements(case["dtype"], make))
        tensor = torch.tensor(list(data), dtype=torch.uint8).view(dtype)
    for view in case.get("views", []):
        word, *numbers = view.split()
        numbers = [int(number) for number in numbers]
        if word == "reshape":
            tensor = tensor.reshape(numbers)
        elif word == "transpose":
            tensor = tensor.t()
            assert tensor.numel() < 2 or not tensor.is_contiguous()
        elif word == "from":
            tensor = tensor[numbers[0]:]
        elif word == "every":
            tensor = tensor[::numbers[0]]
        elif word == "conj":
            tensor = tensor.conj()
            assert tensor.is_conj()
        elif word == "neg":
            tensor = tensor._neg_view()
            assert tensor.is_neg()
        else:
            raise ValueError(f"unknown view: {view}")
    assert list(tensor.shape) == case["shape"], f"{case['name']}: shape {list(tensor.shape)}"
    return tensor


def torch_fmix(z):
    z = (z ^ ((z >> 30) & (1 << 34) - 1)) * signed(M1, 64)
    z = (z ^ ((z >> 27) & (1 << 37) - 1)) * signed(M2, 64)
    return z ^ ((z >> 31) & (1 << 33) - 1)


def torch_of_tensor(tensor):
    import torch

    data = tensor.resolve_conj().resolve_neg().contiguous().reshape(-1)
    if data.storage_offset() != 0:
        data = data.clone()
    data = data.view(torch.uint8) if data.numel() else torch.empty(0, dtype=torch.uint8)
    words = torch.zeros((data.numel() + 2047) // 2048 * 2048, dtype=torch.uint8)
    words[:data.numel()] = data
    words = words.view(torch.int32).view(-1, 512)
    sums = []
    for lane in range(2):
        keyed = (words + torch.tensor(KEYS[lane], dtype=torch.int32)).to(torch.int64)
        totals = (keyed[:, :256] * keyed[:, 256:]).sum(1)
        places = (torch.arange(1, len(words) + 1) * signed(G, 64)) ^ (signed(C, 64) if lane else 0)
        sums.append(int(torch_fmix(totals + places).sum()) & MASK)
    return finish(sums, str(tensor.dtype).removeprefix("torch."), list(tensor.shape))


def torch_list(members):
    import torch

    numbers = [[signed(lane, 64) for lane in member] for member in members]
    return torch_of_tensor(torch.tensor(numbers, dtype=torch.int64).reshape(-1, 2))


# ----------------------------------------------------------------------------------------------------------------------


def answers_of(known, kind):
    """(name, computed, expected) of every answer; members of lists are tensors' computed fingerprints."""
    of_tensor = plain if kind == "plain" else lambda case: torch_of_tensor(torch_tensor(case))
    of_list = plain_list if kind == "plain" else torch_list
    found = {"absent": (0, 0)}
    for case in known["tensors"]:
        found[case["name"]] = of_tensor(case)
        yield case["name"], found[case["name"]], case["fingerprint"]
    for case in known["lists"]:
        yield case["name"], of_list([found[name] for name in case["members"]]), case["fingerprint"]


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("plain", "torch"):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        known = json.load(file)
    count = wrong = 0
    for name, lanes, expected in answers_of(known, sys.argv[2]):
        text = " ".join(f"{lane:016x}" for lane in lanes)
        count += 1
        if text != expected:
            wrong += 1
            print(f"{name}: computed {text}, known {expected}")
    print(f"{count - wrong} of {count} known answers agree ({sys.argv[2]})")
    sys.exit(1 if wrong or not count else 0)


if __name__ == "__main__":
    main()
