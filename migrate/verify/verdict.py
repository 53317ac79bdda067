"""What a verification comes to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from .ending import Ending
from .parity import Difference, Parity, lines_of
from .placements import Placement


class Status(IntEnum):
    """Whether two programs train the same; the number is the exit status of `tfmigrate verify`."""

    SAME = 0
    DIFFERENT = 1
    NOT_COMPARED = 2


@dataclass(frozen=True)
class Verdict:
    """What a verification found, for people.

    Attributes:
      status: whether the programs are the same.
      headline: that in one line: how equal, or the first thing that differs, or what hindered comparing.
      details: what else is to be read of it, such as the last lines of a program that failed.
      notes: how it was compared.
      parity: the numbers; `None` where there are none.
      placements: what ran where in the original and in the other program, as far as that was recorded.
    """

    status: Status
    headline: str
    details: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    parity: Parity | None = None
    placements: tuple[Placement | None, Placement | None] = (None, None)

    def __str__(self) -> str:
        label = {Status.SAME: "same", Status.DIFFERENT: "different", Status.NOT_COMPARED: "not compared"}
        lines = [f"{label[self.status]}: {self.headline}", *self.details]
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


def not_compared(side: str, ending: Ending, what: str, advice: str) -> Verdict:
    """The verdict where a program did not get far enough, with what it wrote last and what to try."""
    wrote, printed = ending.tail(), ending.printed_last()
    told = [f"what it wrote last to stderr:{wrote}" if wrote.startswith("\n") else f"{side}{wrote}"]
    told += [f"what it printed last:{printed}"] if printed else []
    return Verdict(Status.NOT_COMPARED, f"{side} {what}", (*told, f"try: {advice}"))


def equality_of(parity: Parity, tolerance: float) -> str:
    """How equal two programs are that are equal, such as `60 steps equal to the bit`."""
    steps = "1 step" if parity.steps == 1 else f"{parity.steps} steps"
    if parity.first_difference is None:
        return f"{steps} equal to the bit"
    first = parity.first_difference
    return (
        f"{steps} within {tolerance:g} (rounding: the largest difference is {parity.largest_difference:.2g}, "
        f"the first at step {first.step}, {first.name})"
    )


def difference_of(difference: Difference) -> str:
    """Where two programs differ first: step, name, how much, and the lines that made the step."""
    told = f"at step {difference.step} {difference.name} differs by {difference.amount:.3g}"
    return told + lines_of(difference.places)
