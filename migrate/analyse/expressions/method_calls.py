"""What a statement does with the objects of the program's own that names stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from ..names.definitions import Function
from ..names.uses import Environment, names_of
from ..program.tree import NOT_BUILDING, Tree


class ObjectCalls:
    """The methods that code calls of objects.

    `owner` is the class whose `__init__` the driver is, if it is one.
    """

    def __init__(self, tree: Tree, bindings: Bindings, owner: ast.ClassDef | None = None) -> None:
        self._tree = tree
        self._bindings = bindings
        self._owner = Function(bindings, owner) if owner is not None else None
        self._classes: dict[ast.ClassDef, Function] = {}

    def _made(self, point: Point, env: Environment) -> frozenset[ast.ClassDef]:
        """The classes of the objects that a statement gives a name."""
        node = point.node
        if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
            return frozenset()
        if isinstance(node.value, ast.Name):
            return frozenset(one for source in env.get(node.value.id, ()) for one in source.made)
        owner = (
            self._tree.class_of(self._bindings, node.value.func) if isinstance(node.value, ast.Call) else None
        )
        if owner is None or owner.node in self._tree.receivers:
            return frozenset()  # what an object does with a session of its own is not seen from outside
        assert isinstance(owner.node, ast.ClassDef)
        self._classes[owner.node] = owner
        return frozenset({owner.node})

    def _is_local(self, node: ast.stmt) -> bool:
        """Whether it is a definition that is known by its name in the driver alone."""
        is_class = isinstance(node, ast.ClassDef) and node not in self._bindings.classes.values()
        return is_class or isinstance(node, ast.FunctionDef)

    def _is_own_method(self, function: Function) -> bool:
        """Whether it is a method of the object whose block the driver is."""
        owner = self._owner
        return owner is not None and function.owner is not None and function.owner.node is owner.node

    def _methods(self, root: ast.AST, env: Environment) -> Iterator[tuple[str, Function]]:
        """The methods of the program's own objects that a statement calls, with the names of the objects."""
        for node in nodes_of(root):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                for method in self._method(node.value.id, node.attr, env):
                    yield node.value.id, method
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for method in self._method(node.func.id, "__call__", env):
                    yield node.func.id, method

    def _method(self, name: str, attribute: str, env: Environment) -> Iterator[Function]:
        if name == "self" and self._owner is not None:
            own = self._tree.method(self._owner, attribute)
            if own is not None:
                yield own
        for made in {one for source in env.get(name, ()) for one in source.made}:
            method = self._tree.method(self._classes[made], attribute) if made in self._classes else None
            if method is not None:
                yield method

    def _builds_with(self, name: str, method: Function, env: Environment) -> bool:
        """Whether a method builds a part of the graph, of an object that is made where it gets its name."""
        sources = env.get(name, frozenset())
        defining = [source for source in sources if name in source.defines]
        return (
            self._owner is None
            and bool(self._tree.summary(method).roles - NOT_BUILDING - {Role.ACTS})
            and all(source.made and _makes_object(source) for source in defining)
        )

    def _seen_by(self, method: Function, env: Environment) -> Iterator[str]:
        """The driver's names that a method finds when it is called, if its class is defined in the driver."""
        owner = method.owner.node if method.owner is not None else None
        names = [owner.name] if isinstance(owner, ast.ClassDef) else []
        if any(one.node is owner for name in names for one in env.get(name, ())):
            for one in self._tree.called(method):
                yield from (name.id for name in names_of(one.node) if name.id in env)


def _makes_object(point: Point) -> bool:
    """Whether a statement that runs once gives a name to an object that it makes."""
    return point.is_straight and isinstance(point.node, ast.Assign) and isinstance(point.node.value, ast.Call)
