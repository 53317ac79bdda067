"""Times towers by compat against those of a Session on the same devices: `python -m benchmarks.towers`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks-towers.md"
_ROOT = Path(__file__).parents[1]
_PROGRAM = Path(__file__).parent / "programs" / "towers.py"
_MODELS = ("tiny", "mlp", "cnn")
_TOWERS = (2, 4)
_WARM_UP = 20
_BLOCK_SECONDS = 0.25

_HEAD = """# Benchmarks of towers

Time of a step of towers by `compat.VariableStore` and `compat.average_gradients`, over that of the same graph
in a `Session` with the classic `average_gradients`, on the same logical CPUs: below 1 compat is faster. Both
run in processes of their own and make their steps by turns; a cell is the median over the turns, with the
quartiles behind it. Memory is the most that the process has held. On one machine ({machine}), whose load was
{load:.0f}; steps of `tiny` consist of dispatch.

| model | towers | Session, ms | time | memory |
|---|---:|---:|---:|---:|
"""
_TAIL = """
Made by `python -m benchmarks.towers`, from `benchmarks/programs/towers.py`.
"""


class Runner:
    """A process that makes steps when it is told to."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(_PROGRAM), *arguments],
            env={**os.environ, "PYTHONPATH": str(_ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def steps(self, count: int) -> dict[str, Any]:
        """The seconds of `count` steps, the peak of memory in KiB, and the loss."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(count, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self._process.args} ended early")
        told: dict[str, Any] = json.loads(answer)
        return told

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=15, help="how often each process has its turn")
    parser.add_argument("--only", choices=_MODELS, nargs="*", default=list(_MODELS))
    parser.add_argument("--no-page", action="store_true", help="leave docs/benchmarks-towers.md as it is")
    options = parser.parse_args()
    lines = []
    for model in options.only:
        for towers in _TOWERS:
            lines.append(f"| {model} | {towers} | {row(model, towers, options.turns)} |")
            print(lines[-1], flush=True)
    if not options.no_page:
        machine = f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}"
        PAGE.write_text(
            _HEAD.format(machine=machine, load=os.getloadavg()[1]) + "\n".join(lines) + "\n" + _TAIL,
            encoding="utf-8",
        )


def row(model: str, towers: int, turns: int) -> str:
    """The cells for one model and number of towers."""
    runners = [Runner(side, model, str(towers)) for side in ("session", "compat")]
    try:
        losses = [runner.steps(_WARM_UP)["loss"] for runner in runners]
        assert losses[0] == losses[1], losses
        count = max(5, round(_BLOCK_SECONDS / statistics.median(runners[0].steps(_WARM_UP)["seconds"])))
        pairs = [[runner.steps(count) for runner in runners] for _ in range(turns)]
    finally:
        for runner in runners:
            runner.end()
    medians = [[statistics.median(told["seconds"]) for told in pair] for pair in pairs]
    low, ratio, high = statistics.quantiles([ours / session for session, ours in medians], n=4)
    session = 1e3 * statistics.median(session for session, _ in medians)
    memory = pairs[-1][1]["peak"] / pairs[-1][0]["peak"]
    return f"{session:.2f} | {ratio:.2f} ({low:.2f} to {high:.2f}) | {memory:.2f}"


if __name__ == "__main__":
    main()
