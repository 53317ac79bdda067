"""Lists of parts of the graph that are filled where the session runs: a step has them, wherever it stands."""

from __future__ import annotations

import ast

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role

from .slices import is_filled


def gathered(driver: Driver, selected: frozenset[Point]) -> frozenset[Point]:
    """The last statements of a step, where they only name parts of it, or put some into lists they begin.

    The step may stand before what is between the graph and these: they use nothing of that.
    """
    found: set[Point] = set()
    for point in sorted(selected, key=lambda one: one.index, reverse=True):
        if not _gathers(driver, point, selected):
            break
        found.add(point)
    return frozenset(found)


def _gathers(driver: Driver, point: Point, selected: frozenset[Point]) -> bool:
    if point.kind is Kind.HOST:
        return is_filled(driver, point) and not point.uses
    is_own = bool(point.uses) and point.sources <= selected and not point.outside
    if point.obstacles or point.roles - {Role.HOST} or not is_own:
        return False
    if point.kind is Kind.HEADER:
        return isinstance(point.node, ast.For) and isinstance(point.node.iter, ast.Name)
    return point.kind is Kind.SYMBOLIC and _adds(point.node)


def _adds(node: ast.stmt) -> bool:
    """Whether it is `xs.extend(net.xs)`, adds one part as it is, or names one: `xs = net.xs`."""
    if isinstance(node, ast.Assign):
        return isinstance(node.value, ast.Attribute) and isinstance(node.value.value, ast.Name)
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and len(call.args) == 1):
        return False
    return call.func.attr in ("append", "extend") and isinstance(call.args[0], (ast.Name, ast.Attribute))
