"""What the functions and methods that a statement calls do to the graph."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Obstacle, Point
from migrate.model.effects import executed, inside
from migrate.model.kinds import (
    Role,
)
from migrate.model.nodes import calls_in, nodes_of
from migrate.syntax.arguments import passed_values

from ..names.definitions import Function
from ..names.uses import Environment
from ..program.tree import Tree
from .method_calls import ObjectCalls


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

    def _run_by(self, statement: ast.stmt, apart: Collection[ast.AST] = ()) -> Sequence[Function]:
        """The functions that a statement may call, but those `apart` and what runs the driver's graph.

        A definition calls what its code does.
        """
        running = {*apart, *self._running.values(), *(one.node for one in self.runners)}
        within = [self._owner.node] if self._owner is not None else []
        called = self._tree.run_by(self._bindings, self._run_of(statement), within)
        return [one for one in called if one.node not in running]

    def _run_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """What a statement runs by itself; a definition, what its code does."""
        is_definition = isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        return [statement, *inside(statement)] if is_definition else executed(statement)

    def _is_runner(self, call: ast.Call, env: Environment) -> bool:
        """Whether a call is of a method that runs what its object has built."""
        if not (isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)):
            return False
        name = call.func.value.id
        if name == "self" and self._owner is not None:
            return call.func.attr in self._running
        return _is_given(name, env)

    def _roles(
        self, statement: ast.stmt, nodes: Sequence[ast.AST], env: Environment, called: Sequence[Function]
    ) -> tuple[set[Role], list[Obstacle]]:
        """What some code does, and what it has `called`; what runs its own graph tells nothing of it.

        Nor do functions without a name that objects with graphs of their own are made with: these call them.
        """
        roles: set[Role] = set()
        obstacles: list[Obstacle] = []
        making = (call for root in nodes for call in calls_in(root) if call in self._tree.constructions)
        passed = (one for call in making for one in passed_values(call) if isinstance(one, ast.Lambda))
        apart = {inner for one in passed for inner in nodes_of(one)}
        if self._tree.draws_stream(self._bindings, nodes):
            roles.add(Role.STREAM)
        for node in (inner for root in nodes for inner in nodes_of(root) if inner not in apart):
            if isinstance(node, ast.Call) and self._is_runner(node, env):
                roles.add(Role.HOST)
                continue
            role, inner = self._tree.call_role(self._bindings, node)
            if role is not None:
                roles.add(role)
            obstacles.extend(inner)
        for role, obstacle in self._tree.unnamed_roles(self._bindings, statement, self._run_of(statement)):
            roles.add(role)
            obstacles.extend([obstacle] if obstacle is not None else [])
        for summary in map(self._tree.summary, called):
            roles |= summary.roles
            obstacles.extend(summary.obstacles)
        return roles, obstacles


def _is_given(name: str, env: Environment) -> bool:
    """Whether a name is that of an object that is given a session: what it holds is for its own graph."""
    sources = env.get(name, frozenset())
    return bool(sources) and all(source.gives and name in source.defines for source in sources)
