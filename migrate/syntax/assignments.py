"""What an assignment gives to each of its names."""

from __future__ import annotations

import ast


def assigned_value(statement: ast.stmt, name: str) -> ast.expr | None:
    """The expression that an assignment gives to `name`; of `a, b = [], {}` the one in its place."""
    if not isinstance(statement, ast.Assign):
        return None
    for target in statement.targets:
        if isinstance(target, ast.Name) and target.id == name:
            return statement.value
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(statement.value, (ast.Tuple, ast.List)):
            pairs = zip(target.elts, statement.value.elts, strict=False)
            if len(target.elts) == len(statement.value.elts):
                for element, value in pairs:
                    if isinstance(element, ast.Name) and element.id == name:
                        return value
    return None


def given_names(statement: ast.Assign) -> list[tuple[str, ast.expr]]:
    """The names of `a = x` or of `a, b = x, y`, with their values; none where it gives something else too."""
    target, *others = statement.targets
    targets, values = [target], [statement.value]
    if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
        targets, values = target.elts, statement.value.elts
    pairs = [
        (one.id, value) for one, value in zip(targets, values, strict=False) if isinstance(one, ast.Name)
    ]
    return pairs if not others and len(pairs) == len(targets) == len(values) else []


def appended(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """The name of the list and the value of `name.append(value)`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    method = call.func if isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords else None
    if not (isinstance(method, ast.Attribute) and method.attr == "append"):
        return None
    assert isinstance(call, ast.Call)
    return (method.value.id, call.args[0]) if isinstance(method.value, ast.Name) else None
