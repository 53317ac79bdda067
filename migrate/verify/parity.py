"""What a comparison of two programs found."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import MigrateError


class ParityError(MigrateError):
    """A comparison that could not be made: a program failed, hung, or made no step to compare."""


@dataclass(frozen=True)
class Difference:
    """A value that is not the same in both programs; `step` counts from 1."""

    step: int
    name: str
    amount: float
    places: tuple[str, str] = ("", "")  # the lines of the original and the other program that made the step

    def __str__(self) -> str:
        return f"step {self.step}, {self.name}: {self.amount:.3g}"


def lines_of(places: tuple[str, str]) -> str:
    """The lines that made a step in the original and in the other program, for people."""
    ours, theirs = places
    return (
        f" ({ours or '?'} in the original, {theirs or '?'} in the rewritten program)" if any(places) else ""
    )


@dataclass(frozen=True)
class Compared:
    """A step that was compared: the single numbers that both programs gave, and how far the variables are.

    `numbers` are the name of what was fetched, the original's number and the other program's; `variables` is
    the largest absolute difference of an element of a variable.
    """

    step: int
    numbers: tuple[tuple[str, float, float], ...]
    variables: float


@dataclass(frozen=True)
class Parity:
    """How far two programs agree.

    Attributes:
      steps: how many steps were compared.
      fetched_difference: the largest absolute difference of a fetched value, over all steps.
      variable_difference: the largest absolute difference of an element of a variable after a step.
      first_difference: the first value that differs, if only in its last bit.
      problems: what cannot be expressed as a number, such as a missing variable, one sentence each.
      original_seconds: median time of a step of the original, the first steps left out: from the end of
        one step to the end of the next, without the time that recording takes.
      rewritten_seconds: the same of the rewritten program.
      scaled_difference: the largest difference of all, of values beyond 1 as a part of the value.
      first_beyond: the first value whose difference, so scaled, exceeds the tolerance that was asked for.
      notes: what was compared in another way than by name and order, or not at all, one sentence each.
      compared: the steps one by one.
    """

    steps: int
    fetched_difference: float
    variable_difference: float
    first_difference: Difference | None
    problems: tuple[str, ...]
    original_seconds: float
    rewritten_seconds: float
    scaled_difference: float = 0.0
    first_beyond: Difference | None = None
    notes: tuple[str, ...] = ()
    compared: tuple[Compared, ...] = field(default=(), repr=False, compare=False)

    @property
    def largest_difference(self) -> float:
        """The largest absolute difference of anything that was compared."""
        return max(self.fetched_difference, self.variable_difference)

    @property
    def equal_to_the_bit(self) -> bool:
        """Whether every fetched value and every variable had the same bytes at every step."""
        return not self.problems and self.first_difference is None

    @property
    def time_ratio(self) -> float:
        """Time of a rewritten step over that of an original one."""
        return self.rewritten_seconds / self.original_seconds

    def within(self, tolerance: float) -> bool:
        """Whether nothing is missing and no difference exceeds `tolerance`."""
        return not self.problems and self.largest_difference <= tolerance

    def __str__(self) -> str:
        if self.equal_to_the_bit:
            return f"{self.steps} steps equal to the bit"
        found = [*self.problems]
        if self.first_difference is not None:
            found.append(
                f"largest difference {self.largest_difference:.3g}, the first at {self.first_difference}"
            )
        return f"{self.steps} steps compared: " + "; ".join(found)
