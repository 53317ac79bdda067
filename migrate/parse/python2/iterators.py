"""Tells values that are Python's own iterators."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .text import Text

_MAKERS = frozenset({"enumerate", "file", "iter", "open", "reversed"})


def is_iterator(text: Text, node: ast.expr) -> bool:
    """Whether a value is an iterator of the language's for certain: all that its name stands for are."""
    if isinstance(node, ast.GeneratorExp):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if text.is_builtin(node.func):
            return node.func.id in _MAKERS
        return _stands_for(text, node.func, lambda made: isinstance(made, ast.FunctionDef) and _yields(made))
    if isinstance(node, ast.Name):
        return _stands_for(text, node, lambda made: _is_given(text, made))
    return False


def _stands_for(text: Text, name: ast.Name, kind: Callable[[ast.AST], bool]) -> bool:
    """Whether a name is bound, and to nothing but one kind of things."""
    scope = text.scope_of(name)
    bindings = text.bindings(scope, name.id) if scope else []
    return bool(bindings) and all(kind(binding) for binding in bindings)


def _is_given(text: Text, binding: ast.AST) -> bool:
    parent = text.parents.get(binding)
    if not isinstance(parent, ast.Assign) or binding not in parent.targets:
        return False
    is_itself = isinstance(parent.value, ast.Name)  # a name of a name is followed no further
    return not is_itself and is_iterator(text, parent.value)


def _yields(function: ast.FunctionDef) -> bool:
    """Whether a function is a generator."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))
    return False
