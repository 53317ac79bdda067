"""Python values that are others at each call, and of which the graph is built: made once, in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from functools import partial

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import GRAPH_VALUES
from migrate.model.nodes import nodes_of
from migrate.syntax.rebuilding import template

from ..statements.new_names import Names
from ..statements.objections import in_order, refuse_obstacle
from .block_layout import DriverLayout

_OPENING_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def make_before(
    driver: Driver, layout: DriverLayout, moved: Set[Point], names: Names
) -> Iterator[Replacement]:
    """Give each such value in what the steps take a name, in front of the statement; its edits.

    The graph was built once, a step may be traced again, and several steps may take the same statement.

    Raises:
      Refused: it is not made exactly once, or of parts of the graph.
    """
    for point in in_order(moved):
        obstacles = [one for one in point.obstacles if one.drawn]
        calls = list(_outermost(point, {one.node for one in obstacles}))
        inside = {inner for call in calls for inner in nodes_of(call)}
        if any(one.node not in inside for one in obstacles) or obstacles and not _is_own(driver, point):
            refuse_obstacle(obstacles)
        for call in calls:
            used = {node.id for node in nodes_of(call) if isinstance(node, ast.Name)}
            sources = {source for name in used for source in point.uses.get(name, ())}
            if any(source in moved or source.kind in GRAPH_VALUES for source in sources):
                refuse_obstacle(obstacles)
            known_as = names.new(f"{min(point.defines)}_drawn" if len(point.defines) == 1 else "drawn")
            text, parts = template(call, partial(_is_part, call), "part")
            layout.put_before(point, [Code(f"{known_as} = {text}", parts)])
            yield Replacement(call, Code(known_as))


def _is_part(call: ast.expr, node: ast.AST) -> bool:
    return node is not call and not isinstance(node, ast.Starred)


def _is_own(driver: Driver, point: Point) -> bool:
    """Whether the statement runs once, in the block itself, where the steps are."""
    in_block = driver.at.get(point.node) is point and driver.callee(point) is None
    return in_block and point.is_straight and not (driver.has_methods or driver.continued)


def _outermost(point: Point, wanted: Set[ast.AST]) -> Iterator[ast.expr]:
    """Those of the `wanted` calls of a statement that it makes exactly once, in the order of the text."""
    waiting: list[ast.AST] = [*reversed(point.own_nodes)]
    while waiting:
        node = waiting.pop()
        if node in wanted and isinstance(node, ast.expr):
            yield node
        elif not isinstance(node, (*_OPENING_SCOPES, ast.FunctionDef, ast.IfExp, ast.BoolOp)):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
