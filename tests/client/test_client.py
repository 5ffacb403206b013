"""Trains small scripts bare and under the recorder's hook: what was seen is right, and the result is the same, bit for bit.

    python test_client.py CLIENT_FOLDER [unittest arguments]        (CLIENT_FOLDER: …/share/firstsplit/client)
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from command_line import run_tests  # noqa: E402
from read_journal import Journal  # noqa: E402

CLIENT = os.path.abspath(sys.argv.pop(1))


def saved_tensors(path):
    """What torch.save() wrote, without torch, which takes seconds to start: the structure and each storage's bytes, by name."""
    with zipfile.ZipFile(path) as archive:
        parts = {name.split("/", 1)[1]: archive.read(name) for name in archive.namelist()}
    return {name: data for name, data in parts.items() if name == "data.pkl" or name.startswith("data/")}


class Training:
    """One script, run in a folder of its own."""

    def __init__(
        self, script, *arguments, recorded=True, interpreter=(), path=None, module=None, journal=None, client=CLIENT, **settings
    ):
        self.folder = tempfile.TemporaryDirectory()
        environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "FIRSTSPLIT_RUN")}
        environment.update(OMP_NUM_THREADS="1", OMP_WAIT_POLICY="PASSIVE")
        if recorded:
            request = {
                "format": "firstsplit.request/1",
                "id": "test",
                "journal": journal or self.path("a.split.part"),
                "settings": settings,
                "snapshots": {"policy": "budget", "every": 1, "budget_bytes": 1 << 30},
                "fingerprint_budget_bytes": 1 << 30,
            }
            environment["FIRSTSPLIT_RUN"] = json.dumps(request)
        paths = [os.path.join(client, "hook")] * recorded + [path] * bool(path)
        if paths:
            environment["PYTHONPATH"] = os.pathsep.join(paths)
        what = ["-m", module] if module else [os.path.join(HERE, "scripts", script + ".py")]
        command = [sys.executable, "-W", "ignore", *interpreter, *what, *arguments]
        done = subprocess.run(command, cwd=self.folder.name, env=environment, capture_output=True, text=True, timeout=240)
        self.code, self.output, self.errors = done.returncode, done.stdout, done.stderr

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def journal(self, name="a.split.part"):
        return Journal(self.path(name))

    def journals(self):
        return sorted(name for name in os.listdir(self.folder.name) if name.endswith(".split.part"))

    def weights(self):
        return saved_tensors(self.path("weights.pt"))


class Checked(unittest.TestCase):
    def check(self, script, *arguments, steps, losses):
        """Bare, recorded, recorded again: equal weights and outputs; so many steps with so many losses each."""
        bare = Training(script, *arguments, recorded=False)
        first = Training(script, *arguments)
        again = Training(script, *arguments)
        for run in (bare, first, again):
            self.assertEqual(run.code, 0, run.errors)
        for run in (first, again):
            self.assertEqual(bare.output, run.output)
            self.assertTrue(bare.weights() == run.weights())
            self.assertEqual(run.journals(), ["a.split.part"])
        journal, second = first.journal(), again.journal()
        self.assertEqual([s["step"] for s in journal.steps], list(range(-1, steps)))
        self.assertEqual([len(s["losses"]) for s in journal.trained()], [losses] * steps if isinstance(losses, int) else losses)
        self.assertEqual(journal.end["state"], "finished")
        for kind in ("batch", "loss", "gradient", "optimizer", "weight", "buffer"):
            self.assertEqual([s["digests"][kind] for s in journal.steps], [s["digests"][kind] for s in second.steps], kind)
        for step in journal.trained():
            self.assertNotEqual(step["digests"]["weight"], (0, 0))
            self.assertNotEqual(step["digests"]["gradient"], (0, 0))
        self.assertFalse([entry for entry in journal.log if entry[0] == "error"], journal.log)
        # The bytes recorded last are the weights that the script saved.
        saved = set(first.weights().values())
        stepped = {}
        for step in journal.steps:
            stepped.update({key: data for key, data in step["values"].items() if key[0] == "weight"})
        self.assertTrue(stepped and set(stepped.values()) <= saved)
        return journal


class Observed(Checked):
    def test_plain(self):
        journal = self.check("plain", steps=8, losses=1)
        self.assertEqual(journal.names("weight"), ["0.weight", "0.bias", "1.weight", "1.bias", "3.weight", "3.bias"])
        self.assertEqual(journal.names("batch"), ["[0]", "[1]"])
        self.assertEqual(journal.names("buffer"), ["1.running_mean", "1.running_var", "1.num_batches_tracked"])

    def test_what_few_trainings_do(self):
        for kind, losses in (("iterator", 2), ("bare_state", 1), ("freed", 1), ("nested", 1)):
            with self.subTest(kind):
                self.check("odd", kind, steps=4, losses=losses)

    def test_a_thread_that_fetches_ahead(self):
        """How far it gets is chance: the batch is what the model is called with."""
        journal = self.check("odd", "thread", steps=4, losses=1)
        self.assertEqual(journal.names("batch"), ["input [0][0]"])

    def test_lbfgs(self):
        self.check("lbfgs", steps=3, losses=4)

    def test_gan(self):
        journal = self.check("gan", steps=16, losses=[2, 1] * 8)
        self.assertEqual(len(set(journal.names("weight"))), 8)
        # No loader: what goes into the last call of each model and of the loss, whatever else is called between.
        self.assertEqual(journal.names("batch"), ["input [0][0]", "input2 [0][0]", "input3 [0][1]", "input2 [0][1]"])

    def test_scaler(self):
        losses = []
        for arguments in ((), ("fused",)):
            journal = self.check("scaler", *arguments, steps=8, losses=1)
            losses.append([step["losses"][0] for step in journal.trained()])
            self.assertEqual([step for _, step, text in journal.log if "skipped" in text], [3])
            self.assertLess(journal.trained()[0]["losses"][0], 100)  # unscaled
            self.assertIn("GradScaler.scale", journal.names("optimizer"))
        for plain, fused in zip(*losses):
            self.assertAlmostEqual(plain, fused, places=5)

    def test_by_hand(self):
        journal = self.check("by_hand", steps=5, losses=1)
        self.assertTrue(any("no optimizer step" in text for _, _, text in journal.log))

    def test_optimizer_in_backward(self):
        self.check("opt_in_backward", steps=5, losses=1)

    def test_functional(self):
        journal = self.check("functional", steps=4, losses=0)
        self.assertTrue(all("position only" in name for name in journal.names("weight")))

    def test_optimizers(self):
        for kind in ("custom", "fused", "foreach", "zeros"):
            self.check("optimizers", kind, steps=5, losses=1)
        self.check("optimizers", "autograd_grad", steps=5, losses=0)

    def test_compiled(self):
        for kind in ("model", "function", "fullgraph"):
            self.check("compiled", kind, steps=6, losses=1)
        journal = self.check("compiled", "step", steps=6, losses=1)
        self.assertTrue(any("compiled step" in text for _, _, text in journal.log))

    def test_ranks(self):
        """Two ranks: the launcher is silent, gradients are equal, losses are not."""
        run = Training("ddp", interpreter=["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"])
        self.assertEqual((run.code, run.journals()), (0, ["a.1.split.part", "a.split.part"]), run.errors)
        zero, one = run.journal(), run.journal("a.1.split.part")
        for step, other in zip(zero.trained(), one.trained()):
            self.assertEqual(step["digests"]["gradient"], other["digests"]["gradient"])
            self.assertNotEqual(step["losses"], other["losses"])
        self.assertEqual([len(zero.trained()), len(one.trained())], [5, 5])
        self.assertEqual(zero.names("weight"), ["0.weight", "0.bias", "2.weight", "2.bias"])

    def test_shards(self):
        run = Training("fsdp", interpreter=["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"])
        if "cannot import name 'fully_shard'" in run.errors:
            self.skipTest("this torch has no fully_shard")
        self.assertEqual(run.journals(), ["a.1.split.part", "a.split.part"], run.errors)
        zero, one = run.journal(), run.journal("a.1.split.part")
        self.assertEqual([len(zero.trained()), len(one.trained())], [5, 5])
        for step, other in zip(zero.trained(), one.trained()):
            for kind in ("gradient", "weight"):  # each has its own half
                self.assertNotEqual(step["digests"][kind], (0, 0))
                self.assertNotEqual(step["digests"][kind], other["digests"][kind])

    def test_awkward_heap(self):
        self.check("awkward", "heap", steps=5, losses=1)

    def test_copies_and_saved_models(self):
        self.check("awkward", "deepcopy", steps=5, losses=1)
        self.check("awkward", "save", steps=5, losses=1)

    def test_in_a_thread(self):
        self.check("awkward", "thread", steps=5, losses=1)

    def test_nothing_is_held_past_the_step(self):
        self.check("awkward", "nothing", steps=5, losses=1)
        self.assertEqual(Training("awkward", "nothing").output, "alive 0\n" * 5)

    def test_workers(self):
        for method in ("fork", "spawn"):
            facts = self.check("workers", method, steps=8, losses=1).hello["environment"]
            self.assertEqual((facts["data.workers"], facts["data.start_method"]), ("2", method))


class Explicit(Checked):
    """The package in the script's own hands; the hook's copy serves it."""

    def test_functional_updates(self):
        journal = self.check("explicit", "functional", steps=4, losses=1)
        self.assertEqual(journal.names("weight"), ["0.weight", "0.bias", "2.weight", "2.bias"])
        self.assertEqual(journal.names("batch"), ["x", "y"])
        self.assertEqual(len(journal.trained()[0]["fingerprints"]["gradient"]), 4)

    def test_steps_that_the_script_ends(self):
        journal = self.check("explicit", "module", steps=4, losses=1)
        self.assertEqual(journal.names("batch"), ["[0]", "[1]"])

    def test_tags(self):
        journal = self.check("explicit", "tag", steps=4, losses=2)
        self.assertEqual(journal.names("buffer"), ["tag hidden"])
        tags = [step["fingerprints"]["buffer"][0] for step in journal.trained()]
        self.assertEqual(len(set(tags)), 4)

    def test_without_the_hook(self):
        """python -I hides PYTHONPATH, not our own variable: an installed package takes part all the same."""
        code = "import runpy, sys; sys.path.insert(0, %r); sys.argv[:1] = []; runpy.run_path(sys.argv[0])" % CLIENT
        run = Training("explicit", "module", interpreter=["-I", "-c", code])
        self.assertEqual((run.code, run.journals()), (0, ["a.split.part"]), run.errors)
        self.assertEqual(len(run.journal().trained()), 4)

    def test_costs_nothing_when_nobody_records(self):
        code = "import sys; sys.path.insert(0, %r); import firstsplit; firstsplit.step(); print('torch' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code % CLIENT], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "False\n"), done.stderr)


class Start(unittest.TestCase):
    """Ways in which Python starts, and what else runs there."""

    def run_with(self, files=None, **more):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, text in (files or {}).items():
            path = os.path.join(folder.name, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        return Training("plain", path=folder.name, **more)

    def is_recorded(self, run):
        self.assertEqual(run.code, 0, run.errors)
        self.assertEqual(len(run.journal().trained()), 8)

    def test_the_users_own_sitecustomize(self):
        text = "import os; open('mine', 'a').write(__name__)"
        for name in ("sitecustomize.py", "sitecustomize/__init__.py"):
            run = self.run_with({name: text})
            self.is_recorded(run)
            with open(run.path("mine")) as file:
                self.assertEqual(file.read(), "sitecustomize")

    def test_a_sitecustomize_that_raises(self):
        files = {"sitecustomize.py": "raise RuntimeError('mine')"}
        run, bare = self.run_with(files), self.run_with(files, recorded=False)
        self.is_recorded(run)
        self.assertIn("RuntimeError: mine", run.errors)
        self.assertIn("RuntimeError: mine", bare.errors)

    def test_others_that_wait_for_torch(self):
        """A finder that asks all others first, as ours does; and two of ours that wait for one module."""
        finder = """
import sys
if sys:  # CMakeLists.txt takes a class at a line's start for one of tests
    class Waiter:
        def find_spec(self, name, path=None, target=None):
            if name == "torch" and not hasattr(self, "asked"):
                self.asked = True
                for finder in sys.meta_path:
                    if finder is not self:
                        spec = finder.find_spec(name, path, target)
                        if spec is not None:
                            return spec
sys.meta_path.insert(0, Waiter())
"""
        self.is_recorded(self.run_with({"sitecustomize.py": finder}))
        code = "import sys; sys.path.insert(0, %r); from firstsplit._after_import import after_import"
        code += "; called = []; [after_import('wave', called.append) for _ in range(2)]; import wave; print(called == [wave] * 2)"
        done = subprocess.run([sys.executable, "-c", code % CLIENT], capture_output=True, text=True)
        self.assertEqual(done.stdout, "True\n", done.stderr)

    def test_as_a_module(self):
        with open(os.path.join(HERE, "scripts", "plain.py")) as file:
            text = file.read()
        run = self.run_with({"package/__init__.py": "", "package/train.py": text}, module="package.train")
        self.is_recorded(run)

    def test_a_fault_of_the_recorder_leaves_the_training_alone(self):
        """A full disk, at first: the journal cannot be written at all."""
        bare = Training("plain", recorded=False)
        run = Training("plain", journal="/dev/full/a.split.part")
        self.assertEqual((run.code, run.output), (0, bare.output))
        self.assertTrue(bare.weights() == run.weights())
        self.assertIn("firstsplit:", run.errors)

    def test_an_error_of_the_recorder_ends_the_recording(self):
        """At step 3: the steps before it are kept, no later one is taken for it, and the end says so."""
        bare = Training("awkward", "state", recorded=False)
        run = Training("awkward", "state")
        self.assertEqual((run.code, run.output), (0, bare.output), run.errors)
        self.assertTrue(bare.weights() == run.weights())
        journal = run.journal()
        self.assertEqual([step["step"] for step in journal.steps], [-1, 0, 1, 2])
        self.assertEqual(journal.end["state"], "failed")
        self.assertIn("before step 3", journal.end["reason"])
        self.assertIn("RuntimeError: I have no name", journal.end["reason"])
        self.assertEqual([level for level, _, _ in journal.log], ["error"])


if __name__ == "__main__":
    run_tests()
