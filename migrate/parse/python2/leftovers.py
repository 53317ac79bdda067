"""What Python 3 does otherwise and no edit can mend: told, with the way out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .text import Text

_FUNCTIONS = {
    "buffer": ("buffer()", "memoryview()"),
    "cmp": ("cmp()", "(a > b) - (a < b)"),
    "coerce": ("coerce()", "nothing: Python 3 does not coerce"),
}
_OF_STRING = frozenset(
    [
        "atof",
        "atoi",
        "atol",
        "capitalize",
        "count",
        "find",
        "join",
        "joinfields",
        "ljust",
        "lower",
        "lstrip",
        "maketrans",
        "replace",
        "rfind",
        "rjust",
        "rstrip",
        "split",
        "splitfields",
        "strip",
        "swapcase",
        "translate",
        "upper",
        "zfill",
    ]
)
_CODECS = frozenset({"base64", "bz2", "hex", "rot13", "string-escape", "string_escape", "zip", "zlib"})
_METHODS = {
    "__cmp__": "__eq__ and __lt__, with functools.total_ordering",
    "__getslice__": "__getitem__, which takes slices",
    "__setslice__": "__setitem__, which takes slices",
    "__unicode__": "__str__",
}


def found(text: Text) -> Iterator[tuple[int, int, str, str]]:
    """Line and column of each, what it is, and what to do instead."""
    for node in text.nodes:
        line = getattr(node, "lineno", 0)
        if line in text.guarded:
            continue
        for words, instead in _in(text, node):
            yield line, getattr(node, "col_offset", 0) + 1, words, instead


def _in(text: Text, node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.FunctionDef) and node.name in _METHODS and node in _owned(text, node):
        yield f"{node.name}, which Python 3 does not call", _METHODS[node.name]
    elif isinstance(node, (ast.Import, ast.ImportFrom)) and _imported(node) & {"StringIO", "cStringIO"}:
        yield "StringIO, which held bytes and holds text now", "io.BytesIO, where it holds bytes"
    elif isinstance(node, ast.Call):
        yield from _in_call(text, node)


def _imported(node: ast.Import | ast.ImportFrom) -> set[str | None]:
    """The modules that a statement imports."""
    return {node.module} if isinstance(node, ast.ImportFrom) else {one.name for one in node.names}


def _owned(text: Text, method: ast.FunctionDef) -> list[ast.stmt]:
    owner = text.parents[method]
    return owner.body if isinstance(owner, ast.ClassDef) else []


def _in_call(text: Text, call: ast.Call) -> Iterator[tuple[str, str]]:
    if isinstance(call.func, ast.Name) and text.is_builtin(call.func):
        yield from _in_call_of_builtin(call, call.func.id)
    elif isinstance(call.func, ast.Attribute):
        yield from _in_call_of_method(text, call, call.func)


def _in_call_of_builtin(call: ast.Call, name: str) -> Iterator[tuple[str, str]]:
    if name in _FUNCTIONS:
        yield _FUNCTIONS[name]
    elif name == "round" and len(call.args) == 1:
        found = "round(), which rounds halves to even now, and gives an integer"
        yield found, "math.floor(x + 0.5), where halves matter"
    elif name == "map" and call.args and (len(call.args) > 2 or ast.unparse(call.args[0]) == "None"):
        yield "map() of several sequences, which ends with the shortest now", "itertools.zip_longest"
    elif name == "filter" and call.args and ast.unparse(call.args[0]).startswith("str."):
        yield "filter() of a string, which was a string", "''.join() of it"
    elif name == "sorted" and (len(call.args) > 1 or "cmp" in _words(call)):
        yield _COMPARISON


def _in_call_of_method(text: Text, call: ast.Call, method: ast.Attribute) -> Iterator[tuple[str, str]]:
    name = method.attr
    owner = method.value.id if isinstance(method.value, ast.Name) else ""
    first = call.args[0] if call.args else None
    if owner == "string" and name in _OF_STRING and text.binds("string"):
        yield f"string.{name}(), which is a method of strings now", f"a_string.{name}()"
    elif name == "sort" and (call.args or "cmp" in _words(call)):
        yield _COMPARISON
    elif name in ("decode", "encode") and isinstance(first, ast.Constant) and first.value in _CODECS:
        yield f"{name}() with a codec that is not of text", f"codecs.{name}()"
    elif name == "load" and owner in ("cPickle", "pickle", "pkl") and "encoding" not in _words(call):
        yield "a pickle, whose strings are bytes if Python 2 wrote it", "encoding='latin1', if so"


def _words(call: ast.Call) -> set[str | None]:
    return {word.arg for word in call.keywords}


_COMPARISON = ("a function that compares, for sort", "key=functools.cmp_to_key(function)")
