"""The `if __name__ == '__main__'` of a module."""

from __future__ import annotations

import ast
from typing import TypeGuard


def is_main_guard(statement: ast.AST) -> TypeGuard[ast.If]:
    """Whether a statement runs only where its module is run as a script: it has no `else` for others."""
    if not isinstance(statement, ast.If) or statement.orelse or not isinstance(statement.test, ast.Compare):
        return False
    test = statement.test
    told = {
        node.id if isinstance(node, ast.Name) else getattr(node, "value", None)
        for node in (test.left, *test.comparators)
    }
    return told == {"__name__", "__main__"} and [*map(type, test.ops)] == [ast.Eq]


def runs_imported(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module that run where it is imported."""
    return [one for one in tree.body if not is_main_guard(one)]


def main_guards(tree: ast.Module) -> list[ast.If]:
    """The blocks of a module that run only where it is run as a script."""
    return [one for one in tree.body if is_main_guard(one)]
