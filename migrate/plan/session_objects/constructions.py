"""The objects that a block gives its session to: what makes them, and where that stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from migrate.model.driver import Driver, Handover, Outside, Point
from migrate.model.facts import DriverFacts
from migrate.model.nodes import nodes_of
from migrate.syntax.branches import are_alternatives

from ..lowering.lowering import Lowering


def made(driver: Driver) -> list[tuple[Mapping[ast.Call, Point], Handover]]:
    """The objects of a block: of each, the calls that make it, and how it gets the session.

    Calls that give objects one name alone stand in the branches of a condition: one of them is made.
    """
    found: dict[object, tuple[dict[ast.Call, Point], Handover]] = {}
    for point in driver.points:
        for call, handover in point.gives:
            name = handover.constructions[call]
            calls, _ = found.setdefault(call if name is None else (handover, name), ({}, handover))
            calls[call] = point
    return list(found.values())


def count(driver: Driver) -> int:
    """How many objects a block gives its session to, of those that do not stand for each other."""
    names = [handover.constructions[call] for call, handover in driver.gives]
    return len({name for name in names if name is not None}) + names.count(None)


@dataclass(frozen=True)
class Given:
    """An object that a block gives its session to: what makes it, and what becomes of its class."""

    points: Mapping[ast.Call, Point]
    handover: Handover
    facts: DriverFacts
    lowering: Lowering

    @property
    def making(self) -> Point:
        """The first statement that makes the object; others do in other branches."""
        return min(self.points.values(), key=lambda point: point.index)

    @property
    def place(self) -> Point:
        """What everything that the object needs stands before: the outermost condition or loop around it."""
        return next((one for one in self.making.parents if isinstance(one.node, _AROUND)), self.making)

    @property
    def name(self) -> str | None:
        """What the block calls the object, if it gives it a name at once."""
        names = {_named(point.node, call) for call, point in self.points.items()}
        return names.pop() if len(names) == 1 else None

    @property
    def is_one(self) -> bool:
        """Whether one object is made at most: no loop is around what makes it."""
        return not any(
            isinstance(parent.node, (ast.For, ast.While))
            for point in self.points.values()
            for parent in point.parents
        ) and not any(
            isinstance(node, _REPEATING) and call in nodes_of(node)
            for call, point in self.points.items()
            for node in point.nodes
        )

    @property
    def is_straight(self) -> bool:
        """Whether one object is made, once, and given a name."""
        return self.name is not None and len(self.points) == 1 and self.making.is_straight

    @property
    def known_as(self) -> frozenset[str]:
        """The names of the block by which the object is reached at first: its own, or a list's."""
        return frozenset(name for point in self.points.values() for name in point.defines | point.mutates)

    @property
    def is_in_branch(self) -> bool:
        """Whether conditions stand around all that makes it, and nothing else, in what opens the session."""
        around = (
            list(dropwhile(lambda parent: isinstance(parent.node, ast.With), point.parents))
            for point in self.points.values()
        )
        return all(isinstance(parent.node, ast.If) for parents in around for parent in parents)

    def is_made_before(self, point: Point) -> bool:
        """Whether the object is there where a statement runs: other branches alone make it later."""
        later = (one for one in self.points.values() if one.index > point.index)
        is_turn = isinstance(self.place.node, (ast.For, ast.While)) and self.place in point.parents
        return not is_turn and all(self.is_other_branch(one, point) for one in later)

    def is_other_branch(self, one: Point, other: Point) -> bool:
        """Whether only one of two statements runs, as the object is made in one branch or another."""
        return one is not other and are_alternatives(self.place.node, [one.node, other.node])

    def going_on(self, driver: Driver) -> Iterator[Point]:
        """The statements directly behind, whose methods go on with what making the object began."""
        calls = {call for one in self.facts.driver.continued for call in one.calls}
        for point in driver.points:
            if isinstance(point.node, ast.Expr) and point.node.value in calls:
                yield point

    def outside(self, driver: Driver) -> Sequence[Outside]:
        """The runs of what it has built by the block that made it, or by functions that this passes it to."""
        here = (run for run in self.handover.outside if run.statement in driver.at)
        return [run for run in here if not run.made.isdisjoint(self.points)]


_AROUND = (ast.If, ast.For, ast.While)
# What may evaluate an expression several times, besides loops.
_REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def _named(statement: ast.stmt, value: ast.expr) -> str | None:
    """The one name that a statement gives to a value."""
    if not (isinstance(statement, ast.Assign) and statement.value is value and len(statement.targets) == 1):
        return None
    (target,) = statement.targets
    return target.id if isinstance(target, ast.Name) else None


def are_one_of_several(given: Sequence[Given]) -> bool:
    """Whether one object is made of those that have one name: each in other branches, of its own class.

    Each is given the session when it is made, and by nothing else that others are given it by, too.
    """
    names = {name for one in given for name in (one.handover.constructions[call] for call in one.points)}
    if None in names or len(names) > 1:
        return False
    points = [point for one in given for point in one.points.values()]
    return all(
        one.is_in_branch
        and one.handover.parameters.keys() == {one.facts.driver.owner}
        and not one.handover.outside
        and all(one.place is other.place for other in given)
        for one in given
    ) and are_alternatives(given[0].place.node, [point.node for point in points])
