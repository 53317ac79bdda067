"""The names that statements give the variables that they make, before TensorFlow numbers them."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator, Mapping

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.nodes import nodes_of

_UNNAMED = "Variable"
_NAME = 5  # the place of the name among the arguments of tf.Variable
_LIBRARIES = sys.stdlib_module_names | {"numpy", "scipy", "six"}  # which make no variable
_Given = Mapping[str, ast.expr]  # the literal arguments of a function's call


def may_share_a_name(driver: Driver, one: Point, other: Point) -> bool:
    """Whether two statements may name `tf.Variable`s alike, whose order then tells which is which."""
    names, others = names_given(driver, one), names_given(driver, other)
    return names is None or others is None or not names.isdisjoint(others)


def names_given(driver: Driver, point: Point) -> frozenset[str] | None:
    """The names of all `tf.Variable`s that a statement makes, itself or by functions; `None` if unknown.

    They are without capitals, by which TensorFlow tells none apart, and without the numbers that it may add.
    """
    bindings = driver.bindings_at(point)
    found = {name for root in point.own_nodes for name in _made(bindings, root, {}, ())}
    return None if None in found or not found else frozenset(name for name in found if name is not None)


def _made(
    bindings: Bindings, root: ast.AST, given: _Given, within: tuple[ast.FunctionDef, ...]
) -> Iterator[str | None]:
    for call in (node for node in nodes_of(root) if isinstance(node, ast.Call)):
        symbol = bindings.tensorflow(call.func)
        if symbol == "tf.Variable":
            yield _name(call, given)
        elif symbol is None and (function := _function(bindings, call)) is not None:
            arguments = _arguments(function, call) if function not in within else None
            if arguments is None:
                yield None
            else:
                yield from _made(bindings, function, arguments, (*within, function))
        elif symbol is None and not _is_of_a_library(bindings, call.func):
            yield None


def _function(bindings: Bindings, call: ast.Call) -> ast.FunctionDef | None:
    name = call.func.id if isinstance(call.func, ast.Name) and call.func not in bindings.shadowed else ""
    return bindings.functions.get(name)


def _name(call: ast.Call, given: _Given) -> str | None:
    if any(word.arg is None for word in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    words = {word.arg: word.value for word in call.keywords}
    value = words.get("name", call.args[_NAME] if len(call.args) > _NAME else ast.Constant(_UNNAMED))
    if isinstance(value, ast.Name):
        value = given.get(value.id, value)
    if not isinstance(value, ast.Constant) or not isinstance(value.value, (str, type(None))):
        return None
    return re.sub(r"(_\d+)+$", "", (value.value or _UNNAMED).lower())


def _arguments(function: ast.FunctionDef, call: ast.Call) -> _Given | None:
    """What each parameter of a function is, where its call shows that; `None` where it does not."""
    takes = function.args
    shown = not (takes.vararg or takes.kwarg or takes.posonlyargs)
    shown &= not any(isinstance(one, ast.Starred) for one in call.args)
    if not shown or any(word.arg is None for word in call.keywords) or _changes_one(function):
        return None
    names = [one.arg for one in takes.args]
    ends = zip(reversed(names), reversed(takes.defaults), strict=False)
    more = {one.arg: value for one, value in zip(takes.kwonlyargs, takes.kw_defaults, strict=True) if value}
    given = dict(ends) | more | dict(zip(names, call.args, strict=False))
    return given | {word.arg: word.value for word in call.keywords if word.arg is not None}


def _changes_one(function: ast.FunctionDef) -> bool:
    names = {one.arg for one in (*function.args.args, *function.args.kwonlyargs)}
    stored = (
        one for one in nodes_of(function) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
    )
    return any(one.id in names for one in stored)


def _is_of_a_library(bindings: Bindings, function: ast.expr) -> bool:
    """Whether what is called is Python's, NumPy's or a method of what makes no variables either."""
    dotted = bindings.dotted.get(function)
    if dotted is not None:
        return dotted.partition(".")[0] in _LIBRARIES
    return (
        isinstance(function, ast.Name)
        and hasattr(builtins, function.id)
        and function.id not in bindings.bound
    )
