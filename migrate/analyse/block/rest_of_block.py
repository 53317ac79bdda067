"""Conditions and `try` statements that hold all the rest of a block: its session, and what uses its graph.

Where the block comes to none of that, nothing else misses it. So what they hold may be read as if it stood in
the place of the statement: it runs once there, or not at all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Point
from migrate.model.kinds import Context, Kind, Role
from migrate.model.nodes import nodes_of

from .walker import Walker


def holding_rest(body: Sequence[ast.stmt], walker: Walker) -> dict[ast.stmt, Sequence[ast.stmt]]:
    """The statements of a block that hold its rest, and where: a branch, or what is tried."""
    in_block = {node for statement in body for node in nodes_of(statement)}
    points = [one for one in walker.points.values() if one.node in in_block]
    opening = [one for one in points if one.roles & {Role.SESSION, Role.LOOP}]
    found: dict[ast.stmt, Sequence[ast.stmt]] = {}
    for header in points:
        around = (one.node for one in header.parents if one.node not in found)
        if header.goes_on is None and all(isinstance(node, ast.With) for node in around):
            for branch in _branches(header.node):
                own = {node for statement in branch for node in nodes_of(statement)}
                if not any(one.node in own for one in opening):
                    continue
                rest = [one for one in points if one.index > header.index and one.node not in own]
                is_python = all(_is_python(one) and one.node not in walker.going_on for one in rest)
                if is_python and all(one.kind in _VALUES for one in header.sources):
                    found[header.node] = branch
    return found


def _branches(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    if isinstance(node, (ast.If, ast.Try)):
        yield node.body
    if isinstance(node, ast.If):
        yield node.orelse


def _is_python(point: Point) -> bool:
    """Whether a statement has nothing to do with a graph, but that it may use what a run gave."""
    is_plain = point.kind in (Kind.HOST, Kind.HEADER) and {*point.contexts} <= {Context.HOST}
    return is_plain and point.roles <= {Role.HOST} and all(one.kind in _VALUES for one in point.sources)


_VALUES = frozenset({Kind.HOST, Kind.HEADER, Kind.FEED, Kind.RUN})
