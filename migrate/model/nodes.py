"""The nodes of a syntax tree, which many questions go through again and again."""

from __future__ import annotations

import ast

_NODES = "_nodes"  # an attribute that `ast` itself does not know


def nodes_of(root: ast.AST) -> tuple[ast.AST, ...]:
    """What `ast.walk(root)` gives, found once; who changes a tree calls `has_changed`."""
    known: tuple[ast.AST, ...] | None = root.__dict__.get(_NODES)
    if known is None:
        known = tuple(ast.walk(root))
        setattr(root, _NODES, known)
    return known


def has_changed(tree: ast.Module) -> None:
    """Have the nodes of a whole tree, and of its parts, found anew."""
    for node in ast.walk(tree):
        node.__dict__.pop(_NODES, None)
