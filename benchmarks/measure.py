"""Times two programs by turns, so that what else the machine does falls on both."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .runner import Runner

# Runs a program, as it was or rewritten.
CHILD = Path(__file__).parent / "child.py"
_WARM_UP = 20
_BLOCK_SECONDS = 0.25


@dataclass(frozen=True)
class Timing:
    """Seconds of a step before and after, and their ratio over the turns: its median and quartiles."""

    before: float
    after: float
    ratio: float
    low: float
    high: float

    @classmethod
    def of(cls, turns: Iterable[tuple[float, float]]) -> Timing:
        """The timing of turns, each the seconds of a step before and after."""
        turns = list(turns)
        low, ratio, high = statistics.quantiles([after / before for before, after in turns], n=4)
        before, after = (statistics.median(side) for side in zip(*turns, strict=True))
        return cls(before, after, ratio, low, high)

    def cell(self) -> str:
        """The ratio, as a cell of a table has it."""
        return f"{self.ratio:.2f} ({self.low:.2f} to {self.high:.2f})"

    def cells(self) -> str:
        """The milliseconds of both sides, and the ratio."""
        return f"{1e3 * self.before:.2f} | {1e3 * self.after:.2f} | {self.cell()}"


def compare(before: Path, after: Path, gpus: int, turns: int, first: str = "original") -> Timing:
    """Time `turns` turns of the program before, of TensorFlow 1 if it is an `original`, and after."""
    with (
        Runner(CHILD, first, str(gpus), str(before)) as original,
        Runner(CHILD, "rewritten", str(gpus), str(after)) as rewritten,
    ):
        original.steps(_WARM_UP)
        rewritten.steps(_WARM_UP)
        count = steps_of_a_turn(statistics.median(original.steps(_WARM_UP)))
        return Timing.of(
            (statistics.median(original.steps(count)), statistics.median(rewritten.steps(count)))
            for _ in range(turns)
        )


def steps_of_a_turn(seconds: float, turn: float = _BLOCK_SECONDS) -> int:
    """How many steps of `seconds` each make a turn long enough to be timed."""
    return max(5, round(turn / seconds))


def machine() -> str:
    """What a page says of the machine that its figures are of."""
    return f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}"
