"""Which attributes of a program's objects may be variables: no step is fed these."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.syntax.assignments import assigned_value

from .names import root_name
from .returned import Returning
from .tree import Tree

_MAKING = (Role.SHARED_VARIABLE, Role.OWN_VARIABLE, Role.READS_VARIABLES)
_ADDING = ("append", "extend", "insert")


@dataclass(frozen=True, eq=False)
class _Given:
    """A value that code of a function, or of a module, gives an attribute."""

    name: str
    bindings: Bindings
    scope: ast.AST
    value: ast.expr


class VariableAttributes:
    """Answers for all modules of a tree, by the names of attributes."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._returning = Returning(tree)
        self._names: set[str] = set()

    @functools.cached_property
    def _found(self) -> set[str]:
        given = list(self._given())
        while True:
            found = {one.name for one in given if self._may_be(one.bindings, one.scope, one.value)}
            if found <= self._names:
                return self._names
            self._names |= found

    def may_be(self, name: str) -> bool:
        """Whether an attribute of this name may be a variable, or hold one."""
        return name in self._found

    def lists_others(self, name: str, point: Point) -> bool:
        """Whether what a statement gives a name, or adds to a list, is attributes that are no variables."""
        value = assigned_value(point.node, name)
        for call in (one for root in point.own_nodes for one in nodes_of(root)):
            if isinstance(call, ast.Call) and _adds_to(call) and root_name(call.func) == name:
                value = call.args[-1]
        empty = isinstance(value, (ast.List, ast.Tuple)) and not value.elts
        return empty or isinstance(value, ast.Attribute) and not self.may_be(value.attr)

    def _given(self) -> Iterator[_Given]:
        """All that code gives attributes, or adds to lists in them."""
        for bindings in self._tree.every():
            for scope in nodes_of(bindings.module.tree):
                if not isinstance(scope, (ast.FunctionDef, ast.Module)):
                    continue
                for node in nodes_of(scope):
                    if isinstance(node, ast.Assign):
                        names, value = _attributes(node.targets), node.value
                    elif isinstance(node, ast.Call) and _adds_to(node):
                        assert isinstance(node.func, ast.Attribute)
                        names, value = _attributes([node.func.value]), node.args[-1]
                    else:
                        continue
                    yield from (_Given(name, bindings, scope, value) for name in names)

    def _may_be(self, bindings: Bindings, scope: ast.AST, value: ast.expr, depth: int = 0) -> bool:
        """Whether a value may be a variable, or hold one, as far as its own function tells."""
        if isinstance(value, ast.Attribute):
            return value.attr in self._names
        if isinstance(value, (ast.Subscript, ast.Starred)):
            return self._may_be(bindings, scope, value.value, depth)
        if isinstance(value, ast.Name):
            nodes = nodes_of(scope) if depth < _DEEPEST else ()
            given = [one.value for one in nodes if isinstance(one, ast.Assign) and value.id in _names(one)]
            return any(self._may_be(bindings, scope, one, depth + 1) for one in given)
        if isinstance(value, ast.Call):
            return self._gives_variable(bindings, scope, value, depth)
        if isinstance(value, _HOLDING):
            inside = [one for one in ast.iter_child_nodes(value) if isinstance(one, ast.expr)]
            return any(self._may_be(bindings, scope, one, depth) for one in inside)
        return False

    def _gives_variable(self, bindings: Bindings, scope: ast.AST, call: ast.Call, depth: int) -> bool:
        role = self._tree.call_role(bindings, call)[0]
        function = self._tree.function(bindings, call.func)
        if function is not None:
            return self._returning.of(function, unpacked=False).variable
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        inner = [one for one in nodes_of(scope) if isinstance(one, ast.FunctionDef) and one.name == name]
        for one in inner if depth < _DEEPEST else ():
            returned = [node.value for node in nodes_of(one) if isinstance(node, ast.Return)]
            if any(self._may_be(bindings, one, value, depth + 1) for value in returned if value is not None):
                return True
        return role in _MAKING


def _adds_to(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in _ADDING and bool(call.args)


def _attributes(targets: list[ast.expr]) -> Iterator[str]:
    """The names of the attributes among targets, or of which an element is given."""
    for target in targets:
        for node in nodes_of(target):
            if isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.Name) and node.id.startswith("self."):
                yield node.id.removeprefix("self.")


def _names(node: ast.Assign) -> set[str]:
    return {
        one.id
        for target in node.targets
        for one in nodes_of(target)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }


_DEEPEST = 4
_HOLDING = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.IfExp, ast.BoolOp)
