"""Builtins and methods that Python 3 lacks, and what says the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .consumers import is_iterated
from .iterators import is_iterator
from .text import Splice, Text

_RENAMED = {
    "StandardError": "Exception",
    "basestring": "str",
    "long": "int",
    "raw_input": "input",
    "unichr": "chr",
    "unicode": "str",
    "xrange": "range",
}
_OF_DICTIONARIES = {
    f"{kind}{name}": name for kind in ("iter", "view") for name in ("items", "keys", "values")
}
_OF_STRING = {"letters": "ascii_letters", "lowercase": "ascii_lowercase", "uppercase": "ascii_uppercase"}
_SPECIAL = {
    "__div__": "__truediv__",
    "__idiv__": "__itruediv__",
    "__nonzero__": "__bool__",
    "__rdiv__": "__rtruediv__",
}


def splices(text: Text, has_own_next: bool) -> Iterator[Splice]:
    """What makes Python 3 of names and methods of Python 2.

    `has_own_next` says that classes of the program have methods `next` that are no iterators'.
    """
    for node in text.nodes:
        if getattr(node, "lineno", 0) in text.guarded:
            continue
        if isinstance(node, ast.Name):
            yield from _name(text, node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _method(text, node, node.func, has_own_next)
        elif isinstance(node, ast.Attribute):
            yield from _constant(text, node)
        elif isinstance(node, ast.ClassDef):
            yield from _special_methods(text, node)
    yield from _reduce(text)


def unclear_next(text: Text) -> Iterator[ast.Call]:
    """The calls of `x.next()`, of which one cannot tell what they are of."""
    for call in (node for node in text.nodes if isinstance(node, ast.Call)):
        method = call.func
        if not isinstance(method, ast.Attribute) or not _is_next(call, method):
            continue
        if not is_iterator(text, method.value):
            yield call


def has_next_without_iteration(text: Text) -> bool:
    """Whether a class has a method `next` that `next()` does not call."""
    return any(
        "next" in (own := _methods(kind)) and not own.keys() & {"__iter__", "__next__"}
        for kind in text.classes
    )


def _name(text: Text, node: ast.Name) -> Iterator[Splice]:
    if node.id in _RENAMED and text.is_builtin(node):
        yield Splice(text.start(node), text.end(node), _RENAMED[node.id])
    elif node.id == "file" and text.is_builtin(node):
        parent = text.parents[node]
        if isinstance(parent, ast.Call) and parent.func is node:
            yield Splice(text.start(node), text.end(node), "open")


def _method(text: Text, call: ast.Call, method: ast.Attribute, has_own_next: bool) -> Iterator[Splice]:
    if call.args or call.keywords:
        return
    if method.attr in _OF_DICTIONARIES and method.attr not in text.methods:
        yield _attribute(text, method, _OF_DICTIONARIES[method.attr])
        if method.attr.startswith("iter") and not is_iterated(text, call):
            yield from text.around(call, "iter(", ")")
    elif not _is_next(call, method) or text.binds("next"):
        return
    elif not has_own_next or is_iterator(text, method.value):
        dot = text.data.rindex(b".", 0, text.end(method) - len("next"))
        yield Splice(text.start(call), text.start(call), "next(", order=text.start(call) - text.end(call))
        yield Splice(dot, text.end(call), ")")


def _constant(text: Text, node: ast.Attribute) -> Iterator[Splice]:
    is_of_string = isinstance(node.value, ast.Name) and node.value.id == "string"
    if is_of_string and node.attr in _OF_STRING and text.binds("string"):
        yield _attribute(text, node, _OF_STRING[node.attr])


def _special_methods(text: Text, owner: ast.ClassDef) -> Iterator[Splice]:
    methods = _methods(owner)
    for old, new in _SPECIAL.items():
        if old in methods and not _gives_both(text, owner, old, new):
            yield _definition(text, methods[old], new)
    method = methods.get("next")
    is_iterator = method is not None and "__iter__" in methods and len(method.args.args) == 1
    if method is not None and is_iterator and not _gives_both(text, owner, "next", "__next__"):
        yield _definition(text, method, "__next__")
        line = text.data[text.line_start(method.lineno) :]
        indentation = line[: len(line) - len(line.lstrip(b" \t"))].decode()
        yield Splice(text.end(method), text.end(method), f"\n\n{indentation}next = __next__")


def _gives_both(text: Text, owner: ast.ClassDef, old: str, new: str) -> bool:
    """Whether a class has the new method as well, or another name for the old one."""
    uses = (node for node in ast.walk(owner) if isinstance(node, ast.Name) and node.id == old)
    return bool(text.bindings(owner, new)) or any(text.scope_of(node) is owner for node in uses)


def _reduce(text: Text) -> Iterator[Splice]:
    names = (node for node in text.nodes if isinstance(node, ast.Name) and node.id == "reduce")
    if any(text.is_builtin(node) and node.lineno not in text.guarded for node in names):
        body = text.tree.body
        after = [index for index, node in enumerate(body) if _is_preface(node, index)]
        place = body[after[-1] + 1 if after else 0]
        line = min([place.lineno, *(one.lineno for one in getattr(place, "decorator_list", ()))])
        start = text.line_start(line)
        yield Splice(start, start, "from functools import reduce\n")


def _is_preface(node: ast.stmt, index: int) -> bool:
    """Whether an import has to stand below it."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return index == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _methods(owner: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in owner.body if isinstance(node, ast.FunctionDef)}


def _definition(text: Text, function: ast.FunctionDef, name: str) -> Splice:
    """The function's name made another one."""
    found = re.compile(rb"def[ \t\\\r\n]+(\w+)").search(text.data, text.start(function))
    assert found is not None
    return Splice(found.start(1), found.end(1), name)


def _attribute(text: Text, node: ast.Attribute, name: str) -> Splice:
    end = text.end(node)
    return Splice(end - len(node.attr.encode()), end, name)


def _is_next(call: ast.Call, method: ast.Attribute) -> bool:
    """Whether a call is one of `x.next()`, where `x` may be an iterator of Python 2's."""
    is_own = isinstance(method.value, ast.Name) and method.value.id == "self"
    return method.attr == "next" and not call.args and not call.keywords and not is_own
