"""Parts of the client by themselves, where a whole training shows them only by chance.

    python test_parts.py CLIENT_FOLDER [unittest arguments]
"""

import gc
import signal
import sys

import torch

from command_line import run_tests
from test_client import CLIENT, unittest

sys.path.insert(0, CLIENT)


class Guarding(unittest.TestCase):
    def setUp(self):
        from firstsplit._guard import Guard

        self.said = []
        self.guard = Guard(self.said.append)

    def test_an_error_of_our_own_ends_here(self):
        with self.guard:
            raise ValueError("ours")
        self.assertTrue(self.guard.off)
        self.assertEqual((len(self.said), self.guard.fault), (1, "an error of the recorder's own: ValueError: ours"))
        self.assertTrue(torch.is_grad_enabled())

    def test_what_the_scripts_signal_handler_raises_goes_on(self):
        class Preempted(Exception):
            pass

        def handler(*_):
            raise Preempted

        before = signal.signal(signal.SIGALRM, handler)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        with self.assertRaises(Preempted):
            with self.guard:
                signal.raise_signal(signal.SIGALRM)
        self.assertTrue(self.guard.off)  # a step may be half done
        self.assertTrue(self.guard.fault.startswith("an interruption while it recorded: "))

    def test_an_interrupt_goes_on(self):
        with self.assertRaises(KeyboardInterrupt):
            with self.guard:
                raise KeyboardInterrupt
        self.assertTrue(self.guard.off)


class Data(torch.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return index


class LoaderNumbers(unittest.TestCase):
    def numbers(self, loaders, collects):
        from firstsplit._loaders import Loaders

        known, numbers = Loaders(), []
        for loader in loaders:
            iterator = iter(loader)
            numbers.append(known.number_of(iterator))
            for _ in iterator:
                known.number_of(iterator)
            known.ended(iterator)
            if collects:
                gc.collect()
        return numbers

    def test_do_not_depend_on_the_garbage_collector(self):
        class Trainer:
            def __init__(self):
                self.loader = torch.utils.data.DataLoader(Data(), 4, collate_fn=self.collate)  # a cycle

            def collate(self, items):
                return items

        for collects in (False, True):
            self.assertEqual(self.numbers((Trainer().loader for _ in range(20)), collects), [0] * 20)

    def test_tell_apart_what_is_read_at_once(self):
        from firstsplit._loaders import Loaders

        known = Loaders()
        first, second = (iter(torch.utils.data.DataLoader(Data(), 4)) for _ in range(2))
        other = iter(torch.utils.data.DataLoader(Data(), 2))
        order = [first, second, other, second, first]
        self.assertEqual([known.number_of(iterator) for iterator in order], [0, 1, 2, 1, 0])


class LateFingerprints(unittest.TestCase):
    """As on a GPU: a step is written when the device has computed it, which may be after later steps have begun."""

    class Later:
        def __init__(self, packed):
            self._packed, self.is_ready = packed, False

        def ready(self):
            return self.is_ready

        def packed(self):
            return self._packed

    def rows(self, is_late):
        from firstsplit._members import WEIGHT
        from firstsplit._recorder import Recorder

        written = []

        class Writer:
            def step(self, step, fresh, rows, losses, keeps_all):
                written.append((step.step, [member["name"] for member in fresh], rows[WEIGHT]))

        recorder = Recorder(Writer(), {})
        held = []
        for number, names in enumerate((("a",), ("a", "b"))):
            fingerprints = bytes([number + 1]) * 16 * len(names)
            if is_late:
                held.append(self.Later(fingerprints))
                fingerprints = held[-1]
            recorder._add(recorder.current, WEIGHT, names, fingerprints)
            recorder._end(recorder.current)
        for later in held:
            later.is_ready = True
        recorder.flush()
        return written

    def test_are_the_same_rows(self):
        self.assertEqual(self.rows(True), self.rows(False))
        self.assertEqual([len(row) for *_, row in self.rows(True)], [16, 32])


if __name__ == "__main__":
    run_tests()
