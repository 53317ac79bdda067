"""What emulation costs: `python -m benchmarks.emulator`.

Three figures, each against what one would do by hand, on this machine: the time that another topology takes
between tests, a step on emulated GPUs over one on logical CPUs, and how soon a cluster is ready.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import emulate

from .measure import machine
from .page import write_section
from .runner import ENVIRONMENT, Runner

_PROGRAMS = Path(__file__).parent / "programs"
_WARM_UP = 20
_TURNS = 15
_STEPS = 100
_TESTS = 24
_STARTS = 3

_TEST_FILE = """
import pytest
import tensorflow as tf

@pytest.mark.gpus(1, 2, 3, 4)
@pytest.mark.parametrize("i", range({count}))
def test_it(gpus, i):
    assert len(tf.config.list_logical_devices("GPU")) == len(gpus)
"""
_FRESH = "import emulate; emulate.gpus(2); import tensorflow as tf; tf.config.list_logical_devices('GPU')"

_HEAD = """## What emulation costs

Each figure beside what one would do by hand, on one machine ({machine}).
The promises are: another topology between tests in 0.2 s, a step at most 3 % slower, a cluster ready in twice
the time of plain processes.

| what | emulated | by hand | ratio |
|---|---:|---:|---:|
"""
_TAIL = """
Made by `python -m benchmarks.emulator`. A step is the median over turns that both processes take one after
the other; a test is one of many that do nothing but list their devices.
"""


def main() -> None:
    """Measures, prints and writes the table."""
    rows = [changing_topology(), *(step(mode) for mode in ("towers", "mirrored")), starting_cluster()]
    text = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    print(text)
    place = f"{machine()}, load average {os.getloadavg()[1]:.0f}"
    write_section(_HEAD.format(machine=place) + text + _TAIL)


def changing_topology() -> tuple[str, ...]:
    """Times a test that wants other devices than the one before, and a fresh interpreter with devices."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test_it.py"
        command = [sys.executable, "-m", "pytest", "-p", "emulate.plugin", "-q", str(path)]
        times = []
        for count in (1, 1 + _TESTS // 4):
            path.write_text(_TEST_FILE.format(count=count), encoding="utf-8")
            times.append(_seconds(command))
    each = (times[1] - times[0]) / _TESTS
    fresh = statistics.median(_seconds([sys.executable, "-c", _FRESH]) for _ in range(_STARTS))
    return "another topology for the next test", f"{each:.2f} s", f"{fresh:.2f} s", f"{each / fresh:.2f}"


def step(mode: str) -> tuple[str, ...]:
    """Times a step of two towers on emulated GPUs beside the same on logical CPUs."""
    program = _PROGRAMS / "towers_on_devices.py"
    with Runner(program, "emulated", mode) as emulated, Runner(program, "by_hand", mode) as plain:
        emulated.steps(_WARM_UP)
        plain.steps(_WARM_UP)
        pairs = [
            (statistics.median(emulated.steps(_STEPS)), statistics.median(plain.steps(_STEPS)))
            for _ in range(_TURNS)
        ]
    ours, by_hand = (1e3 * statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    return f"a step, {mode}", f"{ours:.2f} ms", f"{by_hand:.2f} ms", f"{ratio:.3f}"


def starting_cluster() -> tuple[str, ...]:
    """Times 1 ps and 3 workers until all are ready, beside as many processes started at once by hand."""
    program = str(_PROGRAMS / "server_ready.py")
    ours, by_hand = [], []
    for _ in range(_STARTS):
        start = time.perf_counter()
        with emulate.cluster(ps=1, workers=3, gpus_per_worker=1, services=()) as cluster:
            outcome = cluster.run([sys.executable, program], timeout=120)
            configs = [cluster.topology.tf_config(task) for task in cluster.topology.tasks]
        assert outcome.status == 0, outcome
        ours.append(time.perf_counter() - start)
        start = time.perf_counter()
        processes = [
            # a session each, as the cluster's have: schedulers share out the machine by session
            subprocess.Popen(
                [sys.executable, program],
                env={**ENVIRONMENT, "TF_CONFIG": config},
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
            for config in configs
        ]
        assert [process.wait(timeout=120) for process in processes] == [0] * 4
        by_hand.append(time.perf_counter() - start)
    ratio = statistics.median(a / b for a, b in zip(ours, by_hand, strict=True))
    seconds = (f"{statistics.median(times):.1f} s" for times in (ours, by_hand))
    return "1 ps and 3 workers ready", *seconds, f"{ratio:.2f}"


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
