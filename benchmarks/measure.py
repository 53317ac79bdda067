"""Times two programs by turns, so that what else the machine does falls on both."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

_CHILD = Path(__file__).parent / "child.py"
_ROOT = Path(__file__).parents[1]
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


class Runner:
    """A program in a process of its own, which makes as many steps as it is asked for."""

    def __init__(self, side: str, gpus: int, script: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(_CHILD), side, str(gpus), str(script)],
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def steps(self, count: int) -> list[float]:
        """The seconds of each of `count` steps."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(count, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self._process.args} ended early")
        seconds: list[float] = json.loads(answer)
        return seconds


def compare(before: Path, after: Path, gpus: int, turns: int) -> Timing:
    """Time `turns` turns of the program before and of that after."""
    with Runner("original", gpus, before) as original, Runner("rewritten", gpus, after) as rewritten:
        original.steps(_WARM_UP)
        rewritten.steps(_WARM_UP)
        count = max(5, round(_BLOCK_SECONDS / statistics.median(original.steps(_WARM_UP))))
        pairs = [
            (statistics.median(original.steps(count)), statistics.median(rewritten.steps(count)))
            for _ in range(turns)
        ]
    low, ratio, high = statistics.quantiles([after / before for before, after in pairs], n=4)
    before, after = (statistics.median(side) for side in zip(*pairs, strict=True))
    return Timing(before, after, ratio, low, high)
