#!/usr/bin/python3
"""Reads a run file of the sample with h5py alone; any difference from what it must hold ends with an error."""

import sys

import h5py
import numpy


def text(values):
    return [value.decode() for value in values]


with h5py.File(sys.argv[1], "r") as run:
    attributes = run["run"].attrs
    assert attributes["format"].decode() == "firstsplit.run", attributes["format"]
    assert attributes["version_major"] == 1
    assert attributes["seed"] == -7
    assert attributes["end_state"].decode() == "finished"
    assert attributes["working_directory"].decode() == "/home/user/ü"
    assert text(run["run/command_line"]) == ["firstsplit-runner --experiment 'digits embedding'"]
    assert run["run/damaged"].shape == (0,)
    settings = dict(zip(text(run["settings/requested/key"]), text(run["settings/requested/value"])))
    assert settings == {"seed": "7", "threads": "2"}, settings

    steps = run["steps"]
    assert list(steps["step"]) == [-1, 0, 1, 2, 3], list(steps["step"])
    loss = steps["loss"][:]
    assert loss.dtype == numpy.float32 and steps["loss"].attrs["dtype"].decode() == "float32"
    assert numpy.isnan(loss[0]) and loss[1:].view(numpy.uint32).tolist() == [0x3F800000 + i for i in range(4)]
    assert steps["step_seconds"].attrs["units"].decode() == "s"
    assert steps["digest_weight"].shape == (5, 2) and steps["digest_weight"].dtype == numpy.uint64
    assert (steps["digest_optimizer"][:] == 0).all()

    names, kinds = text(run["tensors/name"]), text(run["tensors/kind"])
    assert kinds.count("weight") == 3 and "head/../weight" in names
    assert run["fingerprints/weight"].shape == (len(run["fingerprints/weight_steps"]), 3, 2)
    assert run["fingerprints/weight"][1, 2].tolist() == [2 << 32 | 6, 3]

    datasets = dict(zip(zip(kinds, names), text(run["tensors/dataset"])))
    table = run[datasets["weight", "table"]]
    assert table.shape == (3, 5, 4) and table.dtype == numpy.float32
    expected = bytes((2 * 31 + i * 7 + len("table")) % 256 for i in range(80))  # step -1
    assert table[0].tobytes() == expected
    assert list(run["weights/steps"]) == [-1, 0, 2]
    assert run["weights/present"][:].all()
    half = run[datasets["weight", "head/../weight"]]
    assert half.shape == (3, 3) and half.attrs["dtype"].decode() == "bfloat16"
    bits = numpy.frombuffer(bytes((2 * 31 + i * 7 + len("head/../weight")) % 256 for i in range(6)), numpy.uint16)
    assert (half[0].astype(numpy.float32) == (bits.astype(numpy.uint32) << 16).view(numpy.float32)).all(), half[0]
    assert run[datasets["weight", "steps"]].shape == (3, 0, 2)
    assert list(run["epochs/first_sample_ids"][0]) == [3, 1, 2]
    assert text(run["log/text"]) == ["the learning rate is large"]

    missing = []
    run.visititems(lambda name, item: None if "description" in item.attrs else missing.append(name))
    assert not missing, missing
print("as it must be")
