"""What recording an unchanged Python training costs: rows of the benchmark table.

    python python_client.py CLIENT_FOLDER [--rounds 15] [--rows]        (CLIENT_FOLDER: …/share/firstsplit/client)

A bare training, one recorded by the native library and one recorded by torch's own operations stand ready at once, and
do a block of steps by turns. All times are processor time of one thread, so that other work on the machine tells least.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "client"))
from command_line import numpy_folder  # noqa: E402

VARIANTS = ("bare", "native", "pure")


def environment(client, journal, numpy=None):
    """Of a process that is recorded by the client in this folder; of a bare one when there is none."""
    variables = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "FIRSTSPLIT_RUN")}
    variables.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1", OMP_WAIT_POLICY="PASSIVE", PYTHONWARNINGS="ignore")
    variables["PYTHONPATH"] = os.pathsep.join([str(path) for path in (client and client / "hook", numpy) if path])
    if client:
        variables["FIRSTSPLIT_RUN"] = json.dumps({
            "format": "firstsplit.request/1", "id": "bench", "journal": str(journal), "settings": {},
            "snapshots": {"policy": "none", "every": 1, "budget_bytes": 0}, "fingerprint_budget_bytes": 2 << 30})
    return variables


class Training:
    def __init__(self, model, client, journal, numpy):
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "python_client_training.py"), model], env=environment(client, journal, numpy),
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.block(0)  # it stands ready
        if client and not journal.exists():
            sys.exit(f"the recorder wrote no {journal}")

    def block(self, steps):
        """Seconds of a step, over so many steps."""
        self._process.stdin.write(f"{steps}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            sys.exit("the training ended early")
        return float(line)

    def end(self):
        self._process.stdin.close()
        self._process.wait()


def without_native(client, folder):
    for part in ("firstsplit", "hook"):
        shutil.copytree(client / part, folder / part, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    return folder


def measure(model, clients, numpy, rounds, steps):
    """Seconds of a step: for each variant a list, a number a round."""
    with tempfile.TemporaryDirectory() as folder:
        trainings = {name: Training(model, clients[name], pathlib.Path(folder, name + ".split.part"), numpy)
                     for name in VARIANTS}
        seconds = {name: [] for name in VARIANTS}
        for number in range(rounds):
            order = VARIANTS if number % 2 == 0 else VARIANTS[::-1]
            for name in order:
                seconds[name].append(trainings[name].block(steps))
        for training in trainings.values():
            training.end()
    return seconds


def measure_launches(model, clients, numpy, launches, rounds, steps):
    """As measure(), of several processes each: where the system puts one's memory can cost or gain some percent."""
    seconds = {name: [] for name in VARIANTS}
    for _ in range(launches):
        for name, values in measure(model, clients, numpy, rounds, steps).items():
            seconds[name] += values
    return seconds


def row(what, target, values, bound, text):
    low, middle, high = statistics.quantiles(values, n=4)
    print(f"| {what} | at most {target} | {text(middle)} ({text(low)} to {text(high)}) | {'yes' if middle <= bound else 'no'} |",
          flush=True)


def microseconds(value):
    return f"{1e6 * value:.0f} µs"


def milliseconds(value):
    return f"{1e3 * value:+.2f} ms"


def percent(value):
    return f"{100 * value:+.1f} %"


def seconds_of(code, variables):
    """Processor time of a Python process that runs this code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], env=variables, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure_start(client, code, rounds):
    with tempfile.TemporaryDirectory() as folder:
        bare, hooked = environment(None, None), environment(client, folder + "/a.split.part")
        return [seconds_of(code, hooked) - seconds_of(code, bare) for _ in range(rounds)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("client", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--rows", action="store_true", help="leave out the head of the table")
    parser.add_argument("--only", choices=["tiny", "resnet18", "start"])
    arguments = parser.parse_args()
    if not arguments.rows:
        print("| what | target | measured | reached |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        client = arguments.client.resolve()
        numpy = numpy_folder()
        clients = {"bare": None, "native": client, "pure": without_native(client, pathlib.Path(folder))}
        if arguments.only in (None, "tiny"):
            for model, words in (("sgd", "10 parameters"), ("adamw", "10 parameters and AdamW's 30 states")):
                seconds = measure(model, clients, numpy, arguments.rounds, 200)
                for name, bound, target in (("native", 100e-6, "100 µs"), ("pure", 1e-3, "1 ms")):
                    added = [a - b for a, b in zip(seconds[name], seconds["bare"])]
                    row(f"Python, {words}, added to a step: {name}", target, added, bound, microseconds)
        if arguments.only in (None, "resnet18"):
            seconds = measure_launches("resnet18", clients, numpy, 4, max(2, arguments.rounds // 3), 1)
            for name, bound, target in (("native", 0.05, "5 %"), ("pure", 0.30, "30 %")):
                added = [a / b - 1 for a, b in zip(seconds[name], seconds["bare"])]
                row(f"Python, ResNet-18, added to a step: {name}", target, added, bound, percent)
        if arguments.only in (None, "start"):
            row("Python's start, longer by", "5 ms", measure_start(client, "pass", 2 * arguments.rounds), 5e-3, milliseconds)
            row("import torch, longer by", "nothing measurable", measure_start(client, "import torch", arguments.rounds), 50e-3,
                milliseconds)
        if numpy:
            shutil.rmtree(numpy)


if __name__ == "__main__":
    main()
