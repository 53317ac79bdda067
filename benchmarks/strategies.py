"""Times the workers of a cluster under strategies: `python -m benchmarks.strategies [--turns N]`.

A program of two workers runs as it was, as it is rewritten for a strategy, and as one would write that by
hand, each in a cluster of processes of its own, by turns. The page is printed, and written to
docs/benchmarks.md unless `--no-page` is given.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from emulate._ports import reserved
from migrate.model.choices import Strategy
from migrate.pipeline import migrate

from .forms import PACE, PROGRAMS
from .measure import CHILD, Timing, machine, steps_of_a_turn
from .page import write_section
from .runner import Runner

_WORKERS = 2
_WARM_UP = 20
_TURN_SECONDS = 1.0
_UNITS = (256, 1024)
_STRATEGIES = {
    "workers_in_step": Strategy.MULTI_WORKER_MIRRORED,
    "workers_handed_steps": Strategy.PARAMETER_SERVER,
}

_HEAD = """## Strategies

Time of an update by two workers, whose program is rewritten for a strategy: over that of the same program in
sessions, and over that of the same strategy written by hand, with no part of `compat`. Below 1 the rewritten
program is faster. Each runs in a cluster of processes of its own, and they make their steps by turns; a cell
is the median over the turns, with the quartiles behind it. The model has two hidden layers of so many units.
On one machine ({machine}), whose load was {load:.0f} when it began.

| program | strategy | units | session, ms | over the session | by hand, ms | over by hand |
|---|---|---:|---:|---:|---:|---:|"""
_TAIL = """
Made by `python -m benchmarks.strategies`, from the programs in `benchmarks/programs`."""


class Cluster:
    """A program on one task that holds variables, if anything does, and on two workers that train.

    In step these make one update together; else each makes its own, or one hands them out to both.
    """

    def __init__(self, side: str, script: Path, strategy: Strategy) -> None:
        self._side = side
        self._script = script
        self._is_in_step = strategy is Strategy.MULTI_WORKER_MIRRORED
        self._has_servers = not (self._is_in_step and side == "by_hand")
        self._asked = _WORKERS if self._is_in_step or side == "original" else 1
        self._held = ExitStack()
        self._workers: list[Runner] = []

    def __enter__(self) -> Cluster:
        self._workers = []
        with ExitStack() as held:
            ports = held.enter_context(reserved(1 + _WORKERS))
            hosts = [f"127.0.0.1:{port}" for port in ports]
            flags = (f"--ps_hosts={hosts[0]}", f"--worker_hosts={','.join(hosts[1:])}")
            tasks = [("ps", 0), *(("worker", index) for index in range(_WORKERS))]
            for job, index in tasks:
                task = (f"--job_name={job}", f"--task_index={index}")
                if job == "worker" or self._has_servers:
                    runner = Runner(CHILD, self._side, "0", str(self._script), *task, *flags)
                    held.enter_context(runner)
                if job == "worker" and index < self._asked:
                    self._workers.append(runner)
            self._held = held.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def step(self, count: int) -> float:
        """The seconds of an update, when each worker that has a loop makes `count` turns of it."""
        for worker in self._workers:
            worker.ask(count)
        answers = [worker.answer() for worker in self._workers]
        if self._is_in_step:
            return statistics.mean(map(statistics.median, answers))
        # What is handed out comes in bursts.
        return statistics.mean(map(statistics.mean, answers)) / len(answers)


def main() -> None:
    """Measure, print and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=15, help="how often each cluster has its turn")
    parser.add_argument("--only", choices=_STRATEGIES, nargs="*", default=list(_STRATEGIES))
    parser.add_argument("--no-page", action="store_true", help="leave docs/benchmarks.md as it is")
    options = parser.parse_args()
    lines = [_HEAD.format(machine=machine(), load=os.getloadavg()[1])]
    print(lines[-1], flush=True)
    for program in options.only:
        for units in _UNITS:
            lines.append(row(program, units, options.turns))
            print(lines[-1], flush=True)
    lines.append(_TAIL)
    print(_TAIL)
    if not options.no_page:
        write_section("\n".join(lines) + "\n")


def row(program: str, units: int, turns: int) -> str:
    """The line of the table for a program and the size of its model."""
    strategy = _STRATEGIES[program]
    with tempfile.TemporaryDirectory(prefix="tfmigrate-bench-") as folder:
        original = written(program, units, Path(folder, "original"))
        by_hand = written(f"{program}_by_hand", units, Path(folder, "by_hand"))
        rewritten = written(program, units, Path(folder, "rewritten"))
        rewrite(rewritten, strategy)
        after = Cluster("rewritten", rewritten, strategy)
        over_session = compare(Cluster("original", original, strategy), after, turns)
        over_by_hand = compare(Cluster("by_hand", by_hand, strategy), after, turns)
    cells = [f"{1e3 * timing.before:.2f} | {timing.cell()}" for timing in (over_session, over_by_hand)]
    return f"| {program} | {strategy.value} | {units} | {' | '.join(cells)} |"


def written(program: str, units: int, folder: Path) -> Path:
    """A program in a folder of its own, with a model of this size."""
    folder.mkdir()
    shutil.copy(PACE, folder)
    text = (PROGRAMS / f"{program}.py").read_text(encoding="utf-8")
    path = folder / f"{program}.py"
    path.write_text(re.sub(r"^HIDDEN = .*", f"HIDDEN = {units}", text, flags=re.MULTILINE), encoding="utf-8")
    return path


def rewrite(path: Path, strategy: Strategy) -> None:
    """Rewrite the programs of a folder for a strategy."""
    outcome = migrate([path.parent], strategy)
    for change in outcome.changes:
        change.path.write_bytes(change.after)
    chosen = [program.strategy for unit in outcome.units for program in unit.programs]
    assert any(chosen), outcome.all_diagnostics


def compare(before: Cluster, after: Cluster, turns: int) -> Timing:
    """The timing of an update by two clusters."""
    with before, after:
        for cluster in (before, after):
            cluster.step(_WARM_UP)
        count = steps_of_a_turn(before.step(_WARM_UP), _TURN_SECONDS)
        return Timing.of((before.step(count), after.step(count)) for _ in range(turns))


if __name__ == "__main__":
    main()
