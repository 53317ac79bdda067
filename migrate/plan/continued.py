"""Blocks that go on in other methods: the steps stand in one, and need what the others have names for."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.edit import Piece
from migrate.model.kinds import Kind
from migrate.model.refusal import Refused
from migrate.syntax.own_names import own_names, own_parameters

from .layout import DriverLayout
from .steps import Step

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
    home = _home(driver, steps)
    if home is None or not driver.methods:
        found = "a graph that a method goes on with, and no other one runs"
        raise Refused("SES210", driver.path, steps[0].last.node, found, _INSTEAD)
    begins = driver.at[home.body[0]].index
    misplaced = [point for point in behind if _method(driver, point) is not home]
    for point in driver.points:
        is_early = point.index < begins and _method(driver, point) is not None
        is_use = point.kind in (Kind.RUN, Kind.SAVER) and point not in others
        if is_early and is_use or point in misplaced:
            found = "a use of the variables, of which another method goes on to make more"
            raise Refused("SES210", driver.path, point.node, found, _INSTEAD)
    taken = {step.name for step in steps} | {name for step in steps for name in step.arguments.values()}
    move = _Move(driver, home, frozenset(taken))
    state = frozenset[Point]().union(*(step.state for step in steps))
    move.check(state, state)
    for step in steps:
        move.check(step.selected - step.state, step.selected)
        move.check(step.parameters, ())  # their shapes are written before the step, too
    move.check(others, ())


def put(
    driver: Driver, layout: DriverLayout, steps: Sequence[Step], step: Step, pieces: Sequence[Piece]
) -> None:
    """Let a step stand behind what it needs, in the method in which the last is built of what steps need."""
    home = _home(driver, steps) if driver.continued else None
    if home is None or _method(driver, step.last) is home:
        layout.put_after(step.last, pieces)
        return
    first = home.body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    (layout.put_after if is_docstring else layout.put_before)(driver.at[first], pieces)


def _home(driver: Driver, steps: Sequence[Step]) -> ast.FunctionDef | None:
    """The method in which the last is built of what steps need: there they stand."""
    return _method(driver, max((step.last for step in steps), key=lambda point: point.index))


@dataclass(frozen=True)
class _Move:
    """Statements of other methods that move to the method `home`, where some names are `taken`."""

    driver: Driver
    home: ast.FunctionDef
    taken: frozenset[str]

    def check(self, points: Collection[Point], together: Collection[Point]) -> None:
        """Refuse what some statements need of their own method that does not move `together` with them."""
        for point in sorted(points, key=lambda one: one.index):
            method = _method(self.driver, point)
            if method is None or method is self.home:
                continue
            if method.lineno > self.home.lineno:
                found = f"{method.name}(), behind the method which goes on with its graph"
                raise Refused("SES210", self.driver.path, point.node, found, "put it before that one")
            for node in (node for root in point.own_nodes for node in ast.walk(root)):
                name = node.id if isinstance(node, ast.Name) else ""
                is_own = name in own_names(method)
                moves = point.uses.get(name, frozenset()) <= set(together)
                moves &= name not in own_parameters(method)
                if name in own_names(self.home) or is_own and not (moves and self._is_free(name, method)):
                    found = f"{name}, a name of one method, for a graph that another method goes on with"
                    raise Refused("SES210", self.driver.path, node, found, _INSTEAD)

    def _is_free(self, name: str, method: ast.FunctionDef) -> bool:
        """Whether no other method of the block has this name for anything."""
        others = [one for one in self.driver.owners if one is not method]
        names = {getattr(node, "id", getattr(node, "arg", "")) for one in others for node in ast.walk(one)}
        return name not in names | self.taken


def _method(driver: Driver, point: Point) -> ast.FunctionDef | None:
    """The method of the block that a statement stands in; none if that is no part of the block."""
    outermost = point.parents[0].node if point.parents else point.node
    methods = (one for one in driver.owners if isinstance(one, ast.FunctionDef))
    return next((one for one in methods if outermost in one.body), None)
