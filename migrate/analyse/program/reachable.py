"""Which functions a function may call, and which objects these may change."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.effects import Detail, code_of, inside
from migrate.model.nodes import nodes_of
from migrate.model.objects import Defined, Made, Method
from migrate.model.source import Module
from migrate.syntax.closure import closure
from migrate.syntax.imports import Imports
from migrate.values.eager_libraries import gives_no_tensors

from ..names.definitions import Definitions, Function
from .object_attributes import read_attributes_as_names
from .session_arguments import handovers


class Calling(Definitions):
    """Who calls whom, by name or as a method of an object whose class no text tells."""

    def __init__(
        self,
        modules: Sequence[Module],
        imports: Imports | None = None,
        details: Sequence[Detail] = tuple(Detail),
    ) -> None:
        super().__init__(modules, imports, details)
        found = [one for unit in self._units for one in handovers(unit, self.effects(unit[0]))]
        written: dict[ast.expr, ast.expr] = {}
        self.object_drivers = frozenset(
            owner
            for bindings in self._bindings.values()
            for owner in read_attributes_as_names(bindings, {one.owner for one in found}, written)
        )
        found = [one.in_tree(written) for one in found]
        self.constructions = {making: handover for handover in found for making in handover.constructions}
        self.handed = frozenset(name for handover in found for name in handover.names)
        self.receivers = {handover.owner: handover for handover in found}
        runs = [run for handover in found for run in handover.outside]
        self.outside = frozenset(run.call for run in runs)
        self.outside_feeds = frozenset(call.func for run in runs for call in run.giving)
        self._forget()
        for unit in self._units:
            is_edited = any(owner in self.object_drivers for one in unit for owner in one.classes.values())
            if is_edited and self.effects(unit[0]).known:
                self._analyse(unit)
        self._callees: dict[Function, Sequence[tuple[ast.AST, Function]]] = {}
        self._callees_of: dict[Function, Sequence[Function]] = {}
        self._called_by: dict[tuple[ast.AST, ...], Sequence[Function]] = {}

    def callees(self, function: Function) -> Sequence[tuple[ast.AST, Function]]:
        """The functions that one may call, each with the statement of it that does."""
        if function not in self._callees:
            within = [one.node for one in self._lineage(function.owner)] if function.owner is not None else []
            self._callees[function] = [
                (statement, one)
                for statement in code_of(function.node)
                for one in self.run_by(function.bindings, [statement], within)
            ]
        return self._callees[function]

    def run_by(
        self, bindings: Bindings, statements: Collection[ast.AST], within: Collection[ast.AST] = ()
    ) -> Sequence[Function]:
        """The functions of the tree that some statements may call, or have a library call.

        What objects that run a session do is for a graph of their own, but for those of the classes `within`.
        """
        return [
            one
            for one in self.called_from(bindings, statements)
            if one.owner is None or one.owner.node in within or not self._runs_session(one)
        ]

    def called_from(self, bindings: Bindings, statements: Collection[ast.AST]) -> Sequence[Function]:
        """All functions of the tree that some statements may call, or have a library call."""
        effects, key = self.effects(bindings), tuple(statements)
        if not effects.known:
            return ()  # no step is made of such a program
        if key not in self._called_by:
            called = closure(
                effects.called(statements),
                lambda scope: effects.called(code_of(scope)) if scope not in self._placed else (),
            )
            placed = (self._placed[one] for one in called if one in self._placed)
            self._called_by[key] = sorted(placed, key=_place)
        return self._called_by[key]

    def library_called(self, bindings: Bindings, statements: Collection[ast.AST]) -> frozenset[str]:
        """The functions and methods of libraries that some statements call by names other than their own.

        Or have a library call; lambdas and comprehensions in them do too.
        """
        effects = self.effects(bindings)
        if not effects.known:
            return frozenset()
        inner = closure(
            (one for one in effects.called(statements) if one not in self._placed),
            lambda scope: (one for one in effects.called(code_of(scope)) if one not in self._placed),
        )
        code = [*statements, *(one for scope in inner for one in code_of(scope))]
        functions = [node.func for root in code for node in nodes_of(root) if isinstance(node, ast.Call)]
        methods = {f".{getattr(one, 'attr', '')}" for one in functions if one not in bindings.dotted}
        # What a module of a library has that was imported by its name is told as a call of that module.
        functions += [one.value for one in functions if isinstance(one, ast.Attribute)]
        written = {bindings.dotted[one].rpartition(".")[2] for one in functions if one in bindings.dotted}
        return frozenset(
            one for one in effects.library(code) - methods if one.rpartition(".")[2] not in written
        )

    def reached(self, method: Function) -> Iterator[Function]:
        """A method, and the methods of its class that it calls, by others too."""
        assert method.owner is not None
        owner = method.owner.node
        return (one for one in self.called(method) if one.owner is not None and one.owner.node is owner)

    def called(self, *functions: Function) -> Iterator[Function]:
        """Some functions, and all functions of the tree that they may call, by others too."""
        return closure(functions, self._callees_once, key=lambda one: one.node)

    def _callees_once(self, function: Function) -> Collection[Function]:
        """The functions that one may call, in however many statements: each once."""
        if function not in self._callees_of:
            found = {one.node: one for _, one in self.callees(function)}
            self._callees_of[function] = tuple(found.values())
        return self._callees_of[function]

    def attributes(self, method: Function) -> tuple[frozenset[str], frozenset[str]]:
        """The attributes, as names, that a method of an object driver reads, and those that it changes."""
        read: set[str] = set()
        changed: set[str] = set()
        for one in self.reached(method):
            for node in nodes_of(one.node):
                if isinstance(node, ast.Name) and node.id.startswith("self."):
                    (read if isinstance(node.ctx, ast.Load) else changed).add(node.id)
        return frozenset(read), frozenset(changed)

    def changes_object(self, method: Function) -> bool:
        """Whether calling a method may change the object that it belongs to."""
        return bool(self.changed_by(method, ["self"]))

    def changed_by(self, function: Function, names: Iterable[str]) -> frozenset[str]:
        """Those of a function's own names whose values it changes in place."""
        effects = self.effects(function.bindings)
        assert isinstance(function.node, ast.FunctionDef)
        return effects.changed(list(inside(function.node)), names) if effects.known else frozenset(names)

    def _run_by_making(self, owner: Function) -> Iterator[Function]:
        """The methods that run when an object is made, and those that run where no name of theirs is seen."""
        for one in self._lineage(owner):
            for node in one.body:
                if isinstance(node, ast.FunctionDef) and (node.name in _MAKING or node.decorator_list):
                    yield Function(one.bindings, node, owner)

    def is_own_method(self, bindings: Bindings, called: ast.expr) -> bool:
        """Whether a call surely is of methods of the program's own classes, and of nothing else.

        None of other objects that run a session themselves.
        """
        given = self.given(bindings, called) if isinstance(called, ast.Attribute) else ()
        defined = [one.function if isinstance(one, Method) else one for one in given]
        methods = [self._placed.get(one.node) if isinstance(one, Defined) else None for one in defined]
        is_itself = isinstance(called, ast.Attribute) and _is_self(called.value)
        return bool(methods) and all(
            one is not None and one.owner is not None and (is_itself or not self._runs_session(one))
            for one in methods
        )

    def is_of_another_library(self, bindings: Bindings, called: ast.Attribute) -> bool:
        """Whether a method surely is of objects that a library without TensorFlow made, such as an image."""
        return self._are_of_another_library(bindings, called.value, frozenset())

    def _are_of_another_library(
        self, bindings: Bindings, expression: ast.expr, seen: frozenset[ast.expr]
    ) -> bool:
        found = self.given(bindings, expression)
        constructions = [one.node for one in found if isinstance(one, Made) and not one.is_summary]
        calls = [one for one in constructions if isinstance(one, ast.Call) and one in self.homes]
        return (
            bool(found)
            and len(calls) == len(found)
            and all(self._is_made_elsewhere(call, seen | {expression}) for call in calls)
        )

    def _is_made_elsewhere(self, call: ast.Call, seen: frozenset[ast.expr]) -> bool:
        home = self.homes[call]
        name = home.dotted.get(call.func)
        if name is not None:
            return gives_no_tensors(name)
        made_of = call.func.value if isinstance(call.func, ast.Attribute) else None
        return (
            made_of is not None and made_of not in seen and self._are_of_another_library(home, made_of, seen)
        )

    def method_meant(self, bindings: Bindings, called: ast.expr) -> Function | None:
        """The one method that a call surely is of, of objects that run no session themselves."""
        given = self.given(bindings, called)
        of_objects = [one for one in given if isinstance(one, Method) and isinstance(one.receiver, Made)]
        methods = {self._placed.get(one.function.node) for one in of_objects}
        method = methods.pop() if len(of_objects) == len(given) and len(methods) == 1 else None
        return method if method is not None and not self._runs_session(method) else None

    def _runs_session(self, method: Function) -> bool:
        """Whether a method is of objects that have a session of their own, or are given one."""
        owner = method.owner.node if method.owner is not None else None
        return owner in self.object_drivers or owner in self.receivers


def _is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _place(function: Function) -> tuple[Path, int, int]:
    return function.bindings.module.path, function.node.lineno, function.node.col_offset


# The methods that run when an object is made, or wherever it is called as a function that was passed on.
_STARTING = ("__init__", "__new__")
_MAKING = (*_STARTING, "__call__")
