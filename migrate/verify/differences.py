"""Compares two records."""

from __future__ import annotations

import re
import statistics
from collections.abc import Collection, Iterator
from itertools import islice

import numpy as np

from .parity import Compared, Difference, Parity, lines_of
from .records import Array, Record, Step, Values, same_bytes

# Tracing, first allocations and caches: at most this many steps at the start say nothing about speed.
_WARM_UP = 5
_NUMBER = re.compile(r"(_\d+)?:\d+$")


def compare_records(
    original: Record,
    rewritten: Record,
    steps: int | None = None,
    tolerance: float = 0.0,
    racing: Collection[str] = (),
) -> Parity:
    """Compare `steps` steps of two programs, or all, up to the first that cannot be compared.

    `racing` names operations that the original fetches beside an update of what they read, in no order: any
    value will do for them, and for those of the same name with a number.
    """
    tally = _Tally(original.initial(), rewritten.variable_names(), tolerance, racing)
    tally.compare_names(original.variable_names())
    tally.compare_beginnings(original.seeded(), rewritten.seeded())
    pairs = _Pairs(original, rewritten)
    before, after = [], []
    for one, other in islice(pairs, steps):
        if not tally.compare_step(one, other):
            break
        before.append(one.seconds)
        after.append(other.seconds)
    made, made_after = (length if steps is None else min(steps, length) for length in pairs.lengths)
    if made != made_after:
        tally.problems.append(f"the original made {made} steps, the rewritten program {made_after}")
    return Parity(
        steps=tally.steps,
        fetched_difference=tally.largest_fetched,
        variable_difference=tally.largest_variable,
        first_difference=tally.first,
        problems=tuple(tally.problems),
        original_seconds=_typical(before),
        rewritten_seconds=_typical(after),
        scaled_difference=tally.largest_scaled,
        first_beyond=tally.first_beyond,
        notes=tuple(tally.notes),
        compared=tuple(tally.compared),
    )


def numbers_of(name: str, value: Array, other: Array) -> tuple[tuple[str, float, float], ...]:
    """A value that both programs gave, if it is a single number."""
    if value.size != 1 or other.size != 1 or value.dtype.kind != "f" or other.dtype.kind != "f":
        return ()
    return ((name, float(value.reshape(())), float(other.reshape(()))),)


def largest_difference(value: Array, other: Array) -> float:
    """The largest absolute difference of two arrays of one shape."""
    return _largest(value, other)


def scaled_difference(value: Array, other: Array) -> float:
    """The largest difference of two arrays of one shape, of elements beyond 1 as a part of the element."""
    return _largest(value, other, scaled=True)


class _Pairs:
    """The steps of two programs, one of each at a time.

    One that gives constants alone, which the other program may compute outside of any step, has a pair where
    that gives the same next, and else none. `lengths` counts the steps that have or want a pair.
    """

    def __init__(self, original: Record, rewritten: Record) -> None:
        self._records = original, rewritten
        self.lengths = [original.length, rewritten.length]

    def __iter__(self) -> Iterator[tuple[Step, Step]]:
        steps = [record.steps(constants=True) for record in self._records]
        one, other = (next(each, None) for each in steps)
        while one is not None and other is not None:
            if not (one.constant or other.constant) or _gives_the_same(one, other):
                self.lengths[0] += one.constant
                self.lengths[1] += other.constant
                yield one, other
                one, other = (next(each, None) for each in steps)
            elif one.constant:
                one = next(steps[0], None)
            else:
                other = next(steps[1], None)


def _gives_the_same(one: Step, other: Step) -> bool:
    values, others = ([value for _, value in step.fetched] for step in (one, other))
    return len(values) == len(others) and all(map(same_bytes, values, others))


_OF_MECHANISMS = {
    "eval_step": "by which an evaluation counted its runs",
    "limit_epochs/epochs": "by which an input queue counted its epochs",
    "sync_rep_local_step": "by which a synchroniser told gradients that came late",
}


def purpose_of(variable: str) -> str:
    """What a local variable is for that TensorFlow 1 itself had in a graph; empty for a program's own.

    What does the same without graphs may have none.
    """
    return next((told for end, told in _OF_MECHANISMS.items() if f"/{variable}".endswith(f"/{end}")), "")


class _Tally:
    """What the comparison has found so far."""

    def __init__(
        self,
        initial: Values,
        rewritten_names: frozenset[str],
        tolerance: float,
        racing: Collection[str] = (),
    ) -> None:
        self._tolerance = tolerance
        self._racing = racing
        self._initial = initial
        self._rewritten_names = rewritten_names
        self._apart: set[str] = set()
        self._places = ("", "")
        self.steps = 0
        self.largest_fetched = 0.0
        self.largest_variable = 0.0
        self.largest_scaled = 0.0
        self.first: Difference | None = None
        self.first_beyond: Difference | None = None
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.compared: list[Compared] = []

    def compare_names(self, original_names: frozenset[str]) -> None:
        for name in sorted(original_names - self._rewritten_names):
            if purpose := purpose_of(name):
                self.notes.append(f"not compared: {name!r}, {purpose}")
            else:
                self.problems.append(f"variable {name!r} is missing from the rewritten program")
        for name in sorted(self._rewritten_names - original_names):
            self.problems.append(f"variable {name!r} is only in the rewritten program")

    def compare_beginnings(self, original: Values, rewritten: Values) -> None:
        """Add what variables begin with where that is fixed, before the original's values were planted."""
        for name in sorted(original.keys() & rewritten.keys()):
            if scaled_difference(original[name], rewritten[name]) > self._tolerance:
                self.problems.append(
                    f"variable {name!r} begins with other numbers than in the original, "
                    "where seeds or constants fix them"
                )

    def compare_step(self, original: Step, rewritten: Step) -> bool:
        """Add a step; `False` when its values do not correspond."""
        number = self.steps + 1
        self._places = original.place, rewritten.place
        if len(original.fetched) != len(rewritten.fetched):
            self.problems.append(
                f"at step {number} the original fetched {_count(original)}, "
                f"the rewritten program returned {_count(rewritten)}{lines_of(self._places)}"
            )
            return False
        numbers: list[tuple[str, float, float]] = []
        for place, ((name, value), (_, other)) in enumerate(
            zip(original.fetched, rewritten.fetched, strict=True)
        ):
            label = f"fetched value {place} ({name})"
            if not self._fits(number, label, value, other):
                return False
            numbers += numbers_of(name, value, other)
            if _NUMBER.sub("", name) in self._racing:
                continue
            self.largest_fetched = max(self.largest_fetched, self._difference(number, label, value, other))
        if not self._compare_summaries(number, original.summaries, rewritten.summaries):
            return False
        largest, cut = 0.0, {*original.cut, *rewritten.cut}
        for name, value, other in self._paired(original, rewritten):
            label = f"variable {name!r}"
            if not self._fits(number, label, value, other):
                return False
            if name in cut and not same_bytes(value, other):
                self._note_cut(name)
                continue
            largest = max(largest, self._difference(number, label, value, other))
        self.largest_variable = max(self.largest_variable, largest)
        self._note_replicas(number, rewritten)
        self.compared.append(Compared(number, tuple(numbers), largest))
        self.steps = number
        return True

    def _compare_summaries(self, step: int, original: Values, rewritten: Values) -> bool:
        if original.keys() != rewritten.keys():
            for side, tags in (
                ("the original", original.keys() - rewritten.keys()),
                ("the rewritten program", rewritten.keys() - original.keys()),
            ):
                if tags:
                    told = f"at step {step} only {side} has the summaries {sorted(tags)}"
                    self.problems.append(told + lines_of(self._places))
            return False
        for tag, value in original.items():
            label = f"summary {tag!r}"
            if not self._fits(step, label, value, rewritten[tag]):
                return False
            if _NUMBER.sub("", tag) not in self._racing:
                difference = self._difference(step, label, value, rewritten[tag])
                self.largest_fetched = max(self.largest_fetched, difference)
        return True

    def _paired(self, original: Step, rewritten: Step) -> Iterator[tuple[str, Array, Array]]:
        """Variables of both sides; one that the rewritten program is yet to create has its first value."""
        for name, value in original.variables.items():
            if name in rewritten.variables:
                yield name, value, rewritten.variables[name]
            elif name in self._rewritten_names and name in self._initial:
                yield name, value, self._initial[name]

    def _fits(self, step: int, label: str, value: Array, other: Array) -> bool:
        if value.dtype == other.dtype and value.shape == other.shape:
            return True
        self.problems.append(
            f"at step {step} {label} is {_kind(value)} in the original, "
            f"{_kind(other)} in the rewritten program{lines_of(self._places)}"
        )
        return False

    def _difference(self, step: int, label: str, value: Array, other: Array) -> float:
        if same_bytes(value, other):
            return 0.0
        amount, scaled = _largest(value, other), scaled_difference(value, other)
        found = Difference(step, label, amount, self._places)
        self.first = self.first or found
        if scaled > self._tolerance:
            self.first_beyond = self.first_beyond or found
        self.largest_scaled = max(self.largest_scaled, scaled)
        return amount

    def _note_cut(self, name: str) -> None:
        told = f"not compared: {name!r} after a run that ended by an error, in no fixed order with its change"
        if told not in self.notes:
            self.notes.append(told)

    def _note_replicas(self, step: int, rewritten: Step) -> None:
        for name in rewritten.apart:
            if name not in self._apart:
                self._apart.add(name)
                self.problems.append(f"at step {step} {name} no longer equals replica 0")


def _largest(value: Array, other: Array, *, scaled: bool = False) -> float:
    wide = np.complex128 if value.dtype.kind == "c" else np.float64
    one, two = value.astype(wide), other.astype(wide)
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.abs(one - two)
        if scaled:
            distance = distance / np.maximum(1.0, np.maximum(np.abs(one), np.abs(two)))
    same = (one == two) | (np.isnan(one) & np.isnan(two))
    return float(np.where(same, 0.0, np.where(np.isnan(distance), np.inf, distance)).max(initial=0.0))


def _typical(seconds: list[float]) -> float:
    left_out = min(_WARM_UP, len(seconds) // 2)
    return statistics.median(seconds[left_out:]) if seconds else float("nan")


def _count(step: Step) -> str:
    return "1 value" if len(step.fetched) == 1 else f"{len(step.fetched)} values"


def _kind(value: Array) -> str:
    return f"{value.dtype.name}{list(value.shape)}"
