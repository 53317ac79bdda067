"""Times towers by compat against those of a Session on the same devices: `python -m benchmarks.towers`."""

from __future__ import annotations

import argparse
import os
import statistics
from pathlib import Path

from .measure import Timing, machine, steps_of_a_turn
from .page import write_section
from .runner import Runner

_PROGRAM = Path(__file__).parent / "programs" / "towers.py"
_MODELS = ("tiny", "mlp", "cnn")
_TOWERS = (2, 4)
_WARM_UP = 20

_HEAD = """## Towers

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


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=15, help="how often each process has its turn")
    parser.add_argument("--only", choices=_MODELS, nargs="*", default=list(_MODELS))
    parser.add_argument("--no-page", action="store_true", help="leave docs/benchmarks.md as it is")
    options = parser.parse_args()
    lines = []
    for model in options.only:
        for towers in _TOWERS:
            lines.append(f"| {model} | {towers} | {row(model, towers, options.turns)} |")
            print(lines[-1], flush=True)
    if not options.no_page:
        head = _HEAD.format(machine=machine(), load=os.getloadavg()[1])
        write_section(head + "\n".join(lines) + "\n" + _TAIL)


def row(model: str, towers: int, turns: int) -> str:
    """The cells for one model and number of towers."""
    arguments = (model, str(towers))
    with Runner(_PROGRAM, "session", *arguments) as session, Runner(_PROGRAM, "compat", *arguments) as ours:
        losses = [runner.steps(_WARM_UP)["loss"] for runner in (session, ours)]
        assert losses[0] == losses[1], losses
        count = steps_of_a_turn(statistics.median(session.steps(_WARM_UP)["seconds"]))
        pairs = [(session.steps(count), ours.steps(count)) for _ in range(turns)]
    timing = Timing.of(
        (statistics.median(before["seconds"]), statistics.median(after["seconds"])) for before, after in pairs
    )
    before, after = pairs[-1]
    return f"{1e3 * timing.before:.2f} | {timing.cell()} | {after['peak'] / before['peak']:.2f}"


if __name__ == "__main__":
    main()
