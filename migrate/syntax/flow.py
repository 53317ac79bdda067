"""Which statements of a block a value comes from, by the names and attributes that they write."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from migrate.model.nodes import nodes_of


def read(*nodes: ast.AST) -> set[str]:
    """The names and attributes that some code reads: `self`, `self.model` and `x` of `self.model(x)`."""
    return {
        ast.unparse(inner)
        for node in nodes
        for inner in nodes_of(node)
        if isinstance(inner, (ast.Name, ast.Attribute)) and isinstance(inner.ctx, ast.Load)
    }


def written(statement: ast.stmt) -> set[str]:
    """The names and attributes that a statement, or one inside it, gives a value or changes by a method."""
    return set(_written(statement))


def _written(statement: ast.stmt) -> Iterator[str]:
    for node in nodes_of(statement):
        if isinstance(node, (ast.Name, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
            yield ast.unparse(node)
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield ast.unparse(node.value)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = node.value.func  # `model.add(…)`, whose result nobody takes
            if isinstance(function, ast.Attribute):
                yield ast.unparse(function.value)


def sources(block: Sequence[ast.stmt], end: int, names: Iterable[str]) -> list[int]:
    """The indices of the statements before `end` that some names have their values from, in order."""
    wanted, found = set(names), []
    for index in reversed(range(end)):
        if written(block[index]) & wanted:
            found.append(index)
            wanted |= read(block[index])
    return found[::-1]
