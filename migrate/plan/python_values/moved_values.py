"""Python values that move into a step: code that stays, or that stands elsewhere in it, must not see them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to

from ..steps.slices import is_within_graph


def check_scopes(driver: Driver, moved: frozenset[Point]) -> None:
    """No function sees a Python value that a step sets, but where both stand in one loop of the step.

    A function finds the names of the block around it as they are when it is called. What a loop over towers
    sets, `reuse = True`, is a step's own from now on, or that of one replica.

    Raises:
      Refused: a function would go on seeing the value that was set before.
    """
    own = [
        point
        for point in driver.points
        if point.kind is Kind.HOST and (point in moved or is_within_graph(driver, point))
    ]
    for function, names in _readers(driver, moved):
        for point in own:
            seen = min(point.defines & names, default="")
            if seen and not _is_beside(driver.at.get(function), point, moved):  # type: ignore[call-overload]
                found = f"a function that uses {seen}, which the graph's own code sets"
                object_to(Refused("SES211", driver.path, function, found, "pass it as an argument"))
    for node in (node for owner in driver.owners for node in nodes_of(owner)):
        shared = set(node.names) if isinstance(node, (ast.Global, ast.Nonlocal)) else set()
        for point in own:
            if shared & point.defines:
                found = f"a global name, {min(shared & point.defines)}, which the graph's own code sets"
                object_to(Refused("SES211", driver.path, node, found, "keep it in this block"))


def _readers(driver: Driver, moved: frozenset[Point]) -> Iterator[tuple[ast.AST, frozenset[str]]]:
    yield from driver.closures.items()
    for point in driver.points:
        for node in nodes_of(point.node) if point not in moved and point.own_nodes == [point.node] else ():
            if isinstance(node, ast.Lambda):
                yield node, frozenset(inner.id for inner in nodes_of(node) if isinstance(inner, ast.Name))


def _is_beside(function: Point | None, point: Point, moved: frozenset[Point]) -> bool:
    """Whether a function moves too, and into the scope in which the value is set."""
    around = {parent for parent in point.parents if not isinstance(parent.node, ast.With)}
    return function is not None and {function, point} <= moved and around <= set(function.parents)
