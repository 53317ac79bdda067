"""Whether a program differs from itself, run again from the same initial values, and by what."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from .differences import compare_records
from .ending import Ending
from .parity import Difference, Parity
from .records import Record, Step
from .verdict import difference_of

if TYPE_CHECKING:
    from .verification import Originals

_NOT_RUN = ("late", "large", "wordy")
_UNSEEDED = "since it draws random numbers without a seed"
_OTHERWISE = "since it draws random numbers from Python or NumPy without a seed, and the other program others"
_AT_ONCE = (
    "though all random numbers of its graph have seeds: what it does at once, such as towers or threads that "
    "take from one input, comes in another order each time"
)


def differs_from_itself(
    originals: Originals, other: Record, parity: Parity, steps: int | None, tolerance: float
) -> str:
    """That the original differs from itself, if not later than the other program does, and why; else nothing.

    Numbers from Python and NumPy begin alike in both: as long as both draw the same, they explain nothing.

    Args:
      originals: its runs.
      other: what the other program did.
      parity: how that compared with the first of them.
      steps: how many steps are compared; `None`: all.
      tolerance: by how much numbers may differ.
    """
    first = originals.first
    unseeded = first.about().unseeded

    def differs(again: Ending) -> str:
        own = _first_difference(first, again, steps, tolerance)
        if own is None or parity.first_beyond is not None and parity.first_beyond.step < own.step:
            return ""
        return difference_of(replace(own, places=("", "")))

    if parity.problems:
        return ""
    if unseeded is None or unseeded:
        by = f", by {unseeded[0]!r} of its graph" if unseeded else ""
        where = differs(originals.run(1))
        return where and f"two runs of the original differ, {_UNSEEDED}{by}: {where}"
    if where := differs(originals.run(0, again=True)):
        return f"two runs of the original differ, {_AT_ONCE}: {where}"
    if _draw_the_same(first, other, parity.first_beyond):
        return ""
    where = differs(originals.run(1))
    return where and f"two runs of the original differ, {_OTHERWISE}: {where}"


def repeats_itself(originals: Originals, steps: int | None, tolerance: float) -> bool:
    """Whether the original does the same when it runs again as before."""
    return _first_difference(originals.first, originals.run(0, again=True), steps, tolerance) is None


def _draw_the_same(first: Record, other: Record, until: Difference | None) -> bool:
    """Whether both programs have drawn the same numbers when they differ."""
    if until is None or "own" in (first.about().style, other.about().style):
        return False  # whose steps are no pairs
    one, two = (_step(record, until.step) for record in (first, other))
    return one is not None and two is not None and bool(one.drawn) and one.drawn == two.drawn


def _step(record: Record, number: int) -> Step | None:
    return next(islice(record.steps(), number - 1, None), None)


def _first_difference(first: Record, again: Ending, steps: int | None, tolerance: float) -> Difference | None:
    """Where a run differs from the first one beyond the tolerance; nothing if it did not get far enough."""
    record = Record(again.record)
    if again.kind in _NOT_RUN or not record.length:
        return None
    return compare_records(first, record, steps, tolerance).first_beyond
