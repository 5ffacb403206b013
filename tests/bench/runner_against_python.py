"""The runner's step against the same model in Python eager, and what recording adds to it.

    python runner_against_python.py RUNNER [--pairs 4] [--threads 1]

`python` must have the torch that RUNNER was built with. Both run by turns, one process at a time; each ratio is of two
neighbours. Prints rows: what | target | measured | reached.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import uuid

HERE = pathlib.Path(__file__).resolve().parent
CASES = [  # experiment, steps, what is asked of the runner, of Python
    ("resnet18", 8, [], []),
    ("resnet18", 3, ["autocast=bf16"], ["--autocast"]),
    ("resnet18", 8, ["memory_format=channels_last"], ["--channels-last"]),
    ("text-transformer", 100, [], []),
]


def environment(threads):
    count = str(threads)
    # Threads that wait by spinning take ten times as long when anything else runs on the machine.
    return os.environ | {"OMP_NUM_THREADS": count, "MKL_NUM_THREADS": count, "OMP_DYNAMIC": "false",
                         "MKL_DYNAMIC": "false", "OMP_WAIT_POLICY": "PASSIVE"}


def output_of(command, variables):
    done = subprocess.run(command, env=variables, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def runner_step(runner, experiment, steps, settings, threads, recorded=False):
    """Median milliseconds of a step, and of recording it."""
    command = [runner, "train", "--experiment", experiment, "--steps", str(steps)]
    for setting in ["seed=0", f"threads={threads}", *settings]:
        command += ["--set", setting]
    variables = environment(threads)
    with tempfile.TemporaryDirectory() as folder:
        if recorded:
            variables["FIRSTSPLIT_RUN"] = json.dumps({
                "format": "firstsplit.request/1", "id": str(uuid.uuid4()), "journal": folder + "/run.split.part",
                "name": "bench", "experiment": experiment, "preset": "", "settings": {}, "environment": {},
                "command_line": "", "working_directory": folder,
                "snapshots": {"policy": "none", "every": 1, "budget_bytes": 0}, "fingerprint_budget_bytes": 1 << 31})
        match = re.search(r"median ([\d.]+) ms, and ([\d.]+) ms", output_of(command, variables))
    return float(match[1]), float(match[2])


def python_step(experiment, steps, options, threads):
    command = [sys.executable, str(HERE / "python_models.py"), "--experiment", experiment, "--steps", str(steps),
               "--threads", str(threads), *options]
    return float(re.search(r"median ([\d.]+) ms", output_of(command, environment(threads)))[1])


def row(what, target, ratios, reached):
    low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
    print(f"| {what} | at most {target} | {middle:.3f} ({low:.3f} to {high:.3f}) | {'yes' if reached(middle) else 'no'} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runner")
    parser.add_argument("--pairs", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    for experiment, steps, settings, options in CASES:
        ratios = []
        for pair in range(arguments.pairs):
            ours = lambda: runner_step(arguments.runner, experiment, steps, settings, arguments.threads)[0]
            theirs = lambda: python_step(experiment, steps, options, arguments.threads)
            first, second = (ours, theirs) if pair % 2 == 0 else (theirs, ours)
            a, b = first(), second()
            ratios.append(a / b if pair % 2 == 0 else b / a)
        name = " ".join([experiment, *settings])
        row(f"step of the runner's {name} against Python eager", "1.0 ×", ratios, lambda middle: middle <= 1.0)
    for experiment, steps, target in [("resnet18", 8, 0.03), ("text-transformer", 100, 0.10)]:
        shares = []
        for _ in range(arguments.pairs):
            step, recording = runner_step(arguments.runner, experiment, steps, [], arguments.threads, recorded=True)
            shares.append(recording / step)
        row(f"fingerprints of every tensor in a step of {experiment}, CPU", f"{target} of the step", shares,
            lambda middle: middle <= target)


if __name__ == "__main__":
    main()
