"""The `if __name__ == '__main__'` of a module."""

from __future__ import annotations

import ast

from migrate.model.nodes import nodes_of


def is_main_guard(test: ast.expr) -> bool:
    """Whether a condition holds where the module is run as a script."""
    parts = [node for node in nodes_of(test) if isinstance(node, (ast.Name, ast.Constant))]
    told = {node.id if isinstance(node, ast.Name) else node.value for node in parts}
    return told == {"__name__", "__main__"}
