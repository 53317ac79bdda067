"""Recognises statements of Python 2 that Python 3 takes for others."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .text import Splice, Text

_WITH_STATEMENTS = (ast.ExceptHandler, ast.stmt)


def has_print_statement(tree: ast.Module) -> bool:
    """Whether there is a `print >>file, value`, a `print (a), b` or a `print ('%d') % n`.

    Python 3 takes the first for a shift of the function, and the others for what is done with its result.
    """
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Expr) and _is_print(node.value):
            return True
        waiting.extend(child for child in ast.iter_child_nodes(node) if isinstance(child, _WITH_STATEMENTS))
    return False


def empty_prints(text: Text) -> Iterator[Splice]:
    """Calls of what was a statement by itself: `print`, which Python 3 takes for the function's name."""
    for node in text.nodes:
        if isinstance(node, ast.Expr) and _is_function(node.value) and node.lineno not in text.guarded:
            yield Splice(text.end(node), text.end(node), "()")


def _is_print(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple) and value.elts:
        first = value.elts[0]
        return _is_called(first) or _is_print(first)
    if isinstance(value, ast.BinOp):
        is_shift = isinstance(value.op, ast.RShift) and _is_function(value.left)
        return is_shift or _is_called(value.left) or _is_print(value.left)
    while isinstance(value, (ast.Attribute, ast.Call, ast.Subscript)):
        value = value.func if isinstance(value, ast.Call) else value.value
        if _is_called(value):
            return True
    return False


def _is_called(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _is_function(node.func)


def _is_function(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "print"
