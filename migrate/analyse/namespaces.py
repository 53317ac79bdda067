"""Classes that are only called by their own names: their functions are functions of the tree as any other."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.nodes import nodes_of

from .bindings import parameters


def given_parameters(function: ast.FunctionDef) -> list[str]:
    """The parameters that a call gives values: without the class of a class method."""
    names = parameters(function)
    return names[1:] if "classmethod" in _decorators(function) else names


def assigned_attributes(module: ast.Module) -> Iterator[str]:
    """The names of attributes that something in a module sets: a function that it has may be replaced."""
    for node in nodes_of(module):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node.attr


def _decorators(function: ast.FunctionDef) -> list[str]:
    return [ast.unparse(one) for one in function.decorator_list]
