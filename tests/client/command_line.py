"""Drives the program firstsplit as a user does; for tests."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
_SKIPPED = 77  # CMakeLists.txt tells ctest so


def run_tests():
    """unittest.main(), which ends with a code of its own when everything that was asked for was skipped."""
    result = unittest.main(exit=False).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(_SKIPPED if result.testsRun and result.testsRun == len(result.skipped) else 0)


def script(name):
    return os.path.join(HERE, "scripts", name + ".py")


def numpy_folder():
    """A folder with NumPy alone in it, for torch's Python: its own, or the system's of the same Python; None without."""
    find = "import os, sys, numpy; print(sys.version_info[:2], os.path.dirname(numpy.__file__), sep='\\n')"
    for python in (sys.executable, "/usr/bin/python3"):
        found = subprocess.run([python, "-c", find], capture_output=True, text=True, cwd="/")
        lines = found.stdout.splitlines()
        if found.returncode == 0 and lines[0] == str(sys.version_info[:2]):
            folder = tempfile.mkdtemp(prefix="firstsplit-numpy-")
            for suffix in ("", ".libs"):
                if os.path.isdir(lines[1] + suffix):
                    os.symlink(lines[1] + suffix, os.path.join(folder, "numpy" + suffix))
            return folder
    return None


class Finished:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def document(self):
        try:
            return json.loads(self.out)
        except ValueError:
            raise AssertionError("no JSON document: %r\n%s" % (self.out, self.err)) from None


class CommandLine:
    """firstsplit in a folder of its own, with torch's Python first on PATH as `python`."""

    def __init__(self, program):
        self._program = os.path.abspath(program)
        self._numpy = None

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="firstsplit-test-")
        return self

    def __exit__(self, *_):
        for folder in (self.folder, self._numpy):
            if folder:
                shutil.rmtree(folder, ignore_errors=True)

    def add_numpy(self):
        self._numpy = numpy_folder()
        return self._numpy is not None

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run(self, *arguments, variables=None, timeout=300):
        drop = ("PYTHONPATH", "PYTHONHASHSEED", "FIRSTSPLIT_RUN", "OMP_NUM_THREADS")
        environment = {k: v for k, v in os.environ.items() if k not in drop}
        environment["PATH"] = os.path.dirname(sys.executable) + os.pathsep + environment["PATH"]
        # Threads that wait by spinning take a hundred times as long on a busy machine.
        environment.update(OMP_WAIT_POLICY="PASSIVE", PYTHONWARNINGS="ignore", **(variables or {}))
        if self._numpy:
            environment["PYTHONPATH"] = self._numpy
        command = [self._program, *arguments]
        return Finished(
            subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=timeout)
        )

    def pair(self, *words, options=(), name=None):
        """`firstsplit pair --json OPTIONS -- python SCRIPT WORDS`: exit code and comparison."""
        return self.run("pair", "--json", "--out", self.path("runs"), *options, "--", "python", script(name), *words)
