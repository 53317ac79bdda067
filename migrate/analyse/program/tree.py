"""Modules that are seen together, and where the graphs of their objects go on."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping, Sequence
from functools import partial

from migrate.model.bindings import Bindings
from migrate.model.driver import Continued
from migrate.model.effects import Effects
from migrate.model.kinds import MAKING_VARIABLES, Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import classes_of
from migrate.syntax.feeds import Entries
from migrate.syntax.own_names import own_names

from ..names.definitions import Function
from ..vocabulary import ALL_VARIABLES
from .constructions import Constructions
from .continued_methods import continuing, continuing_inside
from .initialisers import needed_initialisers
from .returned_feeds import given_entries
from .summaries import Summaries


class Tree(Summaries):
    """What some modules define, call and do to graphs."""

    def given_entries(self, bindings: Bindings, function: ast.FunctionDef) -> list[Entries] | None:
        """The keys and values of the dictionaries that a function returns, if it only fills such."""
        if function not in self._given_entries:
            self._given_entries[function] = given_entries(self.effects(bindings), function)
        return self._given_entries[function]

    @functools.cached_property
    def _given_entries(self) -> dict[ast.FunctionDef, list[Entries] | None]:
        return {}

    @functools.cached_property
    def lists_all_variables(self) -> bool:
        """Whether code asks for all variables of a graph: then no optimizer is made before the steps.

        What its step lists has the slots that are made there, and those made before would come twice.
        """
        nodes = (node for one in self._bindings.values() for node in nodes_of(one.module.tree))
        return any(isinstance(node, ast.Attribute) and node.attr in ALL_VARIABLES for node in nodes)

    def continued(self, owner: Function) -> tuple[Continued, ...]:
        """The methods that go on where `__init__` of an object driver ends, up to the last that builds."""
        assert isinstance(owner.node, ast.ClassDef)
        modules = tuple(self._bindings.values())
        constructions = self._constructions(owner)
        found = list(continuing(modules, owner.node, constructions, partial(self._may_be, owner)))
        while found and not self.summary(Function(owner.bindings, found[-1].method, owner)).roles & _BUILDING:
            found.pop()
        return tuple(found)

    def continued_inside(
        self, owner: Function, parts: Sequence[ast.FunctionDef]
    ) -> dict[ast.stmt, ast.FunctionDef]:
        """The statements of some methods that are calls of others, in which the graph's placeholders are.

        None where the class is named for more than to make objects: another class may put its own there.
        """
        assert isinstance(owner.node, ast.ClassDef)
        if not self._constructions(owner):
            return {}
        modules = tuple(self._bindings.values())
        found = {
            statement: method
            for statement, method in continuing_inside(
                modules, owner.node, parts, partial(self._may_be, owner)
            )
            if Role.PLACEHOLDER in self.summary(Function(owner.bindings, method, owner)).roles
        }
        ends = [self._end_of_graph(owner, part, found) for part in reversed(parts)]
        end = next((one for one in ends if one is not None), None)
        methods = [one for one in (*parts, *found.values()) if one is not end]
        is_simple = end is not None and all(self._leaves_graph(owner, one, end, found) for one in methods)
        return found if is_simple else {}

    def _leaves_graph(
        self,
        owner: Function,
        method: ast.FunctionDef,
        end: ast.FunctionDef,
        inside: Mapping[ast.stmt, ast.FunctionDef],
    ) -> bool:
        """Whether what a method builds may stand in another one, as it has none of their own names.

        What follows its call of that one stays where it is: it builds nothing.
        """
        own = own_names(method) | own_names(end)
        for statement in method.body:
            names = {node.id for node in nodes_of(statement) if isinstance(node, ast.Name)}
            read = (node for node in nodes_of(statement) if isinstance(node, ast.Name))
            reads = any(node.id.startswith("self.") and isinstance(node.ctx, ast.Load) for node in read)
            if statement not in inside and names & own and (reads or self._builds(owner, statement)):
                return False
            attributes = (node for node in nodes_of(statement) if isinstance(node, ast.Attribute))
            if any(node.attr in _RUNNING for node in attributes):
                return False
            if self._leads_to(end, statement, inside):
                break
        return True

    def _leads_to(
        self, end: ast.FunctionDef, statement: ast.stmt, inside: Mapping[ast.stmt, ast.FunctionDef]
    ) -> bool:
        """Whether a statement calls a method in which the block goes on, or one that does, by others too."""
        method = inside.get(statement)
        if method is None:
            return False
        return method is end or any(self._leads_to(end, one, inside) for one in method.body)

    def _end_of_graph(
        self, owner: Function, method: ast.FunctionDef, inside: Mapping[ast.stmt, ast.FunctionDef]
    ) -> ast.FunctionDef | None:
        """The method in which the last part of a graph is built, of one method and those it goes on in."""
        for statement in reversed(method.body):
            if statement in inside:
                end = self._end_of_graph(owner, inside[statement], inside)
                if end is not None:
                    return end
                continue
            if self._builds(owner, statement):
                return method
        return None

    def _builds(self, owner: Function, statement: ast.stmt) -> bool:
        """Whether a statement of a method adds to the graph, or asks for what is there; no run does."""
        called = (self._method_of_self(owner, node) for node in nodes_of(statement))
        functions = (self.function(owner.bindings, node) for node in nodes_of(statement))
        roles = self._roles_but_runs(owner.bindings, statement)
        for one in (*called, *functions):
            roles |= self.summary(one).roles - {Role.ACTS} if one is not None else frozenset()
            for reached in self.called(one) if one is not None else ():
                roles |= self._roles_but_runs(reached.bindings, reached.node)
        return bool(roles - NOT_BUILDING)

    def _roles_but_runs(self, bindings: Bindings, root: ast.AST) -> set[Role]:
        called = {node.func: node for node in nodes_of(root) if isinstance(node, ast.Call)}
        runs = [called[func] for func in called if isinstance(func, ast.Attribute) and func.attr in _RUNNING]
        found = (self.call_role(bindings, node)[0] for node in nodes_of(root) if node not in runs)
        return {role for role in found if role is not None}

    def _method_of_self(self, owner: Function, node: ast.AST) -> Function | None:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            return self.method(owner, node.attr)
        return None

    def _may_be(self, owner: Function, node: ast.expr) -> bool:
        """Whether an expression may stand for an object of a class."""
        effects = self.effects(owner.bindings)
        if not effects.known or not effects.evaluates(node):
            return True
        return owner.node in classes_of(effects.given(node))

    @functools.cached_property
    def _made(self) -> dict[Effects, Constructions]:
        """What is known of the constructions of units so far."""
        return {}

    def needed_initialisers(self, bindings: Bindings) -> frozenset[ast.AST]:
        """The calls of a unit that make initialisers which other parts of a graph may run."""
        effects = self.effects(bindings)
        if effects not in self._needed:
            unit = self.together(bindings)
            self._needed[effects] = needed_initialisers(effects, unit, self.homes)
        return self._needed[effects]

    @functools.cached_property
    def _needed(self) -> dict[Effects, frozenset[ast.AST]]:
        """What is known of the initialisers of units so far."""
        return {}

    def _constructions(self, owner: Function) -> list[ast.Call]:
        """The calls that make the objects of a class, if it is named for nothing else."""
        assert isinstance(owner.node, ast.ClassDef)
        effects = self.effects(owner.bindings)
        if effects not in self._made:
            unit = [one for one in self._bindings.values() if self.effects(one) is effects]
            self._made[effects] = Constructions(unit, effects)
        return self._made[effects].calls(owner.node)


_RUNNING = ("run", "eval")


# What makes a method one that builds the graph of its object.
_BUILDING = MAKING_VARIABLES | {Role.PLACEHOLDER}


# What uses a graph, and adds nothing to it that a step may need.
NOT_BUILDING = frozenset(
    {Role.HOST, Role.SAVER, Role.INITIALIZER, Role.SESSION, Role.CONFIG, Role.WRITER, Role.READS_VARIABLES}
)
