"""Pairs of small scripts through the command line: each of the usual causes is told, and cured by the setting for it.

    python test_pairs.py FIRSTSPLIT [unittest arguments]
"""

import json
import os
import shutil
import sys
import unittest

from command_line import CommandLine, run_tests, script

PROGRAM = os.path.abspath(sys.argv.pop(1))


class Pairs(unittest.TestCase):
    def setUp(self):
        self.line = CommandLine(PROGRAM)
        self.line.__enter__()
        self.addCleanup(self.line.__exit__)

    def need_numpy(self):
        if not self.line.add_numpy():
            self.skipTest("no NumPy for this Python")

    def pair(self, name, *words, sets=(), options=()):
        settings = [word for setting in sets for word in ("--set", setting)]
        return self.line.pair(*words, name=name, options=[*settings, *options])

    def identical(self, *arguments, **settings):
        result = self.pair(*arguments, **settings)
        self.assertEqual(result.code, 0, result.out + result.err)
        self.assertEqual(result.document["verdict"], "identical")
        return result.document

    def splits(self, *arguments, **settings):
        result = self.pair(*arguments, **settings)
        self.assertEqual(result.code, 1, result.out + result.err)
        self.assertEqual(result.document["verdict"], "split")
        return result.document

    def is_caused_by(self, document, cause, *words):
        self.assertEqual(document["cause"]["class"], cause, document["cause"])
        for word in words:
            self.assertIn(word, "\n".join([document["cause"]["sentence"], *document["cause"]["evidence"]]))

    def test_everything_seeded_is_identical(self):
        self.need_numpy()
        document = self.identical("seeded")
        self.assertEqual(document["steps_compared"], 4)

    def test_names_do_not_depend_on_addresses(self):
        """Of loaders and modules that are made anew: an address is used again in one run and not in the other."""
        for words in ((), ("by_hand",)):
            for _ in range(3):
                document = self.identical("made_anew", *words)
                self.assertFalse([text for text in document["left_out"] if "batch" in text], document["left_out"])

    def test_numpy_in_the_main_process(self):
        self.need_numpy()
        document = self.splits("numpy_unseeded")
        self.is_caused_by(document, "random_state", "numpy.random", "--set seed=1")
        self.assertEqual(document["first"]["kind"], "batch")
        self.assertEqual(document["first"]["step"], 0)
        self.identical("numpy_unseeded", sets=["seed=1"])

    def test_numpy_before_training(self):
        self.need_numpy()
        document = self.splits("numpy_unseeded", "permutation")
        self.is_caused_by(document, "random_state", "numpy.random differs from the start", "--set seed=1")
        self.identical("numpy_unseeded", "permutation", sets=["seed=1"])

    def test_generators_of_data_workers(self):
        self.need_numpy()
        document = self.splits("numpy_in_workers")
        self.is_caused_by(document, "batch", "seed.entropy=fixed")
        self.assertEqual(document["first"]["step"], 0)
        self.splits("numpy_in_workers", sets=["seed=1"])
        self.identical("numpy_in_workers", sets=["seed=1", "seed.entropy=fixed"])

    def test_set_of_strings(self):
        document = self.splits("order_of_names", "set")
        self.is_caused_by(document, "batch", "PYTHONHASHSEED")
        self.assertEqual(document["first"]["step"], 0)
        self.identical("order_of_names", "set", sets=["seed.hash=0"])

    def test_unsorted_folder(self):
        folder = self.line.path("data") if not os.path.isdir("/dev/shm") else "/dev/shm/" + os.path.basename(self.line.folder)
        os.mkdir(folder)
        self.addCleanup(lambda: shutil.rmtree(folder))
        # ext4 lists by a hash of the names: only a file system in memory keeps the order of creation.
        result = self.pair("order_of_names", "folder", folder, sets=["seed.hash=0", "seed.entropy=fixed"])
        if result.code == 0:
            self.skipTest("this file system lists the files in the same order each time")
        self.is_caused_by(result.document, "batch", "os.listdir()")
        self.assertEqual(result.document["first"]["step"], 0)
        self.assertNotIn("PYTHONHASHSEED", result.out)

    def test_validation_that_draws(self):
        document = self.splits("validation")
        self.is_caused_by(document, "random_state", "torch.cpu")
        self.assertEqual(document["splits"]["random_state"]["step"], 4)

    def test_race_in_backward(self):
        document = self.splits("race", sets=["threads=2"])
        self.is_caused_by(document, "backward_operator", "deterministic=error")
        self.assertEqual(document["first"]["kind"], "gradient")
        log = self.line.run("info", "--json", document["a"]["file"]).document["log"]
        self.assertIn("no batch seen", json.dumps(log))  # no loader, and what a module is called with needs a gradient
        self.identical("race", sets=["threads=2", "deterministic=error"])

    def test_other_thread_count(self):
        document = self.splits("threads", options=["--set-a", "threads=1", "--set-b", "threads=2"])
        self.is_caused_by(document, "environment", "threads (1, 2)")
        self.assertEqual([entry["key"] for entry in document["settings_differ"]], ["threads"])

    def test_unseeded_weights(self):
        document = self.splits("unseeded")
        self.is_caused_by(document, "initial_weights", "torch.cpu", "--set seed=1")
        self.identical("unseeded", sets=["seed=1"])
        self.is_caused_by(self.splits("unseeded", options=["--set-a", "seed=1", "--set-b", "seed=2"]), "environment", "seed (1, 2)")

    def test_a_setting_that_the_script_overrules(self):
        result = self.pair("overrules", sets=["threads=2", "deterministic=error"])
        self.assertEqual(result.code, 1, result.out + result.err)
        self.is_caused_by(result.document, "backward_operator", "deterministic was asked for as error, but off was in force")

    def test_hints_beside_the_verdict(self):
        document = self.identical("reseeds")
        hints = "\n".join(document["hints"])
        self.assertIn("repeat every 4 steps", hints)
        self.assertIn("At step 4 the random generators of A are in the state of step 0 again", hints)
        seeded = self.identical("reseeds", options=["--set-a", "seed=1", "--set-b", "seed=2"])
        self.assertIn("the seed does not reach the data", "\n".join(seeded["hints"]))

    def test_hints_of_data_workers(self):
        alike = "Data workers 0 and 1 start with the same state of python.random"
        self.assertIn(alike, "\n".join(self.identical("workers_alike", "changes")["hints"]))
        self.assertEqual([name for name in os.listdir(self.line.path("runs")) if "workers." in name], [])
        seeded = self.identical("workers_alike", "changes", sets=["seed=1", "seed.workers=per_sample"])
        self.assertNotIn(alike, "\n".join(seeded["hints"]))
        hints = "\n".join(self.identical("workers_alike", "samples")["hints"])
        self.assertIn("4 of 8 batches of A are the batch before them", hints)
        self.assertNotIn("Data workers", hints)

    def test_a_resumed_run(self):
        self.line.run("record", "-o", "whole.split.h5", "--", "python", script("resume"))
        for lost, code, words in (
            ("nothing", 0, ""),
            ("random", 1, "the state of the random generators was not restored"),
            ("optimizer", 1, "the optimizer's state, or its learning rate, was not restored"),
            ("scaler", 1, "the state of the gradient scaler was not restored"),
            ("order", 1, "the loader's order was not restored when B went on with A's step 4: its first batch is that of A's step 0"),
        ):
            name = lost + ".split.h5"
            self.assertEqual(self.line.run("record", "-o", name, "--", "python", script("resume"), lost).code, 0)
            for align in ([], ["--align", "4"]) if lost == "nothing" else ([],):  # found from the weights, or told
                result = self.line.run("diff", "--json", *align, "whole.split.h5", name)
                self.assertEqual(result.code, code, result.out + result.err)
                self.assertEqual(result.document["steps_compared"], 8)
                if code:
                    self.is_caused_by(result.document, "resume", words, "went on with A's step 4")

    def ranks(self, *words):
        launcher = ["python", "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", script("ddp"), *words]
        result = self.line.run("pair", "--json", "--out", self.line.path("runs"), "--", *launcher)
        self.assertEqual(sorted(p for p in os.listdir(self.line.path("runs")) if "-A" in p), ["ddp-001-A.1.split.h5", "ddp-001-A.split.h5"], result.err)
        return result

    def test_ranks_that_agree(self):
        result = self.ranks()
        self.assertEqual(result.code, 0, result.out + result.err)
        self.assertEqual([p["verdict"] for p in result.document["processes"]], ["identical"] * 2)
        self.assertIsNone(result.document["process_that_split_first"])

    def test_the_rank_that_split_first_is_named(self):
        result = self.ranks("noise")
        self.assertEqual(result.code, 1, result.out + result.err)
        self.assertEqual(result.document["process_that_split_first"], 1)
        first = {p["process"]: (p["first"]["step"], p["first"]["kind"]) for p in result.document["processes"]}
        self.assertEqual(first, {0: (2, "gradient"), 1: (2, "batch")})

    def test_a_run_trained_again_from_its_record(self):
        self.line.run("record", "-o", "a.split.h5", "--set", "seed=3", "--", "python", script("unseeded"))
        result = self.line.run("rerun", "--json", "a.split.h5")
        self.assertEqual((result.code, result.document["verdict"]), (0, "identical"), result.out + result.err)

    def test_seeds_of_a_script(self):
        result = self.line.run("seeds", "--json", "--seeds", "2", "--out", "s", "--", "python", script("unseeded"))
        self.assertEqual(result.code, 0, result.err)
        values = [entry["mean"] for entry in result.document["variants"][0]["seeds"]]
        self.assertEqual((len(values), len(set(values))), (2, 2))

    def test_compile_off(self):
        self.assertIn("graphs 1", self.line.run("record", "-o", "a.split.h5", "--", "python", script("compiled"), "model").out)
        off = self.line.run("record", "-o", "b.split.h5", "--set", "compile=off", "--", "python", script("compiled"), "model")
        self.assertEqual(off.code, 0, off.err)
        self.assertIn("graphs 0", off.out)


if __name__ == "__main__":
    run_tests()
