"""Functions that compare what they are passed: a tensor by identity in TF 1, by value in TF 2."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from .bindings import parameters
from .definitions import Function
from .namespaces import given_parameters
from .tree import Tree


def passed(function: ast.FunctionDef, call: ast.Call) -> Mapping[str, ast.expr]:
    """What a call gives to the parameters of a function."""
    given = dict(zip(given_parameters(function), call.args, strict=False))
    return given | {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}


def compared_parameters(
    tree: Tree, function: Function, within: frozenset[ast.AST] = frozenset()
) -> frozenset[str]:
    """The parameters that a function compares, itself or by functions that it hands them to."""
    if not isinstance(function.node, ast.FunctionDef) or function.node in within:
        return frozenset()
    found = {side.id for side in _compared(function.node) if isinstance(side, ast.Name)}
    for node in ast.walk(function.node):
        callee = tree.function(function.bindings, node.func) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and callee is not None and isinstance(callee.node, ast.FunctionDef):
            names = compared_parameters(tree, callee, within | {function.node})
            values = (value for name, value in passed(callee.node, node).items() if name in names)
            found |= {value.id for value in values if isinstance(value, ast.Name)}
    return frozenset(found & set(parameters(function.node)))


def _compared(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Both sides of each comparison, but of those with `None`, which no tensor equals in TF 2 either."""
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            sides = [node.left, *node.comparators]
            if not any(isinstance(side, ast.Constant) and side.value is None for side in sides):
                yield from sides
