"""The client in other versions than the one that everything else is tested with.

    python test_versions.py FIRSTSPLIT [unittest arguments]

FIRSTSPLIT_OLD_TORCH and FIRSTSPLIT_NEW_TORCH name Python interpreters that have another torch, from 2.4 on. All files of
this folder run under such an interpreter, one by one; so with the oldest (newest: python3.13, torch==2.15.0, numpy):

    python3.9 -m venv old && old/bin/pip install torch==2.4.0 numpy
    client=build/share/firstsplit/client program=build/bin/firstsplit
    for name in client seeds bits; do old/bin/python tests/client/test_$name.py $client; done
    for name in pairs bad_input versions; do old/bin/python tests/client/test_$name.py $program; done
    old/bin/python tests/client/test_settings.py $program $client
"""

import ast
import glob
import os
import shutil
import sys
import unittest

from command_line import HERE, CommandLine, run_tests, script

PROGRAM = os.path.abspath(sys.argv.pop(1))
_OLDEST_PYTHON = (3, 9)


class Versions(unittest.TestCase):
    def test_the_oldest_python_reads_it(self):
        files = glob.glob(os.path.join(HERE, "..", "..", "core", "client", "*", "*.py"))
        self.assertGreater(len(files), 20)
        for path in files:
            with self.subTest(path=path), open(path) as file:
                ast.parse(file.read(), path, feature_version=_OLDEST_PYTHON)

    def another_torch(self, variable):
        python = os.environ.get(variable)
        if not python:
            self.skipTest("%s names no interpreter" % variable)
        self.assertTrue(shutil.which(python), "%s=%s is no program" % (variable, python))
        with CommandLine(PROGRAM) as line:
            result = line.run("pair", "--json", "--out", "runs", "--", python, script("plain"))
            self.assertEqual(result.code, 0, result.out + result.err)
            self.assertEqual((result.document["verdict"], result.document["steps_compared"]), ("identical", 8))
            for kind in ("batch", "loss", "gradient", "optimizer", "weight"):
                self.assertIn(kind, result.document["splits"])
            info = line.run("info", "--json", result.document["a"]["file"]).document
            self.assertEqual(info["log"], [])  # the native library, and nothing of torch is missed

    def test_an_old_torch(self):
        self.another_torch("FIRSTSPLIT_OLD_TORCH")

    def test_a_new_torch(self):
        self.another_torch("FIRSTSPLIT_NEW_TORCH")


if __name__ == "__main__":
    run_tests()
