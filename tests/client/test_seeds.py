"""Seeds that the launcher gives from outside reach what they should: generators, data workers, generators made without a seed.

    python test_seeds.py CLIENT_FOLDER [unittest arguments]
"""

import shutil

from command_line import numpy_folder, run_tests
from read_journal import KINDS
from test_client import Training, unittest


class Differs(unittest.TestCase):
    def test_another_seed_is_seen_at_once(self):
        """The seed of the launcher reaches a script that seeds nothing; two of them give different weights."""
        a, b = (Training("unseeded", seed=seed).journal() for seed in ("1", "2"))
        again = Training("unseeded", seed="1").journal()
        self.assertNotEqual(a.steps[0]["digests"]["weight"], b.steps[0]["digests"]["weight"])
        for kind in KINDS:
            self.assertEqual([s["digests"][kind] for s in a.steps], [s["digests"][kind] for s in again.steps], kind)

    def test_unseeded_differs(self):
        a, b = (Training("unseeded").journal() for _ in range(2))
        self.assertNotEqual(a.steps[0]["digests"]["weight"], b.steps[0]["digests"]["weight"])


class WorkerSeeds(unittest.TestCase):
    def batches(self, *arguments, **settings):
        """Fingerprints of all batches."""
        run = Training("worker_draws", *arguments, path=self.numpy, **settings)
        self.assertEqual(run.code, 0, run.errors)
        journal = run.journal()
        self.assertEqual(len(journal.trained()), 8)
        return [step["fingerprints"]["batch"] for step in journal.trained()]

    def test_each_sample_has_its_own(self):
        self.numpy = numpy_folder()
        if self.numpy is None:
            self.skipTest("no NumPy for this Python")
        self.addCleanup(shutil.rmtree, self.numpy)
        self.assertNotEqual(self.batches("fork", "2"), self.batches("fork", "2"))
        seeded = {"seed.workers": "per_sample", "seed": "1"}
        fixed = self.batches("fork", "2", **seeded)
        self.assertEqual(len(set(map(tuple, fixed))), 8)  # another noise in the second epoch
        self.assertEqual(self.batches("spawn", "3", **seeded), fixed)
        kept = self.batches("fork", "3", "persistent", **seeded)  # the loader draws no seed for their second epoch
        self.assertEqual((len(set(map(tuple, kept))), kept[:4]), (8, fixed[:4]))


class Entropy(unittest.TestCase):
    def outputs(self, path, **settings):
        runs = [Training("entropy", path=path, **settings) for _ in range(2)]
        for run in runs:
            self.assertEqual(run.code, 0, run.errors)
        return [run.output.splitlines() for run in runs]

    def test_generators_without_a_seed(self):
        path = numpy_folder()
        if path:
            self.addCleanup(shutil.rmtree, path)
        system, fixed = self.outputs(path), self.outputs(path, **{"seed.entropy": "fixed", "seed": "1"})
        other = self.outputs(path, **{"seed.entropy": "fixed", "seed": "2"})
        self.assertNotEqual(system[0][0], system[1][0])
        self.assertEqual(fixed[0][0], fixed[1][0])
        self.assertNotEqual(fixed[0][0], other[0][0])
        self.assertNotEqual(fixed[0][1], fixed[1][1])  # names of temporary files never repeat


if __name__ == "__main__":
    run_tests()
