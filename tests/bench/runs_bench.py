"""What recording costs, the runner against Python, and the window's start and frames: rows of the benchmark table.

    python3 runs_bench.py --bin build/bin [--python PYTHON_WITH_TORCH] [--rows]

Everything is a ratio of one run, its halves taken by turns; the times of window and plots are absolute and hold for this
machine.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 5
STEPS = 400


def run(command, **environment):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment})
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


def number(pattern, text):
    return float(re.search(pattern, text).group(1))


def row(what, target, ratios, bound, text):
    ratios = sorted(ratios)
    median, low, high = statistics.median(ratios), ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
    print(f"| {what} | {target} | {text(median)} ({text(low)} to {text(high)}) | {'yes' if median <= bound else 'no'} |",
          flush=True)


def percent(value):
    return f"{100 * value:+.1f} %"


class Digits:
    """One experiment at one thread, so that nothing but the work itself takes time."""

    def __init__(self, bin_folder, folder, experiment):
        self.bin, self.folder, self.experiment, self.count = bin_folder, folder, experiment, 0

    def bare(self):
        out = run([self.bin / "firstsplit-runner", "train", "--experiment", self.experiment, "--steps", STEPS, "--preset",
                   "seeds", "--set", "threads=1", "--set", "recorder=off"])
        return number(r"step time: median ([\d.]+) ms", out)

    def recorded(self, weights):
        self.count += 1
        file = self.folder / f"{self.count}.split.h5"
        command = [self.bin / "firstsplit", "run", "-o", file, "--experiment", self.experiment, "--steps", STEPS, "--preset",
                   "seeds", "--set", "threads=1", "--weights", *weights.split()]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"recording ended with {done.returncode}:\n{done.stderr[-2000:]}")
        file.unlink()
        match = re.search(r"step time: median ([\d.]+) ms, and ([\d.]+) ms for recording", done.stdout + done.stderr)
        return float(match.group(1)), float(match.group(2))

    def python(self, python):
        script = pathlib.Path(__file__).with_name("python_digits.py")
        out = run([python, script, "--experiment", self.experiment, "--steps", STEPS, "--threads", 1])
        return number(r"step time: median ([\d.]+) ms", out)


def measure_runs(bin_folder, python):
    with tempfile.TemporaryDirectory() as folder:
        for experiment in ("digits-embedding", "digits-cnn"):
            digits = Digits(bin_folder, pathlib.Path(folder), experiment)
            share, everything, eager = [], [], []
            for _ in range(ROUNDS):
                bare = digits.bare()
                step, recording = digits.recorded("none")
                share.append(recording / step)
                step, recording = digits.recorded("every 1")
                everything.append((step + recording) / bare - 1)
                if python:
                    eager.append(bare / digits.python(python))
            row(f"fingerprints of every tensor, every step, `{experiment}`", "at most 10 % of the step", share, 0.10, percent)
            row(f"and the weights of every step, `{experiment}`", "at most 10 % of the step", everything, 0.10, percent)
            if python:
                row(f"the runner's step against Python eager, `{experiment}`", "at most 1.00 ×", eager, 1,
                    lambda value: f"{value:.2f} ×")


def milliseconds(value):
    return f"{value:.0f} ms"


def measure_opening(bin_folder, start):
    """Two real files: from the start of the program to the first picture of their comparison, reading included."""
    with tempfile.TemporaryDirectory() as folder:
        run([bin_folder / "bench_long_runs", folder])
        files = [pathlib.Path(folder) / f"{name}.split.h5" for name in "AB"]
        found = [run([start, *files]) for _ in range(ROUNDS)]
    for what, pattern in (("", r"first picture after (\d+) ms"), (", processor time of all threads", r"(\d+) ms of processor time")):
        row(f"window from start to the first picture of two files of 1,000,000 steps{what}", "within 1,000 ms",
            [number(pattern, text) for text in found], 1000, milliseconds)


def measure_window(bin_folder):
    start = bin_folder / "window_start_bench"
    if start.exists():
        times = [number(r"usable after (\d+) ms", run([start])) for _ in range(ROUNDS)]
        row("window from start to usable", "within 500 ms", times, 500, milliseconds)
        measure_opening(bin_folder, start)
    demo = bin_folder / "plots_demo"
    if demo.exists():
        frames = run([demo, "frames"])
        picture = number(r"with its first picture: ([\d.]+) ms", frames)
        median, slowest = (number(r"a zoom frame: median ([\d.]+) ms", frames),
                           number(r"slowest of 200 ([\d.]+) ms", frames))
        print(f"| two runs of 1,000,000 steps, compared in memory: first picture, processor time | within 1,000 ms | {picture:.0f} ms | "
              f"{'yes' if picture <= 1000 else 'no'} |")
        print(f"| the same: a frame of zooming, processor time | within 16 ms | median {median:.1f} ms, slowest of 200 {slowest:.1f} ms | "
              f"{'yes' if slowest <= 16 else 'the median' if median <= 16 else 'no'} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of the built programs")
    parser.add_argument("--python", help="a Python with torch, for the comparison with eager mode")
    parser.add_argument("--rows", action="store_true", help="leave out the head of the table")
    arguments = parser.parse_args()
    if not arguments.rows:
        print("| what | target | measured | reached |\n|---|---|---|---|")
    measure_runs(arguments.bin, arguments.python)
    measure_window(arguments.bin)


if __name__ == "__main__":
    main()
