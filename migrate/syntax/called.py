"""What a module calls."""

from __future__ import annotations

import ast


def called_in(tree: ast.AST) -> frozenset[ast.expr]:
    """The expressions that are called; a class that is only inherited from, or asked about, is not."""
    return frozenset(node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
