"""Times programs in a Session against what the tool makes of them: `python -m benchmarks [--turns N]`.

Each program is rewritten to each form that it can have, and runs beside the original, by turns. The table is
printed, and written to docs/benchmarks.md unless `--no-page` is given.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from pathlib import Path

from .forms import BY_HAND, FORMS, by_hand, prepare
from .measure import Timing, compare
from .page import write_section

# Programs, the smallest first, with the number of emulated GPUs that they run on.
PROGRAMS = {"linear_regression": 0, "mlp": 0, "lstm": 0, "cnn": 0, "cnn_two_towers": 2, "cnn_wide": 0}

_HEAD = """## A step after the rewrite

Time of a step after the rewrite, over that of the same step in a `Session` (the graph of `tf.compat.v1`, with
resource variables, on the same TensorFlow). Below 1 the rewritten program is faster. Both programs run in
processes of their own and make their steps by turns; a cell is the median over the turns, with the quartiles
behind it. `function` is the visible step of tier `native`, `pruned` the step of tier `compat` that
runs only what it returns, `Program` tier `wrapped`. Ratios, not promises: they hold for one machine
({machine}), and small steps consist of dispatch.

"""
_TAIL = """
Made by `make bench` (`python -m benchmarks`), from the programs in `benchmarks/programs`.
"""


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=15, help="how often each program has its turn")
    parser.add_argument("--only", choices=PROGRAMS, nargs="*", default=list(PROGRAMS))
    parser.add_argument("--no-page", action="store_true", help="leave docs/benchmarks.md as it is")
    options = parser.parse_args()
    lines = [
        f"| program | Session, ms | {' | '.join(FORMS)} |",
        f"|---|---:|{'---:|' * len(FORMS)}",
    ]
    print("\n".join(lines), flush=True)
    for program in options.only:
        timings = [measured(program, form, options.turns) for form in FORMS]
        session = min(timing.before for timing in timings if timing is not None)
        lines.append(f"| {program} | {1e3 * session:.2f} | {' | '.join(map(cell, timings))} |")
        print(lines[-1], flush=True)
    lines.append("")
    for program in (one for one in options.only if one in BY_HAND):
        timing = over_by_hand(program, options.turns)
        lines.append(
            f"The `function` of {program} over the same strategy written by hand "
            f"(`{BY_HAND[program]}.py`): {timing.cell()}."
        )
        print(lines[-1], flush=True)
    if not options.no_page:
        machine = f"{platform.machine()}, Python {platform.python_version()}"
        write_section(_HEAD.format(machine=machine) + "\n".join(lines) + "\n" + _TAIL)


def measured(program: str, form: str, turns: int) -> Timing | None:
    """The times of a program in one form; None where it cannot have that form."""
    with tempfile.TemporaryDirectory(prefix="tfmigrate-bench-") as folder:
        scripts = prepare(program, form, Path(folder))
        return None if scripts is None else compare(*scripts, PROGRAMS[program], turns)


def over_by_hand(program: str, turns: int) -> Timing:
    """The times of what one would write by hand, and of what a program is rewritten to."""
    with tempfile.TemporaryDirectory(prefix="tfmigrate-bench-") as folder:
        return compare(*by_hand(program, Path(folder)), PROGRAMS[program], turns, first="by_hand")


def cell(timing: Timing | None) -> str:
    """What the table says of one form."""
    return "" if timing is None else timing.cell()


if __name__ == "__main__":
    main()
