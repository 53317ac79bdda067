"""The dictionaries that programs feed, written where a name gets one, or returned by a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def fed_dictionaries(node: ast.stmt) -> list[ast.Dict]:
    """The dictionary of `feed = {…}`, or those that a function returns, if it returns nothing else."""
    if isinstance(node, ast.Assign):
        return [node.value] if isinstance(node.value, ast.Dict) else []
    if not isinstance(node, ast.FunctionDef):
        return []
    returned = [inner.value for inner in _own_nodes(node) if isinstance(inner, ast.Return)]
    found = [value for value in returned if isinstance(value, ast.Dict)]
    return found if len(found) == len(returned) else []


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(node))
