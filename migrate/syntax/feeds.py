"""The dictionaries that programs feed: given a name, added to, or returned by a function."""

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


def added_entries(node: ast.stmt) -> tuple[str, dict[ast.expr | None, ast.expr]] | None:
    """The name and the entries of `feed[x] = …`, or of `feed.update({x: …})`."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
        target = node.targets[0]
        return (target.value.id, {target.slice: node.value}) if isinstance(target.value, ast.Name) else None
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords):
        return None
    (given,), method = call.args, call.func
    if not (isinstance(given, ast.Dict) and isinstance(method, ast.Attribute) and method.attr == "update"):
        return None
    entries = dict(zip(given.keys, given.values, strict=True))
    return (method.value.id, entries) if isinstance(method.value, ast.Name) else None


def fed_entries(node: ast.stmt) -> list[tuple[ast.expr | None, ast.expr]]:
    """All keys and values that a statement puts into dictionaries that are fed."""
    added = added_entries(node)
    if added is not None:
        return list(added[1].items())
    return [pair for one in fed_dictionaries(node) for pair in zip(one.keys, one.values, strict=True)]


def starts_empty(node: ast.stmt) -> bool:
    """Whether it is `feed = {}` or `feed = dict()`."""
    value = node.value if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) else None
    if isinstance(value, ast.Dict):
        return not value.keys
    is_dict = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "dict"
    return is_dict and isinstance(value, ast.Call) and not value.args and not value.keywords


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(node))
