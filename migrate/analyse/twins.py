"""Functions that a module defines in both branches of a condition: importing it tells which of the two."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.nodes import nodes_of


def twins(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """For each two such, one that does what either does: it has no place in the module, but their nodes."""
    imported = {node.asname or node.name for node in nodes_of(tree) if isinstance(node, ast.alias)}
    for condition in (node for node in tree.body if isinstance(node, ast.If)):
        others = {node.name: node for node in condition.orelse if isinstance(node, ast.FunctionDef)}
        for one in condition.body:
            other = others.get(one.name) if isinstance(one, ast.FunctionDef) else None
            if not isinstance(one, ast.FunctionDef) or other is None or one.name in imported:
                continue
            if _are_called_alike(one, other):
                either = ast.If(ast.Constant(True), one.body, other.body)
                whole = ast.FunctionDef(one.name, one.args, [either], [], one.returns)
                yield ast.copy_location(whole, one)


def is_twin(function: ast.FunctionDef) -> bool:
    """Whether a function stands for two."""
    (first, *_) = function.body
    return isinstance(first, ast.If) and not hasattr(first, "lineno")


def _are_called_alike(one: ast.FunctionDef, other: ast.FunctionDef) -> bool:
    plain = not (one.decorator_list or other.decorator_list)
    return plain and ast.dump(one.args) == ast.dump(other.args)
