"""Which statements of a driver a step needs: everything that what is fetched depends on."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, STAYING, Kind
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure

from ..statements.reading_only import is_printing_loop
from .late_building import is_late

# Statements that a step never contains: they go, or become something else.
_OUTSIDE = STAYING | {Kind.SESSION, Kind.GRAPH, Kind.CONFIG, Kind.INITIALIZER}


def needed(driver: Driver, sources: Iterable[Point]) -> frozenset[Point]:
    """All points that the given ones depend on, themselves included, that build the graph.

    Lists that are built empty and filled by graph statements belong to the graph, and so do constants that
    these go on from; other Python values stay outside, where the step finds them by name.
    """

    def belonging(points: Iterable[Point]) -> Iterator[Point]:
        return (point for point in points if _belongs(driver, point))

    def needing(point: Point) -> Iterator[Point]:
        compound = isinstance(point.node, (ast.For, ast.If, ast.While, ast.Try))
        inside = (*_remarks(driver, point), *_jumps(driver, point)) if compound else ()
        around = () if is_late(driver, point) else point.parents
        return belonging((*point.sources, *around, *inside))

    return frozenset(closure(belonging(sources), needing))


def _remarks(driver: Driver, header: Point) -> Iterator[Point]:
    """Statements of ordinary Python in a loop of the graph that define nothing: prints, for the most part."""
    for other in driver.under(header.node):
        if other.kind is Kind.HOST and isinstance(other.node, ast.Expr):
            yield other


def _jumps(driver: Driver, header: Point) -> Iterator[Point]:
    """Jumps under a header: they decide whether what follows them runs, as the header does."""
    return (other for other in driver.under(header.node) if isinstance(other.node, _JUMPS))


_JUMPS = (ast.Break, ast.Continue, ast.Raise, ast.Return, ast.Assert)


def _reached(point: Point, by: Point) -> frozenset[Point]:
    return frozenset(source for name in point.mutates & by.defines for source in point.uses.get(name, ()))


def _belongs(driver: Driver, point: Point) -> bool:
    if point.kind is Kind.HOST:
        return is_of_graph(driver, point)
    if point.kind is Kind.HEADER and not isinstance(point.node, ast.With):
        # A loop of Python alone stays, with the names that it gives: it goes with what is in it.
        return any(_belongs(driver, one) for one in driver.under(point.node) if one is not point)
    return point.kind not in _OUTSIDE


def is_of_graph(driver: Driver, point: Point) -> bool:
    """Whether a statement of ordinary Python belongs to the graph that it stands beside."""
    found = (is_filled, is_builder, is_within_graph, is_carried)
    return any(is_found(driver, point) for is_found in found)


def is_builder(driver: Driver, point: Point) -> bool:
    """Whether it makes an object of the program's own by whose methods the graph is built.

    Each trace makes it anew, so that nothing which others do with theirs changes what it builds.
    """
    return point.kind is Kind.HOST and any(
        point in other.uses.get(name, ()) and other.kind not in _OUTSIDE
        for other in driver.points
        for name in other.builds_with & point.defines
    )


def is_filled(driver: Driver, point: Point) -> bool:
    """Whether a host statement makes a list or dictionary that graph statements fill, or prepares one."""
    return is_prepared(driver, point) or any(
        other.mutates & point.defines and point in _reached(other, point) and _builds(driver, other)
        for other in driver.points
    )


def _builds(driver: Driver, point: Point) -> bool:
    """Whether a statement belongs to the graph; the header of a loop or condition, if what is in it does."""
    if point.kind is Kind.HEADER and not isinstance(point.node, ast.With):
        return builds_graph(driver, point)
    return point.kind not in _OUTSIDE


def is_prepared(driver: Driver, point: Point) -> bool:
    """Whether it puts constants into a list or dictionary that graph statements go on to fill.

    Such as `self.shared.append([])` or `sizes['first'] = 3`: doing so again in each trace gives the same.
    """
    if point.kind is not Kind.HOST or not point.is_straight or not _puts_constants(point.node):
        return False
    return len(point.mutates) == 1 and all(
        bool(sources) and all(is_filled(driver, source) for source in sources)
        for name, sources in point.uses.items()
        if name in point.mutates
    )


def _puts_constants(node: ast.stmt) -> bool:
    """Whether a statement changes something with a name, by constants alone and lists of them."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
        target, values = node.targets[0].value, [node.targets[0].slice, node.value]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not node.value.keywords:
        function, values = node.value.func, node.value.args
        if not (isinstance(function, ast.Attribute) and function.attr in _PUTTING):
            return False
        target = function.value
    else:
        return False
    inside = (inner for value in values for inner in nodes_of(value))
    return isinstance(target, ast.Name) and all(isinstance(inner, _LITERAL) for inner in inside)


_PUTTING = frozenset({"add", "append", "extend", "insert", "update"})
_LITERAL = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.UnaryOp, ast.unaryop, ast.expr_context)


def is_carried(driver: Driver, point: Point) -> bool:
    """Whether it is a plain value that the graph alone uses, and goes on from: `reuse = None`, `size = n`."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    if value is None or not (point.is_straight and all(map(_is_plain, nodes_of(value)))):
        return False
    users = [other for other in driver.points if point in other.sources]
    followed = any(
        point in sources
        and len(sources) > 1
        and all(_is_graphs_own(driver, one) for one in sources - {point})
        for user in users
        for sources in user.uses.values()
    )
    return followed and all(
        _is_graphs_own(driver, user)
        or user.kind is Kind.RUN
        and all(
            len(sources) > 1 for sources in user.uses.values() if point in sources
        )  # fetches what follows
        for user in users
    )


def _is_plain(node: ast.AST) -> bool:
    """Whether a node of an expression gives the same again, as long as its names do."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _PLAIN_FUNCTIONS and not node.keywords
    return isinstance(node, _PLAIN)


_PLAIN_FUNCTIONS = frozenset({"float", "int", "len", "max", "min"})
_PLAIN = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.expr_context),
    *(ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator),
)


def _is_graphs_own(driver: Driver, point: Point) -> bool:
    if point.kind is Kind.HEADER:
        return builds_graph(driver, point)
    return point.kind in GRAPH_VALUES or point.kind is Kind.HOST and is_within_graph(driver, point)


def is_within_graph(driver: Driver, point: Point) -> bool:
    """Whether a host statement stands in a loop or condition that builds the graph, and moves with it."""
    around = (parent for parent in point.parents if isinstance(parent.node, (ast.For, ast.If, ast.While)))
    outermost = next(around, None)
    return outermost is not None and builds_graph(driver, outermost)


def builds_graph(driver: Driver, header: Point) -> bool:
    """Whether a loop or condition builds a part of the graph, or prints one, and runs none."""
    kinds = {other.kind for other in driver.under(header.node)}
    return bool(kinds & GRAPH_VALUES) and Kind.RUN not in kinds or is_printing_loop(driver, header)
