"""Trainers of others, as they are: Lightning, transformers, accelerate, stable-baselines3. Those that are not installed are
left out.

    python test_trainers.py CLIENT_FOLDER [unittest arguments]

FIRSTSPLIT_TRAINERS names a Python interpreter that has them all (packaging/test-trainers.sh makes one): it goes on in that.
"""

import importlib.util
import os
import sys

PYTHON = os.environ.get("FIRSTSPLIT_TRAINERS")
if PYTHON and PYTHON != sys.executable:
    os.execv(PYTHON, [PYTHON, "-W", "ignore", *sys.argv])

from command_line import run_tests  # noqa: E402
from test_client import CLIENT, Checked, Training, unittest  # noqa: E402


class Trainers(Checked):
    def need(self, package):
        if not PYTHON and importlib.util.find_spec(package) is None:
            self.skipTest("no " + package)

    def check_trainer(self, package, script, *arguments, steps, losses):
        """As check() with the seed 0; with another one, nothing is equal from the first step on."""
        self.need(package)
        journal = self.check(script, "0", *arguments, steps=steps, losses=losses)
        other = Training(script, "1", *arguments).journal()
        self.assertNotEqual(other.steps[0]["digests"]["weight"], journal.steps[0]["digests"]["weight"])
        for kind in ("batch", "loss", "gradient", "weight"):
            self.assertNotEqual(other.steps[1]["digests"][kind], journal.steps[1]["digests"][kind], kind)
        return journal

    def batches(self, journal):
        """How many tensors of batches were seen."""
        return sum(f != (0, 0) for step in journal.trained() for f in step["fingerprints"]["batch"])

    def test_lightning(self):
        """bf16-mixed, accumulation, clipping: forward and backward run inside `step`, validation between epochs."""
        journal = self.check_trainer("lightning", "lightning_accumulate", steps=8, losses=2)
        self.assertEqual(journal.names("weight"), ["net.0.weight", "net.0.bias", "net.3.weight", "net.3.bias"])
        self.assertEqual(journal.names("batch"), ["[0]", "[1]", "[0] (2)", "[1] (2)"])  # none of validation's
        self.assertEqual(self.batches(journal), 32)

    def test_lightning_gradients(self):
        """The gradient is the one that was used: after accumulation and clipping, as Lightning leaves it behind."""
        self.need("lightning")
        import torch

        sys.path.insert(0, CLIENT)
        from firstsplit import _fingerprints

        run = Training("lightning_accumulate", "0")
        self.assertEqual(run.code, 0, run.errors)
        steps = run.journal().trained()
        self.assertEqual(len(steps), 8)
        for step, gradients in zip(steps, torch.load(run.path("gradients.pt"))):
            used = _fingerprints.unpack(_fingerprints.packed(_fingerprints.of_tensors(gradients)))
            self.assertEqual(step["fingerprints"]["gradient"], used)

    def check_transformers(self, workers):
        journal = self.check_trainer("transformers", "hf_trainer", workers, steps=6, losses=2)
        self.assertTrue({"input_ids", "labels"} <= set(journal.names("batch")), journal.names("batch"))
        self.assertEqual(self.batches(journal), 24)  # none of evaluation's
        self.assertFalse([name for name in journal.names("weight") if "position only" in name])

    def test_transformers(self):
        self.check_transformers("0")

    def test_transformers_with_data_workers(self):
        self.check_transformers("2")

    def test_accelerate(self):
        journal = self.check_trainer("accelerate", "accelerate_loop", steps=8, losses=2)
        self.assertEqual(self.batches(journal), 32)  # 16 micro-batches of two tensors, although read ahead

    def test_ppo(self):
        journal = self.check_trainer("stable_baselines3", "ppo_cartpole", steps=16, losses=1)
        self.assertIn("mlp_extractor.policy_net.0.weight", journal.names("weight"))
        # No loader, and the policy itself is never called: observations, as they enter its first two modules.
        self.assertEqual(journal.names("batch"), ["input [0][0]", "input2 [0][0]"])
        self.assertEqual(self.batches(journal), 32)


if __name__ == "__main__":
    run_tests()
