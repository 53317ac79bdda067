"""The constants that calls write out for parameters, and the branches that these lead into.

Sparse conditional constant propagation (Wegman and Zadeck, 1991), of parameters that their function only
reads. A branch that depends on one alone is evaluated in a frame when a call is found that leads into it:
what is not evaluated is what no call enters. Each branch is evaluated at most once in a frame, and each
constant of the text comes to a parameter once, so this ends, and costs one test for each of both.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from migrate.model.nodes import bound_by, nodes_of, walk_scope
from migrate.model.objects import Cell

ANY = object()  # what a parameter is given where no text says it
_Constant: TypeAlias = "tuple[type, object] | object"
_Leads: TypeAlias = "Callable[[object], bool]"


def constant(node: ast.expr | None) -> _Constant:
    """What an expression writes out, or `ANY`."""
    return (type(node.value), node.value) if isinstance(node, ast.Constant) else ANY


class Constants:
    """What each parameter that decides on branches may be given, and the branches that wait for more."""

    def __init__(self) -> None:
        self._given: dict[Cell, set[_Constant]] = defaultdict(set)
        self._waiting: dict[Cell, list[tuple[_Leads, Sequence[ast.stmt], Callable[[], None]]]] = defaultdict(
            list
        )

    def give(self, parameter: Cell, value: _Constant) -> None:
        """A call gives a parameter a constant, or what is not known: what waits for that is evaluated."""
        if value in self._given[parameter]:
            return
        self._given[parameter].add(value)
        for leads, body, evaluate in self._waiting.pop(parameter, ()):
            if _leads(leads, value):
                evaluate()
            else:
                self._waiting[parameter].append((leads, body, evaluate))

    def enter(
        self, parameter: Cell, leads: _Leads, body: Sequence[ast.stmt], evaluate: Callable[[], None]
    ) -> None:
        """Evaluate a branch, once a constant leads into it."""
        if any(_leads(leads, value) for value in self._given[parameter]):
            evaluate()
        else:
            self._waiting[parameter].append((leads, body, evaluate))

    def left_out(self) -> Iterator[ast.stmt]:
        """The statements of branches that no call has led into in some frame."""
        return (one for waiting in self._waiting.values() for _, body, _ in waiting for one in body)

    def forget(self) -> None:
        """Nothing is evaluated any more."""
        self._waiting.clear()


def _leads(leads: _Leads, value: _Constant) -> bool:
    return not isinstance(value, tuple) or leads(value[1])


def deciding(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Sequence[str]:
    """The parameters of a function that alone decide on branches of it, and that it only reads."""
    if isinstance(function, ast.Lambda):
        return ()
    tests = (
        one.test for part in function.body for one in walk_scope(part) if isinstance(one, (ast.If, ast.While))
    )
    names = {found[0] for test in tests if (found := decided_by(test)) is not None}
    every = {one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
    if names.isdisjoint(every):
        return ()
    nodes = [node for part in function.body for node in nodes_of(part)]
    changed = {name for one in nodes for name in bound_by(one)}  # also where an inner function declares it
    return sorted((names & every) - changed)


def decided_by(test: ast.expr) -> tuple[str, _Leads] | None:
    """The name that alone decides a test, such as `x`, `not x`, `x == 'train'`, and when the test holds."""
    if isinstance(test, ast.Name):
        return test.id, bool
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        found = decided_by(test.operand)
        return (found[0], lambda value: not found[1](value)) if found is not None else None
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name)):
        return None
    compare, other = _COMPARED.get(type(test.ops[0])), test.comparators[0]
    if compare is None or not isinstance(other, ast.Constant):
        return None
    return test.left.id, lambda value: compare(value, other.value)


_COMPARED: Mapping[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: lambda one, other: one == other,
    ast.NotEq: lambda one, other: one != other,
    ast.Is: lambda one, other: one is other,
    ast.IsNot: lambda one, other: one is not other,
}
