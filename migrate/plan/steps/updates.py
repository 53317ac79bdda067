"""The updates of a step, which run when everything else is computed, as a graph's reads come before them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import WITHOUT_VALUE, Kind
from migrate.model.nodes import nodes_of


def updates(selected: frozenset[Point]) -> frozenset[Point]:
    """The statements that apply gradients, and what waits for them."""
    found = {point for point in selected if point.kind is Kind.APPLY}
    for point in sorted(selected, key=lambda point: point.index):
        awaited = {
            source
            for one in (point, *point.parents)
            for name, sources in one.uses.items()
            for source in sources
            if name in source.defines
        }
        if awaited & found and point.kind is not Kind.HEADER:
            found.add(point)
    return frozenset(found)


def in_parts(
    selected: frozenset[Point], *, at_once: bool = True
) -> tuple[frozenset[Point], frozenset[Point]]:
    """The statements of a step that compute, and those behind them that update; headers are in both.

    Where the updates are the last in the text already, all may be `at_once` in the first part: what is around
    them is entered once then, as it was.
    """
    last = updates(selected)
    if at_once and is_in_order(selected, last):
        return selected | around(last), frozenset()
    return selected - last, last | around(last)


def is_in_order(selected: frozenset[Point], last: frozenset[Point]) -> bool:
    """Whether the updates of a step stand behind all that it computes."""
    headers = around(selected)
    computed = max((point.index for point in selected - last - headers), default=-1)
    return all(point.index > computed for point in last)


def around(points: frozenset[Point]) -> frozenset[Point]:
    """The headers around some statements."""
    return frozenset(parent for point in points for parent in point.parents)


def ordering_items(driver: Driver) -> Iterator[ast.withitem]:
    """`with` items that only wait for operations: a step runs in the order of its text."""
    for point in driver.points:
        for item in getattr(point.node, "items", ()) if isinstance(point.node, ast.With) else ():
            call = item.context_expr
            if (
                isinstance(call, ast.Call)
                and driver.bindings.tensorflow(call.func) == "tf.control_dependencies"
            ):
                names = {node.id for node in nodes_of(call) if isinstance(node, ast.Name)}
                sources = {source for name in names for source in point.uses.get(name, ())}
                if any(source.kind in WITHOUT_VALUE for source in sources):
                    yield item
