"""Whether ordinary statements and expressions mean the same at another place of a block."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import nodes_of
from migrate.syntax.own_names import own_names


def can_stand(
    driver: Driver,
    nodes: Sequence[ast.AST],
    point: Point,
    place: int,
    *,
    besides: Collection[Point] = (),
) -> bool:
    """Whether nodes of `point` mean the same behind the statement of the index `place`.

    Names that statements give which go there too, `besides`, are there.
    """
    may_be_left_out = any(one.holds_rest for one in driver.points[place + 1 : point.index])
    inside = [one for node in nodes for one in nodes_of(node)]
    if may_be_left_out and not all(isinstance(one, _NEVER_FAILING) for one in inside):
        return False
    callee = driver.callee(point)
    own = own_names(callee.node) if callee is not None else frozenset[str]()
    for name in {one.id for one in inside if isinstance(one, ast.Name)}:
        moved = {inner for one in besides for inner in driver.under(one.node)}
        sources = point.uses.get(name, frozenset()) - moved
        if name in own or any(one.index > place or one.kind in GRAPH_VALUES for one in sources):
            return False
        between = driver.points[point.index + 1 : place + 1]
        if any(name in one.defines | one.mutates for one in between):
            return False
    return True


_NEVER_FAILING = (ast.Constant, ast.Name, ast.Attribute, ast.keyword, ast.expr_context)


def outermost(driver: Driver, point: Point) -> Point:
    """The statement of the block that a point stands in: the first one around it that is no `with`."""
    around = [one for one in point.parents if not isinstance(one.node, (ast.With, ast.FunctionDef))]
    return around[0] if around else point


def is_plain(point: Point) -> bool:
    """Whether it is ordinary Python, or makes the configuration of a session."""
    return point.kind in (Kind.CONFIG, Kind.HOST, Kind.HEADER)
