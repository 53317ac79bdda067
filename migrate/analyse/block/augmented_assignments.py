"""Names of variables that go on to something computed of them: `total += loss`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of

from ..expressions.value_kinds import ValueKinds
from ..program.tree import Tree


def added_to_variables(tree: Tree, bindings: Bindings, drivers: Iterable[Driver]) -> Iterator[ast.AugAssign]:
    """The statements that add something to what may be a variable, and is no list or array."""
    given = ValueKinds(tree, bindings)
    of_blocks = {
        point.node
        for driver in drivers
        for point in driver.points
        if isinstance(point.node, ast.AugAssign) and isinstance(point.node.target, ast.Name)
        if any(source.kind is Kind.STATE for source in point.uses.get(point.node.target.id, ()))
    }
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.AugAssign) and (node in of_blocks or given.may_be_added_to(node.target)):
            yield node
