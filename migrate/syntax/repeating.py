"""Expressions that run more than once, or later, in one statement: those in comprehensions and lambdas."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.nodes import nodes_of

_REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def repeated(root: ast.AST) -> Iterator[ast.AST]:
    """The nodes under `root` that a comprehension or a lambda holds."""
    for node in nodes_of(root):
        if isinstance(node, _REPEATING):
            yield from nodes_of(node)
