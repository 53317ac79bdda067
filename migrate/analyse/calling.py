"""Which functions a function may call, and which objects these may change."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.effects import Effects, inside
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import Defined, Made, Method, Object
from migrate.model.source import Module
from migrate.syntax.closure import closure, connected
from migrate.values import ProgramEffects
from migrate.values.eager_libraries import gives_no_tensors

from .definitions import Definitions, Function
from .handovers import handovers
from .names import is_super
from .objects import read_attributes_as_names
from .vocabulary import (
    role_of,
)


class Calling(Definitions):
    """Who calls whom, by name or as a method of an object whose class no text tells."""

    def __init__(self, modules: Iterable[Module]) -> None:
        super().__init__(modules)
        self._effects: dict[Path, Effects] = {}
        for unit in self._units:
            self._analyse(unit)
        found = [one for unit in self._units for one in handovers(unit, self.effects(unit[0]))]
        written: dict[ast.expr, ast.expr] = {}
        self.object_drivers = frozenset(
            owner
            for bindings in self._bindings.values()
            for owner in read_attributes_as_names(bindings, {one.owner for one in found}, written)
        )
        found = [one.in_tree(written) for one in found]
        self.makings = {making: handover for handover in found for making in handover.makings}
        self.handed = frozenset(name for handover in found for name in handover.names)
        self.takers = {handover.owner: handover for handover in found}
        self.outside = frozenset(run.call for handover in found for run in handover.outside)
        self._forget()
        for unit in self._units:
            if any(owner in self.object_drivers for one in unit for owner in one.classes.values()):
                self._analyse(unit)

    def effects(self, bindings: Bindings) -> Effects:
        """What the statements of a module, and of those that it is connected with by imports, do to objects.

        What is too large or fails in programs beside them is nothing to them.
        """
        return self._effects[bindings.module.path]

    @functools.cached_property
    def _units(self) -> Sequence[Sequence[Bindings]]:
        """The modules that imports connect, which are analysed together."""
        every = [*self._bindings.values()]
        pairs = ((one.module.path, other.module.path) for one in every for other in self.imported(one))
        units = connected((one.module.path for one in every), pairs)
        return [[one for one in every if one.module.path in paths] for paths in units]

    def _analyse(self, unit: Sequence[Bindings]) -> None:
        """The modules of a unit are analysed together, as they are when that is first asked."""
        paths = {one.module.path for one in unit}

        def find(home: Bindings, name: str) -> Bindings | None:
            found = self.imports.find(home, name)
            return found if found is not None and found.module.path in paths else None

        self._effects.update(dict.fromkeys(paths, ProgramEffects(unit, find)))

    def _callees(self, function: Function) -> Iterator[tuple[ast.AST, Function]]:
        for node in nodes_of(function.node):
            callee = self.function(function.bindings, node)
            if callee is not None:
                yield node, callee
            elif (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and function.owner is not None
            ):
                method = self.method(function.owner, node.attr) if node.value.id in ("self", "cls") else None
                if method is not None:
                    yield node, method
            elif isinstance(node, ast.Call):
                yield from ((node.func, method) for method in self._methods_above(function, node))

    def _methods_above(self, function: Function, call: ast.Call) -> Iterator[Function]:
        """The methods of the same object that `super().build()` or `Base.build(self)` may call."""
        called, owner = call.func, function.owner
        if owner is None or not isinstance(called, ast.Attribute):
            return
        named = self.class_of(function.bindings, called.value)
        passes_itself = bool(call.args) and isinstance(call.args[0], ast.Name) and call.args[0].id == "self"
        for one in self._lineage(owner):
            is_meant = (
                is_super(called.value) or named is not None and named.node is one.node and passes_itself
            )
            method = (
                self.method(one, called.attr) if is_meant and function.node not in one.node.body else None
            )
            if method is not None:
                yield replace(method, owner=owner)

    def _called_on_objects(self, function: Function) -> Iterator[tuple[ast.AST, Function]]:
        """The methods that a function may call of objects that it is handed, or has in lists, by name."""
        for node in nodes_of(function.node):
            if isinstance(node, ast.Call) and not any(self._methods_above(function, node)):
                if isinstance(node.func, ast.Attribute) or self._is_element(function, node.func):
                    for method in self.of_any_object(function.bindings, node.func):
                        yield node.func, method
                if isinstance(node.func, ast.Attribute) and self._is_element(function, node.func):
                    methods = self._building_methods.get("__call__", ())
                    yield from ((node.func, method) for method in methods)

    def of_any_object(self, bindings: Bindings, called: ast.AST) -> Sequence[Function]:
        """The methods that a call may be of, where its text does not tell the object, or what it calls.

        Where it is not known what it calls, those of any class of the tree that build parts of a graph.
        """
        methods = self._building_methods
        is_told = called in bindings.dotted or self.function(bindings, called) is not None
        if isinstance(called, ast.Attribute):
            is_told |= isinstance(called.value, ast.Name) and called.value.id in ("self", "cls")
            if is_told or is_super(called.value):
                return ()
            return self.own_methods(bindings, called) or methods.get(called.attr, ())
        is_told |= self.class_of(bindings, called) is not None
        found = () if is_told else methods.get("__call__", ())
        made = self.class_of(bindings, called.func) if isinstance(called, ast.Call) else None
        own = self.method(made, "__call__") if made is not None else None
        return [one for one in found if own is None or one.node is own.node]

    def _is_element(self, function: Function, called: ast.expr) -> bool:
        """Whether a function calls an element of a list, or a part of its object that is no method."""
        if isinstance(called, ast.Name):
            loops = (one for one in nodes_of(function.node) if isinstance(one, (ast.For, ast.comprehension)))
            targets = (inner for loop in loops for inner in nodes_of(loop.target))
            return any(isinstance(one, ast.Name) and one.id == called.id for one in targets)
        if isinstance(called, ast.Attribute) and function.owner is not None:
            is_own = isinstance(called.value, ast.Name) and called.value.id == "self"
            return is_own and self.method(function.owner, called.attr) is None
        return isinstance(called, ast.Subscript)

    @functools.cached_property
    def _building_methods(self) -> Mapping[str, Sequence[Function]]:
        """The methods, by name, of classes that leave their graph to others, which may build parts of one."""
        found: dict[str, list[Function]] = {}
        for bindings in self._bindings.values():
            for owner in bindings.classes.values():
                own = (one for one in owner.body if isinstance(one, ast.FunctionDef))
                for method in own if owner not in self.object_drivers else ():
                    one = Function(bindings, method, Function(bindings, owner))
                    if any(map(self._may_build, self.called(one))):
                        found.setdefault(method.name, []).append(one)
        return found

    def _may_build(self, function: Function) -> bool:
        """Whether a function names what adds to a graph, or makes objects; what it calls is not asked."""
        for node in nodes_of(function.node):
            symbol = function.bindings.tensorflow(node)
            if symbol is not None and role_of(symbol) not in (None, Role.HOST):
                return True
            if isinstance(node, ast.Call) and self.class_of(function.bindings, node.func) is not None:
                return True
        return False

    def reached(self, method: Function) -> Iterator[Function]:
        """A method, and the methods of its object that it calls, by others too."""

        def methods(current: Function) -> Iterator[Function]:
            return (callee for _, callee in self._callees(current) if callee.owner is not None)

        return closure([method], methods, key=lambda one: one.node)

    def called(self, function: Function) -> Iterator[Function]:
        """A function, and all functions of the tree that it calls, by others too."""
        return closure(
            [function],
            lambda current: (callee for _, callee in self._callees(current)),
            key=lambda one: one.node,
        )

    def may_call(self, functions: Iterable[Function]) -> Iterator[Function]:
        """Some functions, and all of the tree that they may call, of objects that they make or have, too."""

        def callees(current: Function) -> Iterator[Function]:
            yield from (callee for _, callee in self._callees(current))
            yield from (callee for _, callee in self._called_on_objects(current))

        return closure(functions, callees, key=lambda one: one.node)

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
            for node in one.node.body:
                if isinstance(node, ast.FunctionDef) and (node.name in _MAKING or node.decorator_list):
                    yield Function(one.bindings, node, owner)

    def own_methods(self, bindings: Bindings, called: ast.expr) -> Sequence[Function]:
        """The methods of the program's own classes that a call is of, if it surely is of nothing else.

        None of other objects that run a session themselves.
        """
        if not isinstance(called, ast.Attribute):
            return ()
        effects = self.effects(bindings)
        found = effects.given(called) if effects.known else frozenset()
        functions = [self._function_meant(one) for one in found]
        methods = [one for one in functions if one is not None and one.owner is not None]
        is_itself = isinstance(called.value, ast.Name) and called.value.id == "self"
        runs = not is_itself and any(map(self._runs_session, methods))
        return methods if len(methods) == len(found) and not runs else ()

    def is_of_another_library(self, bindings: Bindings, called: ast.Attribute) -> bool:
        """Whether a method surely is of objects that a library without TensorFlow made, such as an image."""
        return self._are_of_another_library(bindings, called.value, frozenset())

    def _are_of_another_library(
        self, bindings: Bindings, expression: ast.expr, seen: frozenset[ast.expr]
    ) -> bool:
        effects = self.effects(bindings)
        found = effects.given(expression) if effects.known else frozenset()
        makings = [one.node for one in found if isinstance(one, Made) and not one.is_summary]
        calls = [one for one in makings if isinstance(one, ast.Call) and one in self.homes]
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

    def given_functions(self, bindings: Bindings, called: ast.expr) -> Iterator[Function]:
        """The functions and methods of the program that a call may be of, by what values reach it.

        Of a class, its `__init__`.
        """
        effects = self.effects(bindings)
        for one in effects.given(called) if effects.known else ():
            function = self._function_meant(one)
            if isinstance(one, Defined) and isinstance(one.node, ast.ClassDef):
                function = self.method(self._definition(one), "__init__")
            if function is not None:
                yield function

    def _runs_session(self, method: Function) -> bool:
        """Whether a method is of objects that have a session of their own, or are given one."""
        owner = method.owner.node if method.owner is not None else None
        return owner in self.object_drivers or owner in self.takers

    def _function_meant(self, one: Object) -> Function | None:
        """A function of the tree; a method of it, static or bound, with the class of its object."""
        defined = one.function if isinstance(one, Method) else one
        if not (isinstance(defined, Defined) and isinstance(defined.node, ast.FunctionDef)):
            return None
        function, owner = self._definition(defined), defined.frame.scope
        if not isinstance(owner, ast.ClassDef):
            return function
        receiver = one.receiver if isinstance(one, Method) else None
        made = receiver.owner if isinstance(receiver, Made) else None
        return replace(
            function, owner=self._definition(made) if made is not None else Function(function.bindings, owner)
        )

    def _definition(self, one: Defined) -> Function:
        """A function or class, in its module."""
        assert isinstance(one.node, (ast.FunctionDef, ast.ClassDef))
        return Function(self._homes[one.frame.chain[-1].scope], one.node)

    @functools.cached_property
    def _homes(self) -> Mapping[ast.AST, Bindings]:
        return {one.module.tree: one for one in self._bindings.values()}

    @functools.cached_property
    def homes(self) -> Mapping[ast.AST, Bindings]:
        """The module that each call stands in."""
        every = ((node, one) for one in self._bindings.values() for node in nodes_of(one.module.tree))
        return {node: one for node, one in every if isinstance(node, ast.Call)}

    def made_in(self, bindings: Bindings, root: ast.AST) -> Iterator[Function]:
        """The classes of the objects that some code makes, if these leave their graph to others."""
        for node in nodes_of(root):
            owner = self.class_of(bindings, node.func) if isinstance(node, ast.Call) else None
            if owner is not None and owner.node not in self.object_drivers:
                yield owner


def _object_of(called: ast.AST, method: Function) -> ast.expr:
    """What stands for the object of a method that is called by its name, or without one."""
    assert isinstance(called, ast.expr)
    return called.value if isinstance(called, ast.Attribute) and method.node.name != "__call__" else called


# The methods that run when an object is made, or wherever it is called as a function that was passed on.
_MAKING = ("__init__", "__new__", "__call__")
