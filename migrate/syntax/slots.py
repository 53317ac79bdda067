"""What an optimizer is asked for of the variables that it makes when it updates: its slots."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.nodes import nodes_of

SLOT_METHODS = frozenset({"get_slot", "get_slot_names", "variables"})


def asked_for_slots(root: ast.AST) -> Iterator[ast.expr]:
    """What some code calls such a method of."""
    for node in nodes_of(root):
        function = node.func if isinstance(node, ast.Call) else None
        if isinstance(function, ast.Attribute) and function.attr in SLOT_METHODS:
            yield function.value
