"""Clusters of processes that make steps by turns, one with sessions and one without."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from emulate._ports import reserved

from .measure import Timing, machine, steps_of_a_turn
from .page import write_section

_WARM_UP = 10
_TURN_SECONDS = 1.0

Jobs = Mapping[str, Sequence[str]]


class Side:
    """A cluster, and those of its processes that make as many steps as they are asked for, together.

    Args:
      serving: what the other processes do, until they are killed.
      working: what those do; they are given what `serve_steps` takes.
    """

    def __init__(
        self, serving: Sequence[Callable[[], None]], working: Sequence[Callable[[Any], None]]
    ) -> None:
        fork, spawn = (multiprocessing.get_context(method) for method in ("fork", "spawn"))
        self._processes: list[Any] = [fork.Process(target=serve, daemon=True) for serve in serving]
        self._workers = []
        for work in working:  # they import TensorFlow themselves, so that their memory is a program's
            ours, theirs = spawn.Pipe()
            self._processes.append(spawn.Process(target=work, args=(theirs,), daemon=True))
            self._workers.append(ours)
        for process in self._processes:
            process.start()
        self.memory = 0

    def run(self, count: int) -> float:
        """The seconds of a step, of `count` steps of each process."""
        for worker in self._workers:
            worker.send(count)
        answers = [worker.recv() for worker in self._workers]
        self.memory = max(memory for _, memory in answers)
        return statistics.mean(seconds for seconds, _ in answers) / count

    def end(self) -> None:
        """Kill all."""
        for process in self._processes:
            process.kill()
            process.join()


def serve_steps(commands: Any, step: Callable[[], Any]) -> None:
    """Make steps as they are asked for, and answer with their seconds and the most memory so far."""
    while True:
        count = commands.recv()
        begin = time.perf_counter()
        for _ in range(count):
            step()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        commands.send((time.perf_counter() - begin, memory))


def measure(
    description: str | None,
    models: Sequence[str],
    head: str,
    rows: Callable[[str, int], Iterator[str]],
    tail: str,
) -> None:
    """Run a benchmark of clusters from the command line: measure, print and write its page.

    Args:
      description: what `--help` says.
      models: those that can be measured.
      head: what stands above the table, with its first lines; has `{machine}` and `{load}`.
      rows: the table's lines for a model, measured over a number of turns.
      tail: what stands behind the table.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--turns", type=int, default=9, help="how often each cluster has its turn")
    parser.add_argument("--models", nargs="*", choices=models, default=list(models))
    parser.add_argument("--no-page", action="store_true", help="leave docs/benchmarks.md as it is")
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    import tensorflow as tf  # noqa: F401  once, for all that are forked

    import compat.cluster
    import compat.train  # noqa: F401

    lines = [head.format(machine=machine(), load=os.getloadavg()[1])]
    print(lines[-1], flush=True)
    for model in options.models:
        for line in rows(model, options.turns):
            lines.append(line)
            print(line, flush=True)
    lines.append(tail)
    print(tail)
    if not options.no_page:
        write_section("\n".join(lines))


def compare(
    session: Callable[[Jobs], Side], steps: Callable[[Jobs], Side], workers: int, turns: int
) -> tuple[Timing, float]:
    """The timing of a step on both sides, which are given their clusters, and the ratio of memory."""
    with reserved(2 * (1 + workers)) as ports:
        half = len(ports) // 2
        with _started(session, ports[:half]) as before, _started(steps, ports[half:]) as after:
            for one in (before, after):
                one.run(_WARM_UP)
            count = steps_of_a_turn(before.run(_WARM_UP), _TURN_SECONDS)
            timing = Timing.of((before.run(count), after.run(count)) for _ in range(turns))
            return timing, after.memory / before.memory


@contextmanager
def _started(side: Callable[[Jobs], Side], ports: Sequence[int]) -> Iterator[Side]:
    addresses = [f"127.0.0.1:{port}" for port in ports]
    started = side({"ps": addresses[:1], "worker": addresses[1:]})
    try:
        yield started
    finally:
        started.end()
