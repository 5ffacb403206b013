"""Commands that end badly, hide from the recorder or train nothing: a sentence and the right exit code each, and what was
recorded is kept.

    python test_bad_input.py FIRSTSPLIT [unittest arguments]
"""

import glob
import os
import resource
import signal
import sys
import sysconfig
import unittest
import venv

from command_line import CommandLine, run_tests, script

PROGRAM = os.path.abspath(sys.argv.pop(1))


class BadInputCase(unittest.TestCase):
    def setUp(self):
        self.line = CommandLine(PROGRAM)
        self.line.__enter__()
        self.addCleanup(self.line.__exit__)

    def record(self, *command, code, said=(), **more):
        result = self.line.run("record", "-o", "a.split.h5", "--", *command, **more)
        self.assertEqual(result.code, code, result.err)
        for words in said:
            self.assertIn(words, result.err)
        return result

    def info(self, name="a.split.h5"):
        return self.line.run("info", "--json", name).document

    def files(self):
        return sorted(name for name in os.listdir(self.line.folder) if ".split." in name)

    def nothing(self, *command, code=125, said=(), **more):
        """Nothing was recorded: told so, and no file is left."""
        result = self.record(*command, code=code, said=["Nothing was recorded", *said], **more)
        self.assertEqual(self.files(), [])
        return result

    def ends(self, kind, code, end, steps, said=()):
        self.record("python", script("ends"), kind, code=code, said=said)
        info = self.info()
        self.assertEqual((info["end"], info["steps"]), (end, steps))
        return info


class BadInput(BadInputCase):
    # ---- commands in which there is nothing to see --------------------------------------------------------------

    def test_no_such_command(self):
        self.record("no-such-command", code=127, said=["no-such-command"])

    def test_not_executable(self):
        with open(self.line.path("train.py"), "w") as file:
            file.write("print(1)\n")
        self.record("./train.py", code=126, said=["./train.py"])

    def test_no_python(self):
        self.nothing("sh", "-c", "true", said=["sh -c true"])

    def test_no_torch_imported(self):
        self.nothing("python", "-c", "print(1)", said=["never imported torch"])

    def test_a_python_without_torch(self):
        venv.create(self.line.path("venv"), with_pip=False)
        python = self.line.path("venv", "bin", "python")
        self.nothing(python, script("plain"), code=1, said=["No module named 'torch'", "failed before its first step"])

    def test_nothing_trained(self):
        self.nothing("python", "-c", "import torch; torch.ones(2).sum()", said=["before the first backward()"])

    def test_no_such_script(self):
        self.nothing("python", "no-such-script.py", code=2)

    def test_fails_before_the_first_step(self):
        result = self.nothing("python", "-c", "import torch; raise KeyError('no data')", code=1)
        self.assertIn("KeyError: 'no data'", result.err)

    def test_options_that_ignore_the_hook(self):
        for option in ("-I", "-E"):
            self.nothing("python", option, script("plain"), said=["python " + option])
        self.nothing("python", "-S", script("plain"), code=1, said=["python -S"])  # nor does it find torch then

    def test_a_cleared_environment(self):
        self.nothing("env", "-i", "PATH=" + os.path.dirname(sys.executable), "python", script("plain"), said=["env -i"])

    def test_variables_taken_away_inside(self):
        code = "import os, subprocess, sys; sys.exit(subprocess.call([sys.executable, %r], env={}))" % script("plain")
        self.nothing("python", "-c", code, said=["cleared the environment"])

    def test_an_old_torch(self):
        os.mkdir(self.line.path("old"))
        os.mkdir(self.line.path("old", "torch"))
        with open(self.line.path("old", "torch", "__init__.py"), "w") as file:
            file.write("__version__ = '1.13.1'\n")
        code = "import sys; sys.path.insert(0, 'old'); import torch; print('went on')"
        result = self.record("python", "-c", code, code=125, said=["Nothing was recorded", "torch 1.13.1", "2.4"])
        self.assertIn("went on", result.out)
        silent = self.nothing("sh", "-c", "exec python -c \"%s\" 2>&-" % code)  # no standard error to say it on
        self.assertIn("went on", silent.out)

    # ---- ends of a training that had begun ----------------------------------------------------------------------

    def test_exit_by_exception(self):
        info = self.ends("raise", 1, "failed", 5)
        self.assertTrue(info["last_words"].endswith("ValueError: the data ended too soon"), info)

    def test_hard_exits(self):
        info = self.ends("exit_hard", 3, "failed", 5)
        self.assertEqual(info["exit_code"], 3)

    def test_hard_exit_with_success(self):
        self.ends("exit_hard_0", 0, "finished", 5)

    def test_killed(self):
        info = self.ends("sigkill", 128 + signal.SIGKILL, "killed", 5, said=["signal 9"])
        self.assertEqual(info["signal"], signal.SIGKILL)

    def test_crash_in_native_code(self):
        self.ends("crash", 128 + signal.SIGSEGV, "killed", 5, said=["signal 11"])

    def test_abort_in_native_code(self):
        self.ends("abort", 128 + signal.SIGABRT, "killed", 5, said=["SIGABRT"])

    def test_closed_descriptors(self):
        """Files of the script's own then have our number."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for limit, end in ((2048, "close_fds"), (2048, "close_all_fds"), (2048, "dup2"), (256, "close_fds")):
            with self.subTest(limit=limit, end=end):
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
                for path in glob.glob(self.line.path("*")):
                    os.remove(path)
                self.ends(end, 0, "finished", 10)
                with open(self.line.path("mine.txt"), "rb") as file:
                    self.assertEqual(file.read(), b"untouched!")

    def test_closed_standard_streams(self):
        self.ends("close_standard", 0, "finished", 10)

    def test_a_full_disk(self):
        info = self.ends("disk_full", 125, "unknown", 5, said=["cannot be written", "its last steps may be missing"])
        self.assertEqual(info["exit_code"], 0)
        self.assertIn("cannot be written: File too large", info["last_words"])
        self.assertTrue(os.path.exists(self.line.path("weights.pt")))

    def test_change_of_folder(self):
        self.ends("chdir", 0, "finished", 10)

    def test_a_child_that_trains_too(self):
        self.ends("fork_child_trains", 0, "finished", 5)
        self.assertEqual(self.info("a.1.split.h5")["steps"], 3)
        self.assertEqual(self.files(), ["a.1.split.h5", "a.split.h5"])

    def test_a_program_that_replaces_itself(self):
        self.ends("execv", 0, "finished", 5)
        self.assertEqual(self.info("a.1.split.h5")["steps"], 5)

    def test_an_error_of_the_recorder(self):
        command = ("python", script("awkward"), "state")
        self.record(*command, code=125, said=["before step 3", "RuntimeError: I have no name"])
        info = self.info()
        self.assertEqual((info["end"], info["exit_code"], info["steps"]), ("failed", 0, 3))
        pair = self.line.pair("state", name="awkward")
        self.assertEqual(pair.code, 2)
        self.assertIn("before step 3", pair.document["error"])

    def test_a_pair_of_failing_commands_is_no_split(self):
        result = self.line.pair("raise", name="ends")
        self.assertEqual(result.code, 2)
        self.assertIn("the data ended too soon", result.document["error"])


class InstallHook(BadInputCase):
    """An environment that looks for the recorder by itself."""

    def setUp(self):
        super().setUp()
        venv.create(self.line.path("venv"), with_pip=False)
        self.python = self.line.path("venv", "bin", "python")
        self.packages = glob.glob(self.line.path("venv", "lib", "python3*", "site-packages"))[0]
        with open(os.path.join(self.packages, "torch-lies-here.pth"), "w") as file:
            file.write(sysconfig.get_paths()["purelib"] + "\n")

    def test_serves_where_pythonpath_is_ignored(self):
        self.nothing(self.python, "-I", script("plain"), said=["install-hook"])
        self.assertEqual(self.line.run("install-hook", "venv").code, 0)
        for number, option in enumerate(("-I", "-E", "-B")):  # -B: by PYTHONPATH, and not twice
            result = self.line.run("record", "-o", "%d.split.h5" % number, "--", self.python, option, script("plain"))
            self.assertEqual(result.code, 0, result.err)
            self.assertEqual(self.info("%d.split.h5" % number)["steps"], 8)
        self.assertEqual(self.line.run("install-hook", "--remove", "venv").code, 0)
        self.assertEqual(glob.glob(os.path.join(self.packages, "firstsplit*")), [])

    def test_no_environment(self):
        result = self.line.run("install-hook", ".")
        self.assertEqual(result.code, 2)
        self.assertIn("no virtual environment", result.err)


if __name__ == "__main__":
    run_tests()
