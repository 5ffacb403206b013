"""Every setting of the table that a Python training can have is applied by the client, or read back from its environment.

    python test_settings.py FIRSTSPLIT CLIENT_FOLDER [unittest arguments]
"""

import json
import os
import subprocess
import sys
import unittest

PROGRAM, CLIENT = sys.argv.pop(1), os.path.abspath(sys.argv.pop(1))

# Kept by the recorder, or told by other means than the client's settings.
NOT_OF_THE_CLIENT = {"recorder"}
# The machine's own, drawn, or not to be read back in Python.
NOT_READ_BACK = {"seed", "seed.entropy", "seed.hash", "compile"}
READ_BACK = """
import json, sys
sys.path.insert(0, sys.argv[1])
import torch
from firstsplit import _settings
faults = _settings.apply(json.loads(sys.argv[2]))
in_force = _settings.in_force()
with torch.backends.cudnn.flags(enabled=True), torch.backends.mkldnn.flags(enabled=True):
    torch.get_float32_matmul_precision(), torch.backends.cuda.matmul.allow_tf32
lacking = ["fp32.onednn." + name for name in ("conv", "rnn") if not hasattr(torch.backends.mkldnn, name)]
if not hasattr(torch.backends.cuda.matmul, "allow_fp16_reduced_precision_reduction_split_k"):
    lacking += ["cublas.reduced.fp16=no_split_k", "cublas.reduced.bf16=no_split_k"]
print(json.dumps([faults, in_force, lacking]))
"""


def rows():
    document = json.loads(subprocess.check_output([PROGRAM, "settings", "--json"], text=True))
    for row in document["settings"]:
        experiments = row["acts_when"]["experiments"]
        if row["key"] not in NOT_OF_THE_CLIENT and (not experiments or "" in experiments):
            yield row


def read_back(settings, variables=()):
    """[faults, in force, lacking] of a process of its own that was given these settings; torch's older switches still
    answer. Lacking: KEY or KEY=VALUE for which this torch is too old."""
    known = {name for row in rows() for name in row["variables"]}
    environment = {k: v for k, v in os.environ.items() if k not in known and not k.startswith("FIRSTSPLIT")}
    environment.update(variables)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", READ_BACK, CLIENT, json.dumps(settings)],
        env=environment, capture_output=True, text=True, timeout=120,
    )
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Settings(unittest.TestCase):
    def test_every_row_is_read_back(self):
        _, in_force, lacking = read_back({})
        wanted = {row["key"] for row in rows() if row["acts_when"]["experiments"] != [""]} - NOT_READ_BACK
        built_in_alone = {"seed.data", "seed.augment", "data.workers", "data.order", "memory_format", "autocast"}
        self.assertEqual(wanted - built_in_alone - set(in_force), {key for key in lacking if "=" not in key})

    def test_every_choice_at_run_time_is_applied(self):
        table = {row["key"]: [choice["value"] for choice in row["choices"]] for row in rows() if row["kind"] == "run_time"}
        _, defaults, lacking = read_back({})
        table = {key: values for key, values in table.items() if values and (key in defaults or key in lacking)}
        for number in range(max(map(len, table.values()))):
            asked = {key: values[number % len(values)] for key, values in table.items()}
            asked["fp32.cuda.rnn"] = asked["fp32.cuda.conv"]  # set alike, by cudnn.allow_tf32
            if asked["fp32.onednn.matmul"] != "ieee":
                asked["fp32.cuda.matmul"] = "tf32"  # one switch sets both
            faults, in_force, _ = read_back(asked)
            refused = [key for key in asked if key in lacking or "%s=%s" % (key, asked[key]) in lacking]
            for key in asked.keys() - refused:
                with self.subTest(key=key, value=asked[key]):
                    self.assertEqual(in_force[key], asked[key])
            self.assertEqual(len(faults), len(refused), faults)
            for key in refused:
                self.assertRegex("\n".join(faults), key + "=%s could not be applied: torch .* has no switch for it" % asked[key])

    def test_numbers_are_applied(self):
        faults, in_force, _ = read_back({"cudnn.benchmark_limit": "3", "threads": "2"})
        self.assertEqual((faults, in_force["cudnn.benchmark_limit"], in_force["threads"]), ([], "3", "2"))

    def test_variables_are_read_back(self):
        for variable, value, key, expected in (
            ("MKL_CBWR", "COMPATIBLE", "mkl.cbwr", ("COMPATIBLE",)),
            ("MKL_CBWR", "AVX2,STRICT", "mkl.cbwr", ("AVX2,STRICT", "AUTO,STRICT")),
            ("ATEN_CPU_CAPABILITY", "default", "aten.cpu_capability", ("default",)),
            ("ONEDNN_MAX_CPU_ISA", "AVX2", "onednn.max_isa", ("AVX2",)),
            ("CUBLAS_WORKSPACE_CONFIG", ":16:8", "cublas.workspace", (":16:8",)),
            ("CUBLASLT_WORKSPACE_SIZE", "2048", "cublaslt.workspace", ("2048",)),
            ("CUDA_LAUNCH_BLOCKING", "1", "launch_blocking", ("on",)),
        ):
            with self.subTest(variable=variable, value=value):
                self.assertIn(read_back({}, {variable: value})[1][key], expected)


if __name__ == "__main__":
    unittest.main()
