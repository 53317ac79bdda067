"""How programs write the names of operations."""

from __future__ import annotations

import ast


def names_operation(node: ast.AST) -> bool:
    """Whether it is `x.op.name`, the name of a tensor or a variable without its output's number."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "name"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "op"
    )
