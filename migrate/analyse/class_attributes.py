"""Lists and dictionaries that belong to a class: its objects share them, and so do all traces of a step."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.nodes import nodes_of

_IMMUTABLE = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.Attribute, ast.Lambda)
_ONLY_READING = frozenset(
    {"dict", "enumerate", "len", "list", "range", "set", "sorted", "sum", "tuple", "zip"}
)


def handed_on(owner: ast.ClassDef, method: ast.FunctionDef) -> Iterator[ast.Attribute]:
    """The places of a method where what its class holds may be changed, or handed to what changes it."""
    shared = frozenset(_mutable(owner))
    reading = set(_read(method)) if shared else set[ast.AST]()
    added_to = {node.target for node in nodes_of(method) if isinstance(node, ast.AugAssign)}
    for node in nodes_of(method) if shared else ():
        if isinstance(node, ast.Attribute) and node.attr in shared and node not in reading:
            is_base = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", owner.name)
            if is_base and (isinstance(node.ctx, ast.Load) or node in added_to):
                yield node


def _mutable(owner: ast.ClassDef) -> Iterator[str]:
    """The names that a class gives to what may be changed in its place, and that no object hides at once."""
    own = {
        target.attr
        for method in owner.body
        if isinstance(method, ast.FunctionDef) and method.name == "__init__"
        for statement in method.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Attribute)
    }
    for statement in owner.body:
        if isinstance(statement, ast.Assign) and not isinstance(statement.value, _IMMUTABLE):
            names = {target.id for target in statement.targets if isinstance(target, ast.Name)}
            yield from names - own


def _read(method: ast.FunctionDef) -> Iterator[ast.AST]:
    """What is only looked into: `x` in `x[0]`, `len(x)`, `for y in x` and `y in x`."""
    for node in nodes_of(method):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            yield node.value
        elif isinstance(node, ast.Call):
            yield node.func
            is_reading = isinstance(node.func, ast.Name) and node.func.id in _ONLY_READING
            yield from node.args if is_reading else ()
        elif isinstance(node, (ast.For, ast.comprehension)):
            yield node.iter
        elif isinstance(node, ast.Compare):
            yield from node.comparators
