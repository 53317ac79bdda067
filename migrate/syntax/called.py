"""What a module calls."""

from __future__ import annotations

import ast

from migrate.model.nodes import nodes_of


def called_in(tree: ast.AST) -> frozenset[ast.expr]:
    """The expressions that are called; a class that is only inherited from, or asked about, is not."""
    return frozenset(node.func for node in nodes_of(tree) if isinstance(node, ast.Call))
