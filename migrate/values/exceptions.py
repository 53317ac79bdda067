"""Which exceptions that statements raise leave the function that they are in."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence

from migrate.model.nodes import last_name

_ALL = frozenset({"Exception", "BaseException"})
# Functions that do nothing but raise `SystemExit`.
EXITS = frozenset({"sys.exit", "exit", "quit"})


def raised(node: ast.Raise | ast.Assert) -> str:
    """The name of the exception, or nothing where a handler raises what it has caught."""
    if isinstance(node, ast.Assert):
        return AssertionError.__name__
    made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return last_name(made) if made is not None else ""


def is_caught(name: str, handlers: Sequence[ast.ExceptHandler]) -> bool:
    """Whether one of some handlers is known to catch an exception, by its name or one above it."""
    caught = {each for one in handlers for each in _caught(one)}
    known = getattr(builtins, name, None)
    above = {one.__name__ for one in known.__mro__} if isinstance(known, type) else {name, *_ALL}
    return not caught.isdisjoint(above)


def _caught(handler: ast.ExceptHandler) -> Iterator[str]:
    if handler.type is None:
        yield from _ALL
    elif isinstance(handler.type, ast.Tuple):
        yield from map(last_name, handler.type.elts)
    else:
        yield last_name(handler.type)
