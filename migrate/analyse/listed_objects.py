"""Objects of the program's own that have no name of their own: in lists, in other objects."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure

from .definitions import Function
from .names import listed, names_of
from .tree import Tree


class Objects:
    """Looks at what the statements of one module do with such objects."""

    def __init__(self, tree: Tree, bindings: Bindings) -> None:
        self._tree = tree
        self._bindings = bindings

    def are_listed(self, node: ast.stmt, methods: Sequence[Function]) -> bool:
        """Whether all objects that a statement makes are elements of a list with a name.

        None of the functions and `methods` that it calls makes one.
        """
        functions = [self._tree.function(self._bindings, inner) for inner in nodes_of(node)]
        called = [one for one in (*functions, *methods) if one is not None]
        if any(Role.OBJECT in self._tree.summary(one).roles for one in called):
            return False
        calls = [inner for inner in nodes_of(node) if isinstance(inner, ast.Call)]
        makings = [call for call in calls if self._tree.class_of(self._bindings, call.func) is not None]
        elements = list(listed(node))
        return bool(makings) and all(call in elements for call in makings)

    def methods(self, call: ast.Call, env: Mapping[str, frozenset[Point]]) -> Sequence[Function]:
        """The methods that a call is of, or may be of by their name, where its object has none of its own."""
        found = self._tree.of_any_object(self._bindings, call.func)
        is_known = bool(found) and bool(self._tree.own_methods(self._bindings, call.func))
        return found if found and (is_known or self._is_unnamed(call, env)) else ()

    def _is_unnamed(self, call: ast.Call, env: Mapping[str, frozenset[Point]]) -> bool:
        whose = call.func.value if isinstance(call.func, ast.Attribute) else call.func
        name = whose.id if isinstance(whose, ast.Name) else ""
        is_known = bool(env.get(name)) and all(one.made for one in env[name] if name in one.defines)
        return not is_known and self._may_be_object(whose, env)

    def seen_by(self, method: Function, env: Mapping[str, frozenset[Point]]) -> Iterator[str]:
        """The driver's names that a method finds when it is called, if its class is defined in the driver."""
        owner = method.owner.node if method.owner is not None else None
        if any(one.node is owner for points in env.values() for one in points):
            for one in self._tree.called(method):
                yield from (name.id for name in names_of(one.node) if name.id in env)

    def _may_be_object(self, node: ast.expr, env: Mapping[str, frozenset[Point]]) -> bool:
        """Whether an expression may stand for an object, or for a part of one."""
        if self._makes_objects(node):
            return True
        sources = (source for name in names_of(node) for source in env.get(name.id, ()))
        return any(
            source.made or any(self._makes_objects(root) for root in source.own_nodes)
            for source in closure(sources, lambda source: source.sources)
        )

    def _makes_objects(self, root: ast.AST) -> bool:
        """Whether some code makes an object, in a function that it calls perhaps."""
        if any(self._tree.made_in(self._bindings, root)):
            return True
        functions = (self._tree.function(self._bindings, node) for node in nodes_of(root))
        called = (one for found in functions if found is not None for one in self._tree.called(found))
        return any(any(self._tree.made_in(one.bindings, one.node)) for one in called)
