"""What gave a list in Python 2 and does not in Python 3."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .consumers import Kind, has_to_be_a_list
from .text import Splice, Text

_FUNCTIONS = {"filter": Kind.ITERATOR, "map": Kind.ITERATOR, "range": Kind.RANGE, "zip": Kind.ITERATOR}
_VIEWS = frozenset({"items", "keys", "values"})


def splices(text: Text) -> Iterator[Splice]:
    """Lists of what is asked for more than its elements."""
    for call in made(text):
        if has_to_be_a_list(text, call, _kind(call)):
            yield from text.around(call, "list(", ")")


def made(text: Text) -> Iterator[ast.Call]:
    """The calls that gave lists, where the file does not see to both Pythons itself."""
    for node in text.nodes:
        if isinstance(node, ast.Call) and node.lineno not in text.guarded and _gave_a_list(text, node):
            yield node


def is_taken_for_a_list(text: Text, call: ast.Call) -> bool:
    """Whether Python 3 would fail there for want of a list."""
    parent, kind = text.parents[call], _kind(call)
    if isinstance(parent, ast.Subscript) and parent.value is call:
        return kind is not Kind.RANGE
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        return kind is not Kind.VIEW or parent.left is call
    if isinstance(parent, ast.Attribute):
        return parent.attr in ("append", "remove", "reverse", "sort")
    is_argument = isinstance(parent, ast.Call) and parent.args == [call] and isinstance(parent.func, ast.Name)
    return is_argument and kind is Kind.ITERATOR and ast.unparse(parent).startswith("len(")


def _gave_a_list(text: Text, call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        if call.func.id not in _FUNCTIONS or not text.is_builtin(call.func):
            return False
        return not (call.func.id == "filter" and len(call.args) != 2)
    if isinstance(call.func, ast.Attribute) and call.func.attr in _VIEWS and not call.args:
        return call.func.attr not in text.methods
    return False


def _kind(call: ast.Call) -> Kind:
    return _FUNCTIONS[call.func.id] if isinstance(call.func, ast.Name) else Kind.VIEW
