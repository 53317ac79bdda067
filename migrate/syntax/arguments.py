"""Which argument of a call each parameter of a function gets."""

from __future__ import annotations

import ast
from collections.abc import Mapping


def passed_arguments(
    function: ast.FunctionDef, call: ast.Call
) -> Mapping[str, ast.expr | ast.keyword] | None:
    """What a call passes, by parameter; `None` where that cannot be told from the text."""
    if any(isinstance(value, ast.Starred) for value in call.args):
        return None
    places = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    passed: dict[str, ast.expr | ast.keyword] = dict(zip(places, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        passed[keyword.arg] = keyword
    return passed


def value_of(argument: ast.expr | ast.keyword) -> ast.expr:
    """The value that is passed."""
    return argument.value if isinstance(argument, ast.keyword) else argument
