"""The `if __name__ == '__main__'` of a module."""

from __future__ import annotations

import ast
from typing import TypeGuard

from migrate.model.nodes import nodes_of


def is_main_guard(test: ast.expr) -> bool:
    """Whether a condition holds where the module is run as a script."""
    parts = [node for node in nodes_of(test) if isinstance(node, (ast.Name, ast.Constant))]
    told = {node.id if isinstance(node, ast.Name) else node.value for node in parts}
    return told == {"__name__", "__main__"}


def only_runs_started(statement: ast.stmt) -> TypeGuard[ast.If]:
    """Whether a statement runs only where its module is run as a script: it has no `else` for others."""
    if not isinstance(statement, ast.If) or statement.orelse or not is_main_guard(statement.test):
        return False
    return isinstance(statement.test, ast.Compare) and [*map(type, statement.test.ops)] == [ast.Eq]


def runs_imported(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module that run where it is imported."""
    return [one for one in tree.body if not only_runs_started(one)]


def main_guard(tree: ast.Module) -> ast.If | None:
    """The block of a module that runs only where it is run as a script, if there is one such."""
    found = [one for one in tree.body if only_runs_started(one)]
    return found[0] if len(found) == 1 else None
