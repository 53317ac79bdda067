"""Which values of a graph may be sparse, tensors or gradients: a run gives several arrays for each."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.nodes import children_of

from ..expressions.value_kinds import ValueKinds
from ..program.tree import Tree


def may_be_sparse(tree: Tree, driver: Driver, node: ast.expr, at: Point) -> bool:
    """Whether an expression at a point may stand for a sparse tensor, or for a list that has one."""
    given = ValueKinds(tree, driver.bindings)
    return given.may_be_sparse(_values(given, node, at))


def _values(given: ValueKinds, node: ast.expr, at: Point) -> Iterator[ast.expr]:
    """What statements of the block give a name; an expression, or its parts in the names of the block."""
    if isinstance(node, ast.Name):
        for root in (one for source in at.uses.get(node.id, ()) for one in source.own_nodes):
            value = root.value if isinstance(root, (ast.Assign, ast.AugAssign, ast.Expr)) else root
            if isinstance(value, ast.expr):
                yield value
    elif given.knows(node):
        yield node
    else:
        for inner in children_of(node):
            if isinstance(inner, ast.expr):
                yield from _values(given, inner, at)
