"""What the functions and methods that a statement calls do to the graph."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Obstacle, Point
from migrate.model.kinds import (
    Role,
)
from migrate.model.nodes import nodes_of

from .chosen import is_choice
from .definitions import Function
from .names import Environment
from .object_calls import ObjectCalls
from .tree import NOT_BUILDING, Tree


class CalledRoles(ObjectCalls):
    """The roles of all that some code calls.

    `methods` are those of the driver's object that run what it builds, and that are described statement by
    statement themselves; `runners` functions that run the driver's session.
    """

    def __init__(
        self,
        tree: Tree,
        bindings: Bindings,
        owner: ast.ClassDef | None = None,
        methods: Collection[ast.FunctionDef] = (),
    ) -> None:
        super().__init__(tree, bindings, owner)
        self._running = {method.name: method for method in methods}
        self.runners: set[Point] = set()

    def note_runner(self, point: Point) -> None:
        """Note a function that runs the session: calling it builds nothing, and no step may call it."""
        if isinstance(point.node, ast.FunctionDef):
            self.runners.add(point)
            found = f"{point.node.name}(), which runs the session"
            point.obstacles += (Obstacle(self._bindings.module.path, point.node, found),)

    def _graph_roles(self, nodes: Sequence[ast.AST], methods: Sequence[Function]) -> frozenset[Role]:
        """What some code does to the graph's collections, the objects included that it makes or calls."""
        found = [*methods]
        for root in nodes:
            found.extend(self._tree.made_in(self._bindings, root))
            functions = (self._tree.function(self._bindings, node) for node in nodes_of(root))
            found.extend(one for one in functions if one is not None and not self._runs(one))
        return frozenset[Role]().union(*(self._tree.graph_roles(one) for one in found))

    def _may_call(self, nodes: Sequence[ast.AST], methods: Sequence[Function]) -> tuple[Function, ...]:
        """All functions of the tree that some code may call, `methods` of objects among them."""
        inside = (node for root in nodes for node in nodes_of(root))
        named = (self._tree.function(self._bindings, node) for node in inside)
        return tuple(self._tree.may_call([*methods, *(one for one in named if one is not None)]))

    def _runs(self, function: Function) -> bool:
        return any(function.node is one.node for one in self.runners)

    def _calls(self, nodes: Sequence[ast.AST], env: Environment) -> Iterator[ast.Call]:
        """The calls of a statement, but of what runs a graph of its own."""
        for call in (node for root in nodes for node in nodes_of(root) if isinstance(node, ast.Call)):
            if not self._is_runner(call, env):
                yield call

    def _is_runner(self, call: ast.Call, env: Environment) -> bool:
        """Whether a call is of a method that runs what its object has built."""
        if not (isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)):
            return False
        name = call.func.value.id
        if name == "self" and self._owner is not None:
            return call.func.attr in self._running
        return _is_given(name, env)

    def _is_held(self, called: ast.expr, env: Environment) -> bool:
        """Whether a call is of what names of the block hold: known functions, or a known object."""
        is_object = isinstance(called, ast.Name) and any(self._method(called.id, "__call__", env))
        return is_object or is_choice(self._tree.effects(self._bindings), called, self._tree.named_functions)

    def _roles(self, nodes: Sequence[ast.AST], env: Environment) -> tuple[set[Role], list[Obstacle]]:
        """What some code calls; what runs a graph of its own tells its callers nothing of it."""
        roles: set[Role] = set()
        obstacles: list[Obstacle] = []
        if self._tree.draws_stream(self._bindings, nodes):
            roles.add(Role.STREAM)
        for root in nodes:
            for node in nodes_of(root):
                if isinstance(node, ast.Call) and self._is_runner(node, env):
                    roles.add(Role.HOST)
                    continue
                role, inner = self._tree.call_role(self._bindings, node)
                called = node.func if isinstance(node, ast.Call) else None
                if isinstance(called, ast.Name) and self._is_known(called.id, env):
                    continue  # an object that is called: its method tells
                if role is not None:
                    roles.add(role)
                if not (isinstance(node, ast.Call) and self._is_held(node.func, env)):
                    obstacles.extend(inner)
                function = self._tree.function(self._bindings, node)
                if function is not None and not self._runs(function):
                    summary = self._tree.summary(function)
                    roles |= summary.roles
                    obstacles.extend(summary.obstacles)
                elif called is not None and function is None and role in (None, Role.HOST):
                    roles |= self._looked_up(called)
        return roles, obstacles

    def _looked_up(self, called: ast.expr) -> frozenset[Role]:
        """What the functions do that an expression gives, such as `READERS[name]`, where they build a graph.

        Methods of objects that are given a session do that to the graphs of these.
        """
        functions = self._tree.given_functions(self._bindings, called)
        others = (one for one in functions if one.owner is None or one.owner.node not in self._tree.takers)
        roles = (self._tree.summary(one).roles for one in others if not self._runs(one))
        return frozenset[Role]().union(*(found for found in roles if found - NOT_BUILDING))


def _is_given(name: str, env: Environment) -> bool:
    """Whether a name is that of an object that is given a session: what it holds is for its own graph."""
    sources = env.get(name, frozenset())
    return bool(sources) and all(source.gives and name in source.defines for source in sources)
