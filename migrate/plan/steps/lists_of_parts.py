"""Lists of parts of the graph that are filled where the session runs: a step has them, wherever it stands."""

from __future__ import annotations

import ast

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role
from migrate.syntax.savers import restores

from .slices import is_filled


def gathered(driver: Driver, selected: frozenset[Point]) -> frozenset[Point]:
    """The last statements of a step, where they only name parts of it, or put some into lists they begin.

    The step may stand before what is between the graph and these: they use nothing of that. So it may before
    what restores variables, where what is behind that only computes with parts of it.
    """
    found: set[Point] = set()
    restored = min((one.index for one in driver.points if restores(one)), default=len(driver.points))
    for point in sorted(selected, key=lambda one: one.index, reverse=True):
        if not (
            _gathers(driver, point, selected) or point.index > restored and _computes(driver, point, selected)
        ):
            break
        found.add(point)
    return frozenset(found)


def _gathers(driver: Driver, point: Point, selected: frozenset[Point]) -> bool:
    if point.kind is Kind.HOST:
        return is_filled(driver, point) and not point.uses
    if point.roles - {Role.HOST} or point.outside or not _is_of_parts(point, selected):
        return False
    if point.kind is Kind.HEADER:
        return isinstance(point.node, ast.For) and isinstance(point.node.iter, ast.Name)
    return point.kind is Kind.SYMBOLIC and _adds(point.node)


def _computes(driver: Driver, point: Point, selected: frozenset[Point]) -> bool:
    """Whether it gives a name to what is computed of parts of the graph, and of nothing else."""
    is_named = isinstance(point.node, ast.Assign) and point.kind is Kind.SYMBOLIC
    is_pure = point.roles <= {Role.HOST, Role.PURE} and point.outside <= driver.bindings.aliases.keys()
    return is_named and is_pure and _is_of_parts(point, selected)


def _is_of_parts(point: Point, selected: frozenset[Point]) -> bool:
    return bool(point.uses) and point.sources <= selected and not point.obstacles


def _adds(node: ast.stmt) -> bool:
    """Whether it is `xs.extend(net.xs)`, adds one part as it is, or names one or a list: `xs = net.xs`."""
    if isinstance(node, ast.Assign):
        return _is_part(node.value) or isinstance(node.value, (ast.List, ast.Tuple)) and _lists(node.value)
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and len(call.args) == 1):
        return False
    return call.func.attr in ("append", "extend") and isinstance(call.args[0], (ast.Name, ast.Attribute))


def _is_part(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)


def _lists(node: ast.List | ast.Tuple) -> bool:
    return all(isinstance(one, ast.Name) or _is_part(one) for one in node.elts)
