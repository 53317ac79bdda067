"""Blocks that go on in other methods: the steps stand in one, and need what the others have names for."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.edit import Arguments, Code, Piece, Signature
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.syntax.own_names import own_names, own_parameters

from ..layout.block_layout import DriverLayout
from ..steps.step import Step

_INSTEAD = "build the graph in one method, or keep what others need in attributes"


def check_continued(
    driver: Driver, steps: Sequence[Step], others: Collection[Point], behind: Collection[Point]
) -> None:
    """What moves into the method in which the steps stand means the same there.

    Names of its own method alone must move with it. `others` are statements beside the steps that move, too,
    some of them `behind` steps.

    Raises:
      Refused: the steps would stand in several methods, or a name would be lost, or stand for another thing.
    """
    if not driver.continued:
        return
    home = home_of(driver, steps)
    if any(one.is_function for one in driver.continued):
        _check_functions(driver, home, steps[0])
    elif home is None or not driver.has_methods:
        found = "a graph that a method goes on with, and no other one runs"
        object_to(Refused("SES210", driver.path, steps[0].last.node, found, _INSTEAD))
    assert home is not None
    begins = max(_behind(driver, home, step).index for step in steps)
    misplaced = [point for point in behind if driver.method_of(point) is not home]
    for point in driver.points:
        is_early = point.index < begins and driver.method_of(point) not in (None, home)
        is_use = point.kind in (Kind.RUN, Kind.SAVER) and point not in others
        if is_early and is_use or point in misplaced:
            found = "a use of the variables, of which another method goes on to make more"
            object_to(Refused("SES210", driver.path, point.node, found, _INSTEAD))
    taken = {step.name for step in steps} | {name for step in steps for name in step.arguments.values()}
    move = _Move(driver, home, frozenset(taken))
    state = frozenset[Point]().union(*(step.state for step in steps))
    move.check(state, state)
    for step in steps:
        move.check(step.selected - step.state, step.selected)
        move.check(step.parameters, ())  # their shapes are written before the step, too
    move.check(others, ())


def check_settings(driver: Driver, steps: Sequence[Step], pieces: Sequence[Piece]) -> None:
    """What the session was configured with means the same in the method in which the steps stand.

    Raises:
      Refused: it has names of another method.
    """
    home = home_of(driver, steps) if driver.continued else None
    others = [one for one in driver.owners if one is not home and isinstance(one, ast.FunctionDef)]
    own = frozenset[str]().union(*map(own_names, others)) if home is not None else frozenset[str]()
    for node in (node for piece in pieces if isinstance(piece, Code) for node in piece.parts.values()):
        for name in (inner.id for inner in nodes_of(node) if isinstance(inner, ast.Name)):
            if name in own:
                found = (
                    f"{name}, a name of one method, for a session of which another one goes on with the graph"
                )
                object_to(Refused("SES210", driver.path, node, found, _INSTEAD))


def put(
    driver: Driver, layout: DriverLayout, steps: Sequence[Step], step: Step, pieces: Sequence[Piece]
) -> None:
    """Let a step stand behind what it needs, in the method in which the last is built of what steps need."""
    home = home_of(driver, steps) if driver.continued else None
    if home is None or driver.method_of(step.last) is home:
        layout.put_after(step.last, pieces)
        return
    first = _behind(driver, home, step)
    is_docstring = isinstance(first.node, ast.Expr) and isinstance(first.node.value, ast.Constant)
    (layout.put_after if is_docstring else layout.put_before)(first, pieces)


def _behind(driver: Driver, home: ast.FunctionDef, step: Step) -> Point:
    """The first statement of a method that runs behind what a step needs, or else the last of that."""
    behind = (one for one in driver.points if one.index > step.last.index and driver.method_of(one) is home)
    return min(behind, key=lambda one: one.index, default=step.last)


def continued_signatures(driver: Driver) -> Iterator[Signature]:
    """The edits of functions in which the block goes on: they have no session, and no parts of the graph."""
    for one in driver.continued:
        if one.handed:
            yield Signature(one.method, frozenset(one.handed), ())


def continued_arguments(driver: Driver) -> Iterator[Arguments]:
    """The edits of the calls of such functions."""
    for one in driver.continued:
        for call in one.calls if one.handed else ():
            yield Arguments(call, frozenset((one.handed or {}).values()))


def _check_functions(driver: Driver, home: ast.FunctionDef | None, step: Step) -> None:
    """A function in which a block goes on has all of its runs: nothing else knows the steps in it."""
    node = step.last.node
    if home not in [one.method for one in driver.continued]:
        found = "a graph that a function goes on with, of which no run needs that"
        object_to(Refused("SES206", driver.path, node, found, "run it where it is built"))
    for point in driver.points:
        if point.kind in _RUNNING and any(place is not home for place in _places(driver, point)):
            found = f"a use of the graph outside of {getattr(home, 'name', '')}(), which goes on with it"
            object_to(Refused("SES206", driver.path, point.node, found, "run it where it is built"))
    for callee in driver.callees:
        if callee.sees_driver:
            found = f"{callee.node.name}(), which runs a graph that another function goes on with"
            object_to(Refused("SES220", driver.path, callee.node, found, "hand it the session"))


_RUNNING = frozenset({Kind.RUN, Kind.SAVER, Kind.FEED, Kind.DATA})


def _places(driver: Driver, point: Point) -> Iterator[ast.FunctionDef | None]:
    """The parts of the block in which a statement runs: a function that it calls, where it calls that."""
    callee = driver.callee(point)
    if callee is None:
        yield driver.method_of(point)
    for call in callee.calls.values() if callee is not None else ():
        yield from _places(driver, call)


def home_of(driver: Driver, steps: Sequence[Step]) -> ast.FunctionDef | None:
    """The method in which the last is built of what steps need: there they stand."""
    return driver.method_of(max((step.last for step in steps), key=lambda point: point.index))


@dataclass(frozen=True)
class _Move:
    """Statements of other methods that move to the method `home`, where some names are `taken`."""

    driver: Driver
    home: ast.FunctionDef
    taken: frozenset[str]

    def check(self, points: Collection[Point], together: Collection[Point]) -> None:
        """Refuse what some statements need of their own method that does not move `together` with them."""
        for point in sorted(points, key=lambda one: one.index):
            method = self.driver.method_of(point)
            if method is self.home or method is None and not self._is_function:
                continue
            for node in point.nodes:
                name = node.id if isinstance(node, ast.Name) else ""
                if name in self._shared:
                    continue
                is_own = method is not None and name in own_names(method)
                moves = point.uses.get(name, frozenset()) <= set(together)
                moves &= method is None or name not in own_parameters(method)
                is_free = method is None or self._is_free(name, method)
                if name in own_names(self.home) or is_own and not (moves and is_free):
                    found = f"{name}, a name of one method, for a graph that another method goes on with"
                    raise Refused("SES210", self.driver.path, node, found, _INSTEAD)

    @property
    def _is_function(self) -> bool:
        return any(one.is_function for one in self.driver.continued)

    @property
    def _shared(self) -> frozenset[str]:
        """The names that mean the same where a function goes on as in the block that calls it."""
        own = (one.shared for one in self.driver.continued if one.method is self.home)
        return next(own, frozenset())

    def _is_free(self, name: str, method: ast.FunctionDef) -> bool:
        """Whether no other method of the block has this name for anything."""
        others = [one for one in self.driver.owners if one is not method]
        names = {getattr(node, "id", getattr(node, "arg", "")) for one in others for node in nodes_of(one)}
        return name not in names | self.taken
