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
