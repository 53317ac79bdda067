"""Compares programs by their updates alone, where what they call, return and name is laid out otherwise.

A migration that was written by hand may evaluate in between, update variable by variable, or return other
values than the session fetched. What has to agree is what the variables become.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .differences import largest_difference, numbers_of, scaled_difference
from .parity import Compared, Difference, Parity
from .records import Array, Record, Step, Values, same_bytes


@dataclass(frozen=True)
class Update:
    """The variables after a step that changed trainable ones; `number` counts the updates from 1."""

    number: int
    variables: Values
    step: Step


def compare_updates(original: Record, other: Record, tolerance: float, *, is_cut: bool) -> Parity:
    """Compare what the variables that both programs have are after each update.

    Where one program makes fewer updates (it updates all variables in one call, or trains for an epoch in
    one), each of its states has to be among the other's, in their order, and the last has to be the last,
    unless the programs were cut short (`is_cut`).
    """
    tally = _Tally(original.variable_names() & other.variable_names(), tolerance)
    initial = _initial(original, other)
    ours, theirs = (sum(1 for _ in _updates(record, initial)) for record in (original, other))
    if ours == theirs:
        for one, two in zip(_updates(original, initial), _updates(other, initial), strict=True):
            tally.compare(one, two)
            tally.compare_fetched(one.step, two.step)
    else:
        _compare_within(tally, original, other, initial, ours < theirs, is_cut)
        tally.notes.append(
            f"the original changed its variables {ours} times, the rewritten program {theirs} times: "
            "the states of the one with fewer were looked for among the other's"
        )
    return tally.parity()


def has_updates(original: Record, other: Record) -> bool:
    """Whether a program changes a trainable variable that both have; or they have none in common."""
    initial = _initial(original, other)
    return not initial or any(next(_updates(record, initial), None) for record in (original, other))


def _initial(original: Record, other: Record) -> Values:
    """What the trainable variables that both programs have begin with."""
    names = original.variable_names() & other.variable_names()
    trained = names & original.about().trainable & other.about().trainable
    return {name: value for name, value in original.initial().items() if name in trained}


def _compare_within(
    tally: _Tally, original: Record, other: Record, initial: Values, is_original: bool, is_cut: bool
) -> None:
    few, many = (original, other) if is_original else (other, original)
    candidates = _updates(many, initial)
    for wanted in _updates(few, initial):
        nearest: Update | None = None
        for candidate in candidates:
            if nearest is None or tally.distance(wanted, candidate) < tally.distance(wanted, nearest):
                nearest = candidate
            if tally.distance(wanted, candidate) <= tally.tolerance:
                break
        if nearest is None:
            if not is_cut:
                tally.problems.append(_goes_on(is_original, wanted))
            return
        tally.compare(*((wanted, nearest) if is_original else (nearest, wanted)))
        if tally.first_beyond is not None:
            return
    following = next(candidates, None)
    if following is not None and not is_cut:
        tally.problems.append(_goes_on(not is_original, following))


def _goes_on(is_original: bool, update: Update) -> str:
    """That a program makes an update behind the last that both make."""
    goes_on, ends = ("the original", "the rewritten program")[:: 1 if is_original else -1]
    place = f" at {update.step.place}" if update.step.place else ""
    return f"{goes_on} goes on with its update {update.number}{place}, where {ends} has ended"


class _Tally:
    """What the comparison has found so far."""

    def __init__(self, names: frozenset[str], tolerance: float) -> None:
        self._names = sorted(names)
        self.tolerance = tolerance
        self._steps = 0
        self._largest = {"fetched": 0.0, "variable": 0.0}
        self._scaled = 0.0
        self._first: Difference | None = None
        self.first_beyond: Difference | None = None
        self._partners: dict[int, int] | None = None
        self.problems: list[str] = []
        self.notes: list[str] = []
        self._compared: list[Compared] = []

    def distance(self, one: Update, two: Update) -> float:
        """How far the states are apart."""
        return max(
            (scaled_difference(one.variables[name], two.variables[name]) for name in self._shared(one, two)),
            default=0.0,
        )

    def compare(self, original: Update, other: Update) -> None:
        """Add two states that belong together."""
        self._steps += 1
        places = original.step.place, other.step.place
        largest = 0.0
        for name in self._shared(original, other):
            values = original.variables[name], other.variables[name]
            largest = max(largest, self._note("variable", f"variable {name!r}", *values, places))
        self._compared.append(Compared(self._steps, (), largest))

    def compare_fetched(self, original: Step, other: Step) -> None:
        """Add what the original fetched, beside what the other program returned that fits it."""
        places = original.place, other.place
        if self._partners is None:
            self._partners = self._find_partners(original, other)
        numbers: tuple[tuple[str, float, float], ...] = ()
        for place, partner in self._partners.items():
            if place < len(original.fetched) and partner < len(other.fetched):
                (name, value), (_, returned) = original.fetched[place], other.fetched[partner]
                if value.shape == returned.shape:
                    self._note("fetched", f"fetched value {place} ({name})", value, returned, places)
                    numbers += numbers_of(name, value, returned)
        self._compared[-1] = replace(self._compared[-1], numbers=numbers)

    def _find_partners(self, original: Step, other: Step) -> dict[int, int]:
        found: dict[int, int] = {}
        alike = [value.shape for _, value in original.fetched] == [value.shape for _, value in other.fetched]
        for place, (name, value) in enumerate(original.fetched):
            fitting = [
                partner
                for partner, (_, returned) in enumerate(other.fetched)
                if value.shape == returned.shape and scaled_difference(value, returned) <= self.tolerance
            ]
            if fitting or alike:
                found[place] = fitting[0] if fitting else place
            else:
                self.notes.append(
                    f"fetched value {place} ({name}) was not compared: the rewritten program returns "
                    "nothing like it"
                )
        return found

    def parity(self) -> Parity:
        """What was found."""
        return Parity(
            steps=self._steps,
            fetched_difference=self._largest["fetched"],
            variable_difference=self._largest["variable"],
            first_difference=self._first,
            problems=tuple(self.problems),
            original_seconds=float("nan"),
            rewritten_seconds=float("nan"),
            scaled_difference=self._scaled,
            first_beyond=self.first_beyond,
            notes=tuple(self.notes),
            compared=tuple(self._compared),
        )

    def _shared(self, one: Update, two: Update) -> list[str]:
        return [
            name
            for name in self._names
            if name in one.variables
            and name in two.variables
            and one.variables[name].shape == two.variables[name].shape
        ]

    def _note(self, kind: str, label: str, value: Array, other: Array, places: tuple[str, str]) -> float:
        """Add a difference, and give it."""
        if same_bytes(value, other):
            return 0.0
        scaled = scaled_difference(value, other)
        found = Difference(self._steps, label, largest_difference(value, other), places)
        self._largest[kind] = max(self._largest[kind], found.amount)
        self._scaled = max(self._scaled, scaled)
        self._first = self._first or found
        if scaled > self.tolerance:
            self.first_beyond = self.first_beyond or found
        return found.amount


def _updates(record: Record, initial: Values) -> Iterator[Update]:
    """The steps that changed variables, of those that started with `initial` values."""
    number, before = 0, initial
    for step in record.steps():
        if any(not same_bytes(before[name], step.variables.get(name, before[name])) for name in before):
            number += 1
            yield Update(number, step.variables, step)
        before = {name: step.variables.get(name, value) for name, value in before.items()}
