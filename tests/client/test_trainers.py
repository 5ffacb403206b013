"""Trainers of others, as they are: Lightning, transformers, accelerate, stable-baselines3. Those that are not installed are
left out.

    python test_trainers.py CLIENT_FOLDER [unittest arguments]      with the Python that has them
"""

import importlib.util

from command_line import run_tests
from test_client import Checked, unittest


class Trainers(Checked):
    def need(self, package):
        if importlib.util.find_spec(package) is None:
            self.skipTest("no " + package)

    def test_lightning(self):
        """bf16-mixed, accumulation, clipping: forward and backward run inside `step`, validation between epochs."""
        self.need("lightning")
        journal = self.check("lightning_accumulate", steps=8, losses=2)
        self.assertEqual(journal.names("weight"), ["net.0.weight", "net.0.bias", "net.3.weight", "net.3.bias"])
        self.assertEqual(journal.names("batch"), ["[0]", "[1]", "[0] (2)", "[1] (2)"])  # none of validation's

    def test_transformers(self):
        self.need("transformers")
        for workers in ("0", "2"):
            journal = self.check("hf_trainer", workers, steps=6, losses=2)
            self.assertTrue({"input_ids", "labels"} <= set(journal.names("batch")), journal.names("batch"))
            self.assertFalse([name for name in journal.names("weight") if "position only" in name])

    def test_accelerate(self):
        self.need("accelerate")
        journal = self.check("accelerate_loop", steps=8, losses=2)
        batches = [f for step in journal.trained() for f in step["fingerprints"]["batch"] if f != (0, 0)]
        self.assertEqual(len(batches), 32)  # 16 micro-batches of two tensors, although read ahead

    def test_ppo(self):
        self.need("stable_baselines3")
        journal = self.check("ppo_cartpole", steps=16, losses=1)
        self.assertIn("mlp_extractor.policy_net.0.weight", journal.names("weight"))
        self.assertTrue(any("no batch seen" in text for _, _, text in journal.log))


if __name__ == "__main__":
    run_tests()
