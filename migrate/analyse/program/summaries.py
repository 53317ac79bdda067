"""What each function does to the graph that calls it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from migrate.model.bindings import Bindings, symbol
from migrate.model.driver import Obstacle
from migrate.model.effects import Detail, code_of
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.objects import ANYTHING
from migrate.model.source import Module
from migrate.syntax import global_step
from migrate.syntax.imports import Imports
from migrate.syntax.operations import names_operation
from migrate.syntax.report_clocks import clocks_of_reports
from migrate.syntax.runners import lists_runners, started_list, starting_loop
from migrate.syntax.seeds import draws, fixes_numbers, within

from ..names.chosen_functions import OF_TABLES, is_known, role_of_table
from ..names.definitions import Function
from ..vocabulary import (
    ACTING_METHODS,
    APPLYING_METHODS,
    DRAWING_METHODS,
    DRAWING_MODULES,
    EFFECTFUL_METHODS,
    INPUT_METHODS,
    UPDATING_METHODS,
    has_updates,
    role_of,
    role_of_called,
)
from .collection_edits import editing_names
from .decorators import keeping
from .default_graph import entered
from .direct_effects import (
    begins_anew,
    drawn,
    in_named_scope,
    is_named_by_order,
    is_named_scope,
    is_of_operation,
    is_of_variable,
    lists_variables,
)
from .queues import PUTTING, Filled, filled
from .reachable import Calling

_BY_ANY_NAME = OF_TABLES | {Role.DRAW, Role.LAYER, Role.OWN_VARIABLE, Role.SHARED_VARIABLE}
_MAKING = (Role.OWN_VARIABLE, Role.SHARED_VARIABLE)
_AREA = frozenset({"tf.contrib.staging.StagingArea"})
_MOVING_AVERAGE = frozenset({"tf.train.ExponentialMovingAverage"})


@dataclass(frozen=True)
class Summary:
    """What calling a function does: the roles of all that it calls, and what stands in the way of a step."""

    roles: frozenset[Role]
    obstacles: tuple[Obstacle, ...]

    @property
    def builds(self) -> bool:
        """Whether it adds to a graph, so that it must run inside a step."""
        return bool(self.roles - {Role.HOST})


@dataclass(frozen=True)
class _Own:
    """What a function does itself: its nodes in named scopes, those with a role, and what it calls.

    Of each function that it calls, whether it does so in a named scope.
    """

    scoped: frozenset[ast.AST]
    roles: tuple[tuple[ast.AST, Role], ...]
    obstacles: tuple[Obstacle, ...]
    called: tuple[tuple[Function, bool], ...]


class Summaries(Calling):
    """The roles of functions, and what in them no slice may contain."""

    def __init__(
        self,
        modules: Sequence[Module],
        imports: Imports | None = None,
        details: Sequence[Detail] = tuple(Detail),
    ) -> None:
        super().__init__(modules, imports, details)
        self._names_a_step = global_step.is_named(one.module.tree for one in self._bindings.values())
        self.looking_up: dict[ast.AST, bool] = {}  # functions, and whether they look up variables
        self.comparing: dict[ast.AST, bool] = {}  # functions, and whether they compare tensors
        self._entered = {one.module.path: entered(one) for one in self._bindings.values()}
        self._clocks = {one.module.path: clocks_of_reports(one) for one in self._bindings.values()}
        self._editing = {one.module.path: editing_names(one) for one in self._bindings.values()}
        self._summaries: dict[ast.AST, Summary] = {}
        self._own: dict[tuple[ast.AST, ast.AST | None], _Own] = {}
        self._filled: dict[ast.Call, Filled | None] = {}  # calls of `enqueue`, and who runs what they give
        self._open_classes = 0  # whose summaries are not known yet

    def summary(self, function: Function) -> Summary:
        """What calling `function` does, all that it calls, or passes on to be called, included."""
        if function.node not in self._summaries:
            self._summaries[function.node] = Summary(
                frozenset(), ()
            )  # for a class that makes its own objects
            is_class = isinstance(function.node, ast.ClassDef)
            self._open_classes += is_class
            roles: set[Role] = set()
            obstacles: dict[Obstacle, None] = {}
            seen: set[tuple[ast.AST, bool]] = set()
            pending = [(function, False)]
            while pending:
                current, in_scope = pending.pop()
                if (current.node, in_scope) in seen:
                    continue
                seen.add((current.node, in_scope))
                if isinstance(current.node, ast.ClassDef):
                    obstacles |= dict.fromkeys(self._inherited(current))
                    pending.extend((one, in_scope) for one in self._run_by_making(current))
                else:
                    own = self._own_of(current)
                    roles |= {
                        in_named_scope(role) if in_scope or node in own.scoped else role
                        for node, role in own.roles
                    }
                    obstacles |= dict.fromkeys(own.obstacles)
                    pending.extend((one, in_scope or is_scoped) for one, is_scoped in own.called)
            self._open_classes -= is_class
            self._summaries[function.node] = Summary(frozenset(roles), tuple(obstacles))
        return self._summaries[function.node]

    def _own_of(self, function: Function) -> _Own:
        """What a function does itself; not kept while a class is half read that it may make objects of."""
        key = function.node, function.owner.node if function.owner is not None else None
        found = self._own.get(key)
        if found is None:
            code = list(code_of(function.node))
            unnamed = list(self.unnamed_roles(function.bindings, function.node, code))
            scoped = self._in_named_scope(function)
            found = _Own(
                scoped,
                (*self._own_roles(function), *((function.node, role) for role, _ in unnamed)),
                (*self._own_obstacles(function), *(one for _, one in unnamed if one is not None)),
                tuple(dict.fromkeys((one, node in scoped) for node, one in self.callees(function))),
            )
            if not self._open_classes:
                self._own[key] = found
        return found

    def _in_named_scope(self, function: Function) -> frozenset[ast.AST]:
        """The nodes inside a variable scope that has a name, in which layers count from one again."""
        return frozenset(
            inner
            for node in nodes_of(function.node)
            if isinstance(node, ast.With)
            and any(is_named_scope(function.bindings, item) for item in node.items)
            for statement in node.body
            for inner in nodes_of(statement)
        )

    def _own_roles(self, function: Function) -> Iterator[tuple[ast.AST, Role]]:
        for node in nodes_of(function.node):
            role = self.call_role(function.bindings, node)[0]
            if role is not None:
                yield node, role
        for node in self._streams(function.bindings, [function.node]):
            yield node, Role.STREAM

    def unnamed_roles(
        self, bindings: Bindings, node: ast.AST, statements: Sequence[ast.AST]
    ) -> Iterator[tuple[Role, Obstacle | None]]:
        """The roles of what statements of TensorFlow call by other names, or have a library call.

        With what no slice may contain, where a step tells what it does by its name.
        """
        for name in sorted(self.library_called(bindings, statements)):
            method, called = name.removeprefix("."), symbol(name)
            role = role_of(called) if called is not None else None
            if name.startswith(".") and method in ACTING_METHODS:
                updates = method in APPLYING_METHODS or method in UPDATING_METHODS
                role = Role.INPUT if method in INPUT_METHODS else Role.EFFECT if updates else Role.ACTS
            if called == f"tf.{ANYTHING}":
                role = Role.UNSUPPORTED
            if role is None or role in (Role.PURE, Role.HOST):
                continue
            if draws(called or ""):
                yield Role.STREAM, None
            is_plain = role in _BY_ANY_NAME and called is not None and not has_updates(called)
            found = f"{called or method}(), called by another name"
            yield role, None if is_plain else Obstacle(bindings.module.path, node, found)

    def draws_stream(self, bindings: Bindings, nodes: Sequence[ast.AST]) -> bool:
        """Whether code itself draws numbers that a seed fixes, other than for what variables begin with."""
        return any(True for _ in self._streams(bindings, nodes))

    def _streams(self, bindings: Bindings, nodes: Sequence[ast.AST]) -> Iterator[ast.Call]:
        for root in nodes:
            calls = calls_in(root)
            known = ((call, bindings.tensorflow(call.func)) for call in calls)
            seeded = [call for call, symbol in known if symbol is not None and fixes_numbers(symbol, call)]
            if seeded:
                making = (one for one in calls if self.call_role(bindings, one)[0] in _MAKING)
                initial = within(making, root)
                yield from (call for call in seeded if call not in initial)

    def _own_obstacles(self, function: Function) -> Iterator[Obstacle]:
        path = function.bindings.module.path
        for node in nodes_of(function.node):
            yield from self.call_role(function.bindings, node)[1]
        for node in keeping(function, partial(self._named, function.bindings)):
            found = f"{function.name}(), of which {ast.unparse(node)} may keep what it gave"
            yield Obstacle(path, node, found)

    def _named(self, bindings: Bindings, node: ast.expr) -> Function | None:
        """The function or the class of the program that an expression names."""
        return self.function(bindings, node) or self.class_of(bindings, node)

    def call_role(self, bindings: Bindings, node: ast.AST) -> tuple[Role | None, list[Obstacle]]:
        """The role of one node of code that builds a graph, and what in it no slice may contain."""
        path = bindings.module.path
        symbol = bindings.tensorflow(node)
        if node in self._editing[path]:
            return Role.EDITS_COLLECTION, []
        if node in self._entered[path]:
            return Role.MODE, []
        if symbol is not None:
            role = role_of(symbol) if node not in bindings.prefixes else None
            if role is Role.UNSUPPORTED:
                return role, [Obstacle(path, node, f"{symbol}, which {role.value}")]
            if symbol.endswith(".get_global_step") and self._names_a_step:
                return role, [Obstacle(path, node, "a global step that may be known by its name alone")]
            if role is Role.EFFECT or role in (Role.LAYER, Role.METRIC) and has_updates(symbol):
                return role, [Obstacle(path, node, f"{symbol}, which {Role.EFFECT.value}", effect=True)]
            return None, []
        if is_of_variable(node, "initializer") and node not in bindings.dotted:
            return None, [
                Obstacle(
                    path,
                    node,
                    "the initialiser of one variable or iterator, which none has outside of a graph",
                )
            ]
        if is_of_operation(node) and node not in bindings.dotted and not names_operation(node):
            return None, [
                Obstacle(path, node, "the operation of a tensor, which variables outside of a graph lack")
            ]
        if not isinstance(node, ast.Call):
            return None, []
        symbol = bindings.tensorflow(node.func)
        if symbol is not None:
            if symbol == "tf.variable_scope" and is_named_by_order(node):
                return Role.LAYER, []
            if lists_runners(symbol, node) and _only_starts(bindings, node):
                return Role.HOST, []
            role = role_of(symbol)
            if role is Role.INITIALIZER:  # which a step makes, but must not run
                return role, [Obstacle(path, node, f"{symbol}, which {role.value}", effect=True)]
            return role, []
        if isinstance(node.func, ast.Attribute) and bindings.dotted.get(node.func) is None:
            method = node.func.attr
            if method in ACTING_METHODS and (
                self.is_own_method(bindings, node.func) or self.is_of_another_library(bindings, node.func)
            ):
                return None, []
            if method in INPUT_METHODS:
                return Role.INPUT, []
            if method in PUTTING and node not in self._filled:
                self._filled[node] = filled(self, bindings, node)
            who = self._filled.get(node)
            if who is Filled.BY_RUNNER:
                return Role.INPUT, []
            what = f"a call of .{method}(), which has an effect"
            is_put = method == "put" and self.are_made_by(bindings, node.func.value, _AREA)
            if is_put or who is Filled.BY_RUNS:
                return Role.ACTS, [Obstacle(path, node, what, effect=True)]
            if method in UPDATING_METHODS:
                if method == "apply" and not lists_variables(bindings, node):
                    if self.are_made_by(bindings, node.func.value, _MOVING_AVERAGE):
                        return Role.TENSOR_AVERAGE, [Obstacle(path, node, what, effect=True)]
                    return Role.ACTS, [Obstacle(path, node, f"{what}, on what may be tensors")]
                return Role.ACTS, [Obstacle(path, node, what, effect=True)]
            if method in EFFECTFUL_METHODS or method in APPLYING_METHODS:
                return Role.ACTS, [Obstacle(path, node, what, effect=method in APPLYING_METHODS)]
            if method == "compute_gradients":
                return Role.GRADIENT, []
            if method in DRAWING_METHODS and not begins_anew(bindings, [node.func.value]):
                what = f"a call of .{method}(), which gives something else at every call"
                return Role.HOST, [Obstacle(path, node, what, drawn=True)]
            return None, []
        of_table = role_of_table(self.effects(bindings), node.func)
        if of_table is not None:
            return of_table, []
        making = bindings.tensorflow(node.func.func) if isinstance(node.func, ast.Call) else None
        if making is not None and role_of_called(making) is not None:
            return role_of_called(making), []
        is_told = is_known(self.effects(bindings), node.func)
        is_told |= node in self._clocks[path]
        found = drawn(bindings, node) if not is_told else None
        if found is not None:
            is_library = bindings.dotted.get(node.func, "").startswith(DRAWING_MODULES)
            return Role.HOST, [Obstacle(path, node, found, drawn=is_library)]
        owner = self.class_of(bindings, node.func)
        if owner is not None and isinstance(owner.node, ast.ClassDef):
            if owner.node in self.object_drivers:
                return Role.HOST, []  # it keeps its graph and its session to itself
            summary = self.summary(owner)
            if summary.builds:
                what = f"an object of {owner.node.name}, a class of this program that builds a graph"
                return Role.OBJECT, [Obstacle(path, node, what, effect=True), *summary.obstacles]
            return Role.HOST, list(summary.obstacles)
        home, _, name = bindings.dotted.get(node.func, "").rpartition(".")
        found_in = self.module(bindings, home) if not is_told else None
        if found_in is not None:
            what = f"{name}(), which is not one function of {found_in.module.path.name}"
            return Role.HOST, [Obstacle(path, node, what)]
        return None, []


def _only_starts(bindings: Bindings, runners: ast.Call) -> bool:
    """Whether a list of the graph's queue runners is there to start them, and for nothing else."""
    tree = bindings.module.tree
    return starting_loop(tree, runners) is not None or started_list(tree, runners) is not None
