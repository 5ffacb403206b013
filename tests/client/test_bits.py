"""Fingerprints and states of random generators are the same bits, whichever way they are read.

    python test_bits.py CLIENT_FOLDER [unittest arguments]
"""

import importlib
import os
import random
import shutil
import sys
import tempfile

import torch

from command_line import numpy_folder, run_tests
from test_client import CLIENT, Training, unittest

sys.path.insert(0, CLIENT)


class Bits(unittest.TestCase):
    """Without the native library the fingerprints come from torch's own operations, and are the same."""

    def test_native_and_torch_agree(self):
        from firstsplit import _fingerprints, _fs128

        self.assertIsNotNone(_fingerprints.native_library, _fingerprints.native_missing_reason)
        torch.manual_seed(0)
        tensors = [torch.randint(0, 256, (n,), dtype=torch.uint8) for n in (0, 1, 3, 2047, 2048, 2049, 300_000)]
        for dtype in _fs128.TYPE_NUMBERS:
            for shape in ((), (5,), (3, 0), (33, 65), (2, 3, 1000)):
                tensors.append((100 * torch.randn(shape)).to(torch.float32).to(dtype))
        tensors += [torch.randn(40, 30).t(), torch.randn(100)[1:50:3], torch.randn(8, dtype=torch.complex64).conj()]
        tensors += [torch.randn(2_000_000), torch.full((7,), float("nan")), torch.tensor([0.0, -0.0])]
        native = _fingerprints.unpack(_fingerprints.packed(_fingerprints.of_tensors(tensors)))
        self.assertEqual(len(set(native)), len(native))
        library, _fingerprints.native_library = _fingerprints.native_library, None
        self.addCleanup(setattr, _fingerprints, "native_library", library)
        for count in (1, 7, len(tensors)):
            for start in range(0, len(tensors), count):
                part = tensors[start : start + count]
                heads = [_fs128.header(_fs128.TYPE_NUMBERS[t.dtype], tuple(t.shape)) for t in part]
                by_torch = _fs128.finish(_fs128.lane_sums_of_many(part), heads)  # as on a GPU
                pooled = _fingerprints.packed(_fingerprints.of_tensors(part))  # as on a CPU without the library
                self.assertEqual(_fingerprints.unpack(by_torch), native[start : start + count])
                self.assertEqual(_fingerprints.unpack(pooled), native[start : start + count])

    def test_a_training_without_the_native_library(self):
        with tempfile.TemporaryDirectory() as folder:
            for part in ("firstsplit", "hook"):
                shutil.copytree(os.path.join(CLIENT, part), os.path.join(folder, part), ignore=shutil.ignore_patterns("*.so"))
            pure = Training("plain", client=folder).journal()
            elsewhere = Training("odd", "default_device", client=folder)
        self.assertEqual([s["step"] for s in elsewhere.journal().trained()], [0, 1, 2, 3], elsewhere.errors)
        self.assertFalse([entry for entry in elsewhere.journal().log if entry[0] == "error"])
        native = Training("plain").journal()
        self.assertIn("torch's own operations", pure.log[0][2])
        self.assertEqual((pure.checks, native.checks), ({1}, {2}))
        for kind in ("batch", "loss", "gradient", "optimizer", "weight", "buffer"):
            for field in ("digests", "fingerprints"):
                self.assertEqual([s[field].get(kind) for s in pure.steps], [s[field].get(kind) for s in native.steps], kind)
        for field in ("step", "losses", "learning_rate", "values"):
            self.assertEqual([s[field] for s in pure.steps], [s[field] for s in native.steps])


class RandomStates(unittest.TestCase):
    """Read from memory, they are what the library itself says, after whatever was drawn."""

    def follows(self, reader, ask, draws):
        self.assertEqual(reader.read, reader._read_memory, "this layout is not known")
        states = set()
        for draw in draws:
            draw()
            self.assertEqual(reader.read(), ask())
            states.add(ask())
        self.assertEqual(len(states), len(draws))

    def test_of_python(self):
        from firstsplit import _random_memory

        gauss = lambda: random.gauss(0, 1)  # the second one only takes what the first one left
        draws = [lambda: random.seed(1), random.random, gauss, gauss, lambda: random.getrandbits(20000), lambda: random.seed(2)]
        self.follows(_random_memory.python_reader(), _random_memory.python_state, draws)

    def test_of_numpy(self):
        folder = numpy_folder()
        if folder is None:
            self.skipTest("no NumPy for this Python")
        self.addCleanup(shutil.rmtree, folder)
        sys.path.insert(0, folder)
        numpy_random = importlib.import_module("numpy.random")
        from firstsplit import _random_memory

        draws = [lambda: numpy_random.seed(1), numpy_random.rand, numpy_random.normal, numpy_random.normal]
        draws += [lambda: numpy_random.rand(2000), lambda: numpy_random.permutation(5), lambda: numpy_random.seed(2)]
        reader = _random_memory.numpy_reader(numpy_random)
        self.follows(reader, lambda: _random_memory.numpy_state(numpy_random), draws)


if __name__ == "__main__":
    run_tests()
