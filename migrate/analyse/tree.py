"""The modules of a run, and what each of their functions does to the graph that calls it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.driver import Continued, Obstacle
from migrate.model.kinds import MAKING_VARIABLES, Role
from migrate.model.source import Module
from migrate.syntax import global_step
from migrate.syntax.operations import names_operation
from migrate.syntax.own_names import own_names
from migrate.syntax.runners import lists_runners, starting_loop

from .bindings import bind, parameters, star_imports
from .calls import (
    calls_of_objects,
    changed_names,
    drawn,
    in_named_scope,
    is_moving_average,
    is_named_by_order,
    is_named_scope,
    is_of_operation,
    is_of_variable,
    lists_variables,
)
from .class_attributes import handed_on
from .continuing import continuing, continuing_inside
from .handovers import handovers
from .imports import Imports
from .known_names import known_names
from .makings import Makings
from .names import root_name
from .namespaces import alias_of_class, assigned_attributes, function_in
from .objects import read_attributes_as_names
from .parts import changes, holders
from .passing import Passing
from .rebound import rebound
from .settings import gives_settings
from .tables import is_operation_of_table
from .vocabulary import (
    APPLYING_METHODS,
    DRAWING_METHODS,
    DRAWING_MODULES,
    EFFECTFUL_METHODS,
    INPUT_METHODS,
    MUTATING_METHODS,
    UPDATING_METHODS,
    has_updates,
    role_of,
    role_of_called,
)


@dataclass(frozen=True)
class Function:
    """A function or class of the tree, and where it stands; of a method, also the class of its object."""

    bindings: Bindings
    node: ast.FunctionDef | ast.ClassDef
    owner: Function | None = None


@dataclass(frozen=True)
class Summary:
    """What calling a function does: the roles of all that it calls, and what stands in the way of a step."""

    roles: frozenset[Role]
    obstacles: tuple[Obstacle, ...]

    @property
    def builds(self) -> bool:
        """Whether it adds to a graph, so that it must run inside a step."""
        return bool(self.roles - {Role.HOST})


class Tree:
    """All modules that were given, seen together."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self._bindings = {module.path.resolve(): bind(module) for module in modules}
        self._names_a_step = global_step.is_named(one.module.tree for one in self._bindings.values())
        self.imports = Imports(self._bindings)
        self._rebound = {
            one.module.path: rebound(
                one, is_settings=partial(self._is_settings, one), is_named=self._used_names.__contains__
            )
            for one in self._bindings.values()
        }
        self._assigned: frozenset[str] | None = None
        self._passing = Passing(tuple(self._bindings.values()), self._plain_function)
        found = list(handovers(tuple(self._bindings.values()), self.class_of, self._passing))
        self.makings = {making: handover for handover in found for making in handover.makings}
        self.handed = frozenset(name for handover in found for name in handover.names)
        self.takers = {handover.owner: handover for handover in found}
        self.outside = frozenset(run.call for handover in found for run in handover.outside)
        self.object_drivers = frozenset(
            owner
            for bindings in self._bindings.values()
            for owner in read_attributes_as_names(bindings, self.takers)
        )
        self._summaries: dict[ast.AST, Summary] = {}
        self._graph_roles: dict[ast.AST, frozenset[Role]] = {}

    @functools.cached_property
    def _used_names(self) -> frozenset[str]:
        """All that any code of the tree reads, calls, imports or has as a text."""
        nodes = (node for one in self._bindings.values() for node in ast.walk(one.module.tree))
        return frozenset(name for node in nodes for name in _used(node))

    def _is_settings(self, bindings: Bindings, name: str) -> bool:
        """Whether a name of a module stands for its flags, or for the arguments that it parses."""
        if name not in bindings.bound or name in bindings.aliases:
            handed_on = [bindings.aliases[name]] if name in bindings.aliases else []
            handed_on += [f"{module}.{name}" for module in star_imports(bindings.module.tree)]
            found = (self._exported(bindings, one) for one in handed_on)
            home = next((one for one in found if one is not None), None)
            return home is not None and home[0] is not bindings and self._is_settings(*home)
        return gives_settings(bindings, name)

    def continued(self, owner: Function) -> tuple[Continued, ...]:
        """The methods that go on where `__init__` of an object driver ends, up to the last that builds."""
        assert isinstance(owner.node, ast.ClassDef)
        modules = tuple(self._bindings.values())
        makings = self._all_makings.calls(owner.node)
        found = list(continuing(modules, owner.node, makings, self.known_as(owner)))
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
        if not self._all_makings.calls(owner.node):
            return {}
        modules = tuple(self._bindings.values())
        found = {
            statement: method
            for statement, method in continuing_inside(modules, owner.node, parts, self.known_as(owner))
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
            names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            read = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
            reads = any(node.id.startswith("self.") and isinstance(node.ctx, ast.Load) for node in read)
            if statement not in inside and names & own and (reads or self._builds(owner, statement)):
                return False
            attributes = (node for node in ast.walk(statement) if isinstance(node, ast.Attribute))
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
        called = (self._method_of_self(owner, node) for node in ast.walk(statement))
        functions = (self.function(owner.bindings, node) for node in ast.walk(statement))
        roles = self._roles_but_runs(owner.bindings, statement)
        for one in (*called, *functions):
            roles |= self.summary(one).roles - {Role.ACTS} if one is not None else frozenset()
            for reached in self.called(one) if one is not None else ():
                roles |= self._roles_but_runs(reached.bindings, reached.node)
        return bool(roles - NOT_BUILDING)

    def _roles_but_runs(self, bindings: Bindings, root: ast.AST) -> set[Role]:
        called = {node.func: node for node in ast.walk(root) if isinstance(node, ast.Call)}
        runs = [called[func] for func in called if isinstance(func, ast.Attribute) and func.attr in _RUNNING]
        found = (self.call_role(bindings, node)[0] for node in ast.walk(root) if node not in runs)
        return {role for role in found if role is not None}

    def _method_of_self(self, owner: Function, node: ast.AST) -> Function | None:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            return self.method(owner, node.attr)
        return None

    def known_as(self, owner: Function) -> frozenset[str] | None:
        """The names that alone stand for objects of a class; `None` where something else may."""
        assert isinstance(owner.node, ast.ClassDef)
        names = self._all_makings.of(owner.node).values()
        if names and None in names:
            calls = self._all_makings.calls(owner.node)
            return known_names(tuple(self._bindings.values()), owner.node, calls, self.function)
        known = frozenset(name for name in names if name is not None)
        return known | {name for _, name in self._all_makings.passed(owner.node)} or None

    @functools.cached_property
    def _all_makings(self) -> Makings:
        return Makings(tuple(self._bindings.values()), self.class_of, self._passing)

    def bindings(self, module: Module) -> Bindings:
        """The bindings of `module`."""
        return self._bindings[module.path.resolve()]

    def imported(self, bindings: Bindings) -> Iterator[Bindings]:
        """The modules of the tree that a module imports."""
        for name in bindings.imports:
            found = self.imports.find(bindings, name) or self.imports.find(bindings, name.rpartition(".")[0])
            if found is not None:
                yield found

    def function(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The function of the tree that a call's `func` refers to."""
        found = self._plain_function(bindings, node)
        if found is None and isinstance(node, ast.Attribute):
            return self._function_of_class(bindings, node)
        return found

    def _plain_function(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The function of a module that a name refers to, and no class."""
        if isinstance(node, ast.Name) and node.id in bindings.functions and node not in bindings.shadowed:
            return Function(bindings, bindings.functions[node.id])
        found = self._defined(bindings, node)
        if found is not None and found[1] in found[0].functions:
            return Function(found[0], found[0].functions[found[1]])
        return None

    def _defined(self, bindings: Bindings, node: ast.AST) -> tuple[Bindings, str] | None:
        """The module of the tree that gives what is imported its name, and that name."""
        dotted = bindings.dotted.get(node)
        if dotted is not None:
            return self._exported(bindings, dotted)
        if not isinstance(node, ast.Name) or node.id in bindings.bound or node in bindings.shadowed:
            return None
        found = (
            self._exported(bindings, f"{module}.{node.id}") for module in star_imports(bindings.module.tree)
        )
        return next((one for one in found if one is not None and one[1] in one[0].bound), None)

    def _exported(
        self, bindings: Bindings, dotted: str, seen: tuple[Path, ...] = ()
    ) -> tuple[Bindings, str] | None:
        """Where an imported name is from, through modules that only hand it on."""
        owner, _, name = dotted.rpartition(".")
        home = self.imports.find(bindings, owner) if owner else None
        if home is None or home.module.path in seen:
            return None
        if name in home.bound and name not in home.aliases:
            return home, name
        handed_on = [home.aliases[name]] if name in home.aliases else []
        handed_on += [f"{module}.{name}" for module in star_imports(home.module.tree)]
        found = (self._exported(home, one, (*seen, home.module.path)) for one in handed_on)
        return next((one for one in found if one is not None), None)

    def _function_of_class(self, bindings: Bindings, node: ast.Attribute) -> Function | None:
        """The function that `Net.build` refers to, for a class that is called by its own name."""
        owner = self.class_of(bindings, node.value)
        if owner is None or any(self._inherited(owner)):
            return None
        lineage = list(self._lineage(owner))
        found = function_in([one.node for one in lineage if isinstance(one.node, ast.ClassDef)], node.attr)
        home = next((one for one in lineage if found in one.node.body), None)
        if found is None or home is None or self._is_replaced(lineage):
            return None
        return Function(home.bindings, found, owner)

    def is_plain(self, owner: Function) -> bool:
        """Whether the methods of a class are those that the tree has for them, whoever calls them."""
        return not any(self._inherited(owner)) and not self._is_replaced(list(self._lineage(owner)))

    def _is_replaced(self, lineage: Iterable[Function]) -> bool:
        """Whether something in the tree may put another function in the place of one of a class."""
        if self._assigned is None:
            trees = (bindings.module.tree for bindings in self._bindings.values())
            self._assigned = frozenset(name for tree in trees for name in assigned_attributes(tree))
        inside = (node for one in lineage for node in one.node.body)
        return any(isinstance(node, ast.FunctionDef) and node.name in self._assigned for node in inside)

    def class_of(self, bindings: Bindings, node: ast.AST) -> Function | None:
        """The class of the tree that a call's `func` refers to."""
        if isinstance(node, ast.Name) and bindings.objects.get(node.id, node) is not node:
            return None
        if isinstance(node, ast.Name) and node.id in bindings.classes and node not in bindings.shadowed:
            return Function(bindings, bindings.classes[node.id])
        found = self._defined(bindings, node)
        if found is not None and found[1] in found[0].classes:
            return Function(found[0], found[0].classes[found[1]])
        alias = alias_of_class(bindings, node)
        return self.class_of(bindings, alias) if alias is not None else None

    def summary(self, function: Function) -> Summary:
        """What calling `function` does, all that it calls, or passes on to be called, included."""
        if function.node not in self._summaries:
            self._summaries[function.node] = Summary(
                frozenset(), ()
            )  # for a class that makes its own objects
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
                    scoped = frozenset() if in_scope else self._in_named_scope(current)
                    found = self._own_roles(current)
                    roles |= {
                        in_named_scope(role) if in_scope or node in scoped else role for node, role in found
                    }
                    obstacles |= dict.fromkeys(self._own_obstacles(current))
                    obstacles |= dict.fromkeys(self._changed_objects(current))
                    called = (*self._callees(current), *self._called_on_objects(current))
                    pending.extend((one, in_scope or node in scoped) for node, one in called)
            self._summaries[function.node] = Summary(frozenset(roles), tuple(obstacles))
        return self._summaries[function.node]

    def graph_roles(self, function: Function) -> frozenset[Role]:
        """What calling a function does to a graph: what the objects do that it makes or calls, too."""
        if function.node not in self._graph_roles:
            roles: set[Role] = set()
            seen: set[ast.AST] = set()
            pending = [function]
            while pending:
                current = pending.pop()
                if current.node in seen:
                    continue
                seen.add(current.node)
                if isinstance(current.node, ast.ClassDef):
                    pending.extend(self._run_by_making(current))
                    continue
                roles.update(role for _, role in self._own_roles(current))
                pending.extend(callee for _, callee in self._callees(current))
                pending.extend(method for _, method in self._called_on_objects(current))
                pending.extend(self.made_in(current.bindings, current.node))
            self._graph_roles[function.node] = frozenset(roles)
        return self._graph_roles[function.node]

    def made_in(self, bindings: Bindings, root: ast.AST) -> Iterator[Function]:
        """The classes of the objects that some code makes, if these leave their graph to others."""
        for node in ast.walk(root):
            owner = self.class_of(bindings, node.func) if isinstance(node, ast.Call) else None
            if owner is not None and owner.node not in self.object_drivers:
                yield owner

    def _in_named_scope(self, function: Function) -> frozenset[ast.AST]:
        """The nodes inside a variable scope that has a name, in which layers count from one again."""
        return frozenset(
            inner
            for node in ast.walk(function.node)
            if isinstance(node, ast.With)
            and any(is_named_scope(function.bindings, item) for item in node.items)
            for statement in node.body
            for inner in ast.walk(statement)
        )

    def _callees(self, function: Function) -> Iterator[tuple[ast.AST, Function]]:
        for node in ast.walk(function.node):
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
                _is_super(called.value) or named is not None and named.node is one.node and passes_itself
            )
            method = (
                self.method(one, called.attr) if is_meant and function.node not in one.node.body else None
            )
            if method is not None:
                yield replace(method, owner=owner)

    def _called_on_objects(self, function: Function) -> Iterator[tuple[ast.AST, Function]]:
        """The methods that a function may call of objects that it is handed, or has in lists, by name."""
        yield from self._called_of(function, self._building_methods)

    def _called_of(
        self, function: Function, methods: Mapping[str, Sequence[Function]]
    ) -> Iterator[tuple[ast.AST, Function]]:
        for node in ast.walk(function.node):
            if isinstance(node, ast.Call) and not any(self._methods_above(function, node)):
                if isinstance(node.func, ast.Attribute) or self._is_element(function, node.func):
                    for method in self._of_any(function.bindings, node.func, methods):
                        yield node.func, method
                if isinstance(node.func, ast.Attribute) and self._is_element(function, node.func):
                    yield from ((node.func, method) for method in methods.get("__call__", ()))

    def of_any_object(self, bindings: Bindings, called: ast.AST) -> Sequence[Function]:
        """The methods that a call may be of, where its text does not tell the object, or what it calls.

        Of any class of the tree whose methods build parts of a graph.
        """
        return self._of_any(bindings, called, self._building_methods)

    def changing_any_object(self, bindings: Bindings, called: ast.AST) -> Sequence[Function]:
        """The methods among those that a call may be of which may change their objects."""
        return self._of_any(bindings, called, self._changing_methods)

    def _of_any(
        self, bindings: Bindings, called: ast.AST, methods: Mapping[str, Sequence[Function]]
    ) -> Sequence[Function]:
        is_told = called in bindings.dotted or self.function(bindings, called) is not None
        if isinstance(called, ast.Attribute):
            is_told |= isinstance(called.value, ast.Name) and called.value.id in ("self", "cls")
            return () if is_told or _is_super(called.value) else methods.get(called.attr, ())
        is_told |= self.class_of(bindings, called) is not None
        found = () if is_told else methods.get("__call__", ())
        made = self.class_of(bindings, called.func) if isinstance(called, ast.Call) else None
        own = self.method(made, "__call__") if made is not None else None
        return [one for one in found if own is None or one.node is own.node]

    def _is_element(self, function: Function, called: ast.expr) -> bool:
        """Whether a function calls an element of a list, or a part of its object that is no method."""
        if isinstance(called, ast.Name):
            loops = (one for one in ast.walk(function.node) if isinstance(one, (ast.For, ast.comprehension)))
            targets = (inner for loop in loops for inner in ast.walk(loop.target))
            return any(isinstance(one, ast.Name) and one.id == called.id for one in targets)
        if isinstance(called, ast.Attribute) and function.owner is not None:
            is_own = isinstance(called.value, ast.Name) and called.value.id == "self"
            return is_own and self.method(function.owner, called.attr) is None
        return isinstance(called, ast.Subscript)

    def _changed_objects(self, function: Function) -> Iterator[Obstacle]:
        """A caller's slice would not see that an object changes which a function did not make itself."""
        held = holders(function.node) if isinstance(function.node, ast.FunctionDef) else {}
        for called, method in self._called_of(function, self._changing_methods):
            whose = _object_of(called, method)
            if root_name(whose) not in held or method.node.name in MUTATING_METHODS:
                continue  # an object that the function itself made, or a change that is seen as such
            if not self._is_part(function, whose):
                found = f"{method.node.name}(), which may change an object that is not simply given a name"
                yield Obstacle(function.bindings.module.path, called, found)

    def _is_part(self, function: Function, node: ast.expr) -> bool:
        """Whether an expression is an attribute of a method's object, which makes what that stands for."""
        if not isinstance(node, ast.Attribute) or function.owner is None:
            return False
        given = [
            self.class_of(one.bindings, statement.value.func)
            if isinstance(statement.value, ast.Call)
            else None
            for one in self._lineage(function.owner)
            for statement in ast.walk(one.node)
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            if isinstance(target, ast.Attribute) and target.attr == node.attr
        ]
        is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
        return is_own and bool(given) and all(given)

    @functools.cached_property
    def _building_methods(self) -> Mapping[str, Sequence[Function]]:
        """The methods, by name, which may build parts of a graph."""
        return self._methods_that(lambda one: any(map(self._may_build, self.called(one))))

    def _methods_that(self, may: Callable[[Function], bool]) -> Mapping[str, Sequence[Function]]:
        """The methods, by name, of classes that leave their graph to others, which may do something."""
        found: dict[str, list[Function]] = {}
        for bindings in self._bindings.values():
            for owner in bindings.classes.values():
                own = (one for one in owner.body if isinstance(one, ast.FunctionDef))
                for method in own if owner not in self.object_drivers else ():
                    one = Function(bindings, method, Function(bindings, owner))
                    if may(one):
                        found.setdefault(method.name, []).append(one)
        return found

    def _may_build(self, function: Function) -> bool:
        """Whether a function names what adds to a graph, or makes objects; what it calls is not asked."""
        for node in ast.walk(function.node):
            symbol = function.bindings.tensorflow(node)
            if symbol is not None and role_of(symbol) not in (None, Role.HOST):
                return True
            if isinstance(node, ast.Call) and self.class_of(function.bindings, node.func) is not None:
                return True
        return False

    def method(self, owner: Function, name: str) -> Function | None:
        """The method of a class of the tree, or of one that it inherits from."""
        for one in self._lineage(owner):
            for node in one.node.body:
                if isinstance(node, ast.FunctionDef) and node.name == name:
                    return Function(one.bindings, node, owner)
        return None

    def reached(self, method: Function) -> Iterator[Function]:
        """A method, and the methods of its object that it calls, by others too."""
        seen: set[ast.AST] = set()
        pending = [method]
        while pending:
            current = pending.pop()
            if current.node not in seen:
                seen.add(current.node)
                yield current
                pending.extend(callee for _, callee in self._callees(current) if callee.owner is not None)

    def called(self, function: Function) -> Iterator[Function]:
        """A function, and all functions of the tree that it calls, by others too."""
        seen: set[ast.AST] = set()
        pending = [function]
        while pending:
            current = pending.pop()
            if current.node not in seen:
                seen.add(current.node)
                yield current
                pending.extend(callee for _, callee in self._callees(current))

    def references(self, function: Function) -> Iterator[tuple[Path, ast.AST]]:
        """Every place of the tree that names a function."""
        for bindings in self._bindings.values():
            for node in ast.walk(bindings.module.tree):
                found = self.function(bindings, node)
                if found is not None and found.node is function.node and node not in bindings.prefixes:
                    yield bindings.module.path, node

    def attributes_named(self, name: str) -> Iterator[tuple[Path, ast.AST]]:
        """Every place of the tree where some object has an attribute of this name."""
        for bindings in self._bindings.values():
            for node in ast.walk(bindings.module.tree):
                if isinstance(node, ast.Attribute) and node.attr == name:
                    yield bindings.module.path, node

    def calls(self) -> Iterator[tuple[Bindings, ast.Call]]:
        """Every call in the tree, with the bindings of its module."""
        for bindings in self._bindings.values():
            for node in ast.walk(bindings.module.tree):
                if isinstance(node, ast.Call):
                    yield bindings, node

    def is_ever_set(self, name: str) -> bool:
        """Whether any code may give an object an attribute of this name."""
        nodes = (node for one in self._bindings.values() for node in ast.walk(one.module.tree))
        return any(
            isinstance(node, ast.Attribute)
            and (node.attr == name and not isinstance(node.ctx, ast.Load) or node.attr == "__dict__")
            or isinstance(node, ast.Name)
            and (node.id == f"self.{name}" and not isinstance(node.ctx, ast.Load) or node.id in _SETTING)
            or isinstance(node, (ast.FunctionDef, ast.ClassDef))
            and (node.name == name or node.name in _COMPUTED)
            or isinstance(node, ast.Name)
            and node.id == name
            and not isinstance(node.ctx, ast.Load)
            for node in nodes
        )

    def attributes(self, method: Function) -> tuple[frozenset[str], frozenset[str]]:
        """The attributes, as names, that a method of an object driver reads, and those that it changes."""
        read: set[str] = set()
        changed: set[str] = set()
        for one in self.reached(method):
            for node in ast.walk(one.node):
                if isinstance(node, ast.Name) and node.id.startswith("self."):
                    (read if isinstance(node.ctx, ast.Load) else changed).add(node.id)
            changed |= {name for name, _ in self._changes(one) if name.startswith("self.")}
        return frozenset(read), frozenset(changed)

    def changes_object(self, method: Function) -> bool:
        """Whether calling a method may change the object that it belongs to."""
        return self._changes_itself(method) or any(
            self._is_part(one, _object_of(called, other))
            for one in self.reached(method)
            for called, other in self._called_of(one, self._changing_themselves)
        )

    def _changes_itself(self, method: Function) -> bool:
        return any(name == "self" for one in self.reached(method) for name, _ in self._changes(one))

    @staticmethod
    def _changes(function: Function) -> Iterator[tuple[str, ast.AST]]:
        assert isinstance(function.node, ast.FunctionDef)
        return changes(function.bindings, function.node)

    @functools.cached_property
    def changing_methods(self) -> frozenset[str]:
        """The names of all methods that may change the object that they belong to."""
        return frozenset(self._changing_methods)

    @functools.cached_property
    def _changing_methods(self) -> Mapping[str, Sequence[Function]]:
        """The methods, by name, that may change the object that they belong to, or a part of it."""
        return self._methods_that(self.changes_object)

    @functools.cached_property
    def _changing_themselves(self) -> Mapping[str, Sequence[Function]]:
        return self._methods_that(self._changes_itself)

    def _lineage(self, owner: Function) -> Iterator[Function]:
        """A class and those of the tree that it inherits from, the nearest first."""
        assert isinstance(owner.node, ast.ClassDef)
        yield owner
        for base in owner.node.bases:
            above = self.class_of(owner.bindings, base)
            if above is not None and above.node is not owner.node:
                yield from self._lineage(above)

    def _run_by_making(self, owner: Function) -> Iterator[Function]:
        """The methods that run when an object is made, and those that run where no name of theirs is seen."""
        for one in self._lineage(owner):
            for node in one.node.body:
                if isinstance(node, ast.FunctionDef) and (node.name in _MAKING or node.decorator_list):
                    yield Function(one.bindings, node, owner)

    def _inherited(self, owner: Function) -> Iterator[Obstacle]:
        """A class that inherits from one outside of the tree, or whose attributes are computed."""
        for one in self._lineage(owner):
            assert isinstance(one.node, ast.ClassDef)
            path = one.bindings.module.path
            for base in one.node.bases:
                is_object = isinstance(base, ast.Name) and base.id == "object"
                if not is_object and self.class_of(one.bindings, base) is None:
                    found = f"the class {one.node.name}, which inherits from one that is not seen here"
                    yield Obstacle(path, base, found)
            for node in one.node.body:
                if (
                    isinstance(node, ast.FunctionDef)
                    and node.name.startswith("__")
                    and node.name in _COMPUTED
                ):
                    yield Obstacle(path, node, f"the class {one.node.name}, which computes its attributes")

    def _own_roles(self, function: Function) -> Iterator[tuple[ast.AST, Role]]:
        for node in ast.walk(function.node):
            role = self.call_role(function.bindings, node)[0]
            if role is not None and not self._calls_own_method(function, node):
                yield node, role

    def _calls_own_method(self, function: Function, node: ast.AST) -> bool:
        """Whether a call is one of a method of the same object: that is looked into, whatever its name."""
        called = node.func if isinstance(node, ast.Call) else None
        if function.owner is None or not isinstance(called, ast.Attribute):
            return False
        is_own = isinstance(called.value, ast.Name) and called.value.id == "self"
        found = self.method(function.owner, called.attr) if is_own else None
        return found is not None and not self._is_replaced(self._lineage(function.owner))

    def _own_obstacles(self, function: Function) -> Iterator[Obstacle]:
        path = function.bindings.module.path
        for node in ast.walk(function.node):
            if not self._calls_own_method(function, node):
                yield from self.call_role(function.bindings, node)[1]
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                yield Obstacle(path, node, f"{function.node.name}(), which changes a global name")
        if isinstance(function.node, ast.FunctionDef):
            own = {"self"} & set(parameters(function.node)[:1]) if function.owner is not None else set()
            yield from changed_names(function.bindings, function.node, own)
            yield from calls_of_objects(function.bindings, function.node)
            yield from self._shared_by_objects(function)

    def _shared_by_objects(self, method: Function) -> Iterator[Obstacle]:
        """What a method may change that is not its object's alone."""
        for one in self._lineage(method.owner) if method.owner is not None else ():
            assert isinstance(method.node, ast.FunctionDef)
            assert isinstance(one.node, ast.ClassDef)
            for node in handed_on(one.node, method.node):
                found = f"{node.attr}, which all objects of {one.node.name} share, and which may change"
                yield Obstacle(method.bindings.module.path, node, found)

    def call_role(self, bindings: Bindings, node: ast.AST) -> tuple[Role | None, list[Obstacle]]:
        """The role of one node of code that builds a graph, and what in it no slice may contain."""
        path = bindings.module.path
        if isinstance(node, ast.Name) and node in self._rebound[path]:
            return None, [Obstacle(path, node, f"{node.id}, which functions change")]
        symbol = bindings.tensorflow(node)
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
                Obstacle(path, node, "the initialiser of one variable, which none has outside of a graph")
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
            if lists_runners(symbol, node) and starting_loop(bindings.module.tree, node):
                return Role.HOST, []
            return role_of(symbol), []
        if isinstance(node.func, ast.Attribute) and bindings.dotted.get(node.func) is None:
            method = node.func.attr
            if method in INPUT_METHODS:
                return Role.INPUT, []
            what = f"a call of .{method}(), which has an effect"
            if method in UPDATING_METHODS:
                if method == "apply" and not lists_variables(bindings, node):
                    if is_moving_average(bindings, node.func.value):
                        return Role.TENSOR_AVERAGE, [Obstacle(path, node, what, effect=True)]
                    return Role.ACTS, [Obstacle(path, node, f"{what}, on what may be tensors")]
                return Role.ACTS, [Obstacle(path, node, what, effect=True)]
            if method in EFFECTFUL_METHODS or method in APPLYING_METHODS:
                return Role.ACTS, [Obstacle(path, node, what, effect=method in APPLYING_METHODS)]
            if method == "compute_gradients":
                return Role.GRADIENT, []
            if method in DRAWING_METHODS:
                what = f"a call of .{method}(), which gives something else at every call"
                return Role.HOST, [Obstacle(path, node, what, drawn=True)]
            return None, []
        if is_operation_of_table(bindings, node.func):
            return Role.PURE, []
        if isinstance(node.func, ast.Call):
            called = self._called_at_once(bindings, node.func)
            if called is not None:
                return called, []
        found = drawn(bindings, node)
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
        found_in = self._defined(bindings, node.func) if self.function(bindings, node.func) is None else None
        if owner is None and found_in is not None and found_in[1] not in found_in[0].records:
            what = f"{found_in[1]}(), which is not one function of {found_in[0].module.path.name}"
            return Role.HOST, [Obstacle(path, node, what)]
        return None, []

    def _called_at_once(self, bindings: Bindings, making: ast.Call) -> Role | None:
        """The role of calling what a call gives: what TensorFlow makes for that, or an object of the tree."""
        symbol = bindings.tensorflow(making.func)
        if symbol is not None:
            return role_of_called(symbol)
        owner = self.class_of(bindings, making.func)
        is_known = owner is not None and owner.node not in self.object_drivers and self.keeps(owner)
        return Role.PURE if is_known and owner is not None and self.method(owner, "__call__") else None

    def keeps(self, owner: Function) -> bool:
        """Whether an object of a class stays as it was made, and its methods give the same at every call."""
        assert isinstance(owner.node, ast.ClassDef)
        if any(self._inherited(owner)):
            return False
        for one in self._lineage(owner):
            for node in one.node.body:
                if not isinstance(node, ast.FunctionDef) or node.name == "__init__":
                    continue
                method = Function(one.bindings, node, owner)
                changes = self.changes_object(method) or node.decorator_list
                if changes or any(not obstacle.effect for obstacle in self.summary(method).obstacles):
                    return False
        return True

    @staticmethod
    def reads_collections(symbol: str) -> bool:
        """Whether a symbol gives what others have put into a collection."""
        return role_of(symbol) is Role.READS_COLLECTION


def _object_of(called: ast.AST, method: Function) -> ast.expr:
    """What stands for the object of a method that is called by its name, or without one."""
    assert isinstance(called, ast.expr)
    return called.value if isinstance(called, ast.Attribute) and method.node.name != "__call__" else called


def _is_super(node: ast.AST) -> bool:
    """Whether it is a call of `super`, for the methods of the classes above."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _used(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.alias):
        yield from (node.name, node.name.rpartition(".")[2])
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


# The methods that run when an object is made, or wherever it is called as a function that was passed on.
_MAKING = ("__init__", "__new__", "__call__")
_RUNNING = ("run", "eval")
_SETTING = frozenset({"delattr", "setattr", "vars", "exec", "eval"})
_COMPUTED = ("__getattr__", "__getattribute__", "__setattr__")
# What makes a method one that builds the graph of its object.
_BUILDING = MAKING_VARIABLES | {Role.PLACEHOLDER}
# What uses a graph, and adds nothing to it that a step may need.
NOT_BUILDING = frozenset(
    {Role.HOST, Role.SAVER, Role.INITIALIZER, Role.SESSION, Role.CONFIG, Role.WRITER, Role.READS_VARIABLES}
)
