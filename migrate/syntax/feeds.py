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
    found = [_dictionary(node, value) for value in returned]
    return [one for one in found if one is not None] if None not in found else []


def _dictionary(function: ast.FunctionDef, value: ast.expr | None) -> ast.Dict | None:
    """A dictionary that is returned; by a name too, if the function does nothing else with the name."""
    if isinstance(value, ast.Dict) or not isinstance(value, ast.Name):
        return value if isinstance(value, ast.Dict) else None
    given = [
        node.value
        for node in _own_nodes(function)
        if isinstance(node, ast.Assign) and [ast.dump(one) for one in node.targets] == [_stored(value.id)]
    ]
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == value.id]
    (dictionary,) = given if len(given) == 1 and len(uses) == 2 else (None,)
    return dictionary if isinstance(dictionary, ast.Dict) else None


def _stored(name: str) -> str:
    return ast.dump(ast.Name(name, ast.Store()))


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(node))
