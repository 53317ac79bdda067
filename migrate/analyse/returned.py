"""What functions of the program may return: variables, and lists, tuples or dictionaries of values."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .definitions import Function
from .tree import Tree


@dataclass(frozen=True)
class Returned:
    """Whether what a function returns may be or contain a variable, and whether it may be several values."""

    variable: bool
    several: bool


_NOTHING = Returned(variable=False, several=False)


class Returning:
    """Finds out what functions may return, each once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._found: dict[tuple[ast.AST, bool], Returned] = {}

    def of(self, function: Function, *, unpacked: bool) -> Returned:
        """What a function may return; `unpacked` tells that the call takes a tuple of it apart."""
        if not isinstance(function.node, ast.FunctionDef):
            return Returned(variable=True, several=True)
        key = function.node, unpacked
        if key not in self._found:
            self._found[key] = _NOTHING  # for a function that calls itself
            values = (node.value for node in nodes_of(function.node) if isinstance(node, ast.Return))
            self._found[key] = _any(
                self._of(function, value, unpacked=unpacked) for value in values if value is not None
            )
        return self._found[key]

    def _of(self, function: Function, value: ast.expr, *, unpacked: bool, depth: int = 0) -> Returned:
        if isinstance(value, ast.Tuple):
            inside = _any(self._of(function, one, unpacked=False, depth=depth) for one in value.elts)
            return Returned(inside.variable, inside.several or not unpacked)
        if isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)):
            return Returned(variable=True, several=True)
        if isinstance(value, ast.Call):
            callee = self._tree.function(function.bindings, value.func)
            if callee is not None:
                return self.of(callee, unpacked=unpacked)
            role = self._tree.call_role(function.bindings, value)[0]
            return Returned(role in _GIVING_VARIABLES, several=False)
        if isinstance(value, (ast.Attribute, ast.Subscript)):
            return Returned(variable=True, several=self._is_several_of_object(function, value, depth))
        if isinstance(value, ast.Name) and depth < _DEEPEST:
            given = [one.value for one in _assignments(function.node, _is_name(value.id))]
            return _any(self._of(function, one, unpacked=unpacked, depth=depth + 1) for one in given)
        return _NOTHING

    def _is_several_of_object(self, method: Function, value: ast.expr, depth: int) -> bool:
        """Whether it is a part of a method's object that may be several values."""
        if method.owner is None:
            return False
        if not isinstance(value, ast.Attribute) or depth >= _DEEPEST:
            return True
        given = list(_assignments(method.owner.node, _is_attribute(value.attr)))
        return not given or any(
            self._of(method, one.value, unpacked=False, depth=depth + 1).several for one in given
        )


_GIVING_VARIABLES = (Role.SHARED_VARIABLE, Role.OWN_VARIABLE, Role.READS_VARIABLES)
_DEEPEST = 4


def _assignments(root: ast.AST, is_meant: Callable[[ast.expr], bool]) -> Iterator[ast.Assign]:
    for node in nodes_of(root):
        if isinstance(node, ast.Assign) and any(is_meant(target) for target in node.targets):
            yield node


def _is_name(name: str) -> Callable[[ast.expr], bool]:
    return lambda target: isinstance(target, ast.Name) and target.id == name


def _is_attribute(name: str) -> Callable[[ast.expr], bool]:
    return lambda target: isinstance(target, ast.Attribute) and target.attr == name


def _any(found: Iterable[Returned]) -> Returned:
    every = list(found)
    return Returned(any(one.variable for one in every), any(one.several for one in every))
