"""Decorators of functions that build graphs: one may keep what a call gave, for the next step to find."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from migrate.model.nodes import last_name

from ..names.definitions import Function

# What leaves every call to the function: of Python itself, and of its library, by their last names.
_BUILTIN = frozenset({"classmethod", "property", "staticmethod"})
_KNOWN = frozenset(
    {"abstractmethod", "abstractproperty", "contextmanager", "deleter", "final", "getter", "overload"}
    | {"override", "setter", "wraps"}
)


def keeping(function: Function, own: Callable[[ast.expr], Function | None]) -> Iterator[ast.expr]:
    """The decorators that may keep what calls of a function give, such as `functools.lru_cache`.

    `own` gives the function or class of the program that an expression names. Its functions are none of
    these: what they change is found where they stand.
    """
    for decorator in getattr(function.node, "decorator_list", ()):
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        if function.bindings.tensorflow(named) is not None:
            continue
        last = last_name(named)
        if last in _KNOWN or isinstance(named, ast.Name) and last in _BUILTIN:
            continue
        found = own(named)
        if found is None or isinstance(found.node, ast.ClassDef):
            yield decorator
