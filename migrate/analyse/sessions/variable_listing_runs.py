"""Runs that read the variables which TensorFlow lists, one by one in a loop."""

from __future__ import annotations

import ast

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Role
from migrate.syntax.listing_loops import listed_for


def read_each(driver: Driver, point: Point, written: ast.expr) -> tuple[ast.expr, ...]:
    """What a run fetches, if that is the variable of a loop around it alone, or a list of it."""
    nodes = tuple(written.elts) if isinstance(written, (ast.List, ast.Tuple)) else (written,)
    own = driver.callee(point) is None and all(is_each(point, one) for one in nodes)
    return nodes if nodes and own else ()


def is_each(point: Point, node: ast.expr) -> bool:
    """Whether it is the name of each variable in a loop around a statement that TensorFlow lists."""
    sources = point.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset[Point]()
    return len(sources) == 1 and all(
        isinstance(node, ast.Name)
        and source in point.parents
        and listed_for(source.node, node.id) is not None
        and Role.READS_VARIABLES in source.roles
        for source in sources
    )
