"""Which argument of a call each parameter of a function gets."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence


def passed_arguments(
    function: ast.FunctionDef, call: ast.Call
) -> Mapping[str, ast.expr | ast.keyword] | None:
    """What a call passes by itself, by parameter; `None` where that cannot be told from the text.

    What it passes as the elements of lists and dictionaries, `spread_arguments` gives.
    """
    stars = [isinstance(value, ast.Starred) for value in call.args]
    if any(stars[:-1]):
        return None
    plain = call.args[:-1] if any(stars) else call.args
    places = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    passed: dict[str, ast.expr | ast.keyword] = dict(zip(places, plain, strict=False))
    return passed | {keyword.arg: keyword for keyword in call.keywords if keyword.arg is not None}


def spread_arguments(call: ast.Call) -> list[ast.expr]:
    """The lists and dictionaries whose elements a call passes: `a` and `b` of `f(*a, **b)`."""
    lists = [value.value for value in call.args if isinstance(value, ast.Starred)]
    return lists + [keyword.value for keyword in call.keywords if keyword.arg is None]


def as_keywords(call: ast.Call, parameters: Sequence[str]) -> list[ast.keyword] | None:
    """What a call passes, all by name; `None` where the text does not tell which is which.

    Args:
      call: the call.
      parameters: the names of those that can be passed by place, in their order.
    """
    if len(call.args) > len(parameters) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    placed = zip(parameters, call.args, strict=False)
    return [*(ast.keyword(name, value) for name, value in placed), *call.keywords]


def argument_of(call: ast.Call, place: int, name: str) -> ast.expr | None:
    """What a call passes in a place, or by a name; where it may be in what is spread, that."""
    if len(call.args) > place:
        return call.args[place]
    named = (keyword.value for keyword in call.keywords if keyword.arg == name)
    return next(named, next(iter(spread_arguments(call)), None))


def passed_values(call: ast.Call) -> list[ast.expr]:
    """All values that a call passes, those by place first."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def first_argument(call: ast.Call) -> ast.expr | None:
    """What a call passes first, in the text."""
    return next(iter(passed_values(call)), None)


def is_none(node: ast.expr | None) -> bool:
    """Whether there is an expression, and it is `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def value_of(argument: ast.expr | ast.keyword) -> ast.expr:
    """The value that is passed."""
    return argument.value if isinstance(argument, ast.keyword) else argument
