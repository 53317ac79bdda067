"""Sessions that blocks open and give to the objects of a class, which run them in their methods."""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeGuard

from migrate.model.bindings import Bindings
from migrate.model.driver import Handover
from migrate.model.effects import Effects
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in, declared_names, nodes_of, walk_scope
from migrate.model.objects import Made, Object, classes_of
from migrate.syntax.arguments import passed_values, value_of
from migrate.syntax.closure import closure

from ..vocabulary import role_of
from .call_sites import CallSites
from .constructions import Constructions
from .initialisers import made_initialisers
from .object_attributes import has_plain_form, methods_of, opens_session
from .outside_runs import outside_runs

_Parameter: TypeAlias = "tuple[ast.FunctionDef, str]"


def handovers(modules: Sequence[Bindings], effects: Effects) -> list[Handover]:
    """Every session that is given to objects of a class of which all that they do can be seen.

    The modules are analysed together; `effects` tells what their expressions give.
    """
    if not (any(bindings.classes for bindings in modules) and effects.known):
        return []
    opened = frozenset(
        node for bindings in modules for node in calls_in(bindings.module.tree) if _opens(bindings, node)
    )
    if not any(_hands_on(bindings, opened, effects) for bindings in modules):
        return []
    found = _Handovers(modules, effects, opened).found()
    building = [one for one in found if not one.only_holds]
    constructions = {making: name for handover in building for making, name in handover.constructions.items()}
    together = set(_made_together(modules, constructions))
    return [replace(one, shares=not together.isdisjoint(one.constructions)) for one in found]


def _hands_on(bindings: Bindings, opened: frozenset[ast.AST], effects: Effects) -> bool:
    """Whether a module runs one of some sessions, or hands it to something of the program's own."""

    def is_session(node: ast.expr) -> bool:
        return any(_is_made_by(one, opened) for one in effects.given(node))

    calls = [call for call in calls_in(bindings.module.tree) if bindings.tensorflow(call.func) is None]
    run = [call.func.value for call in calls if isinstance(call.func, ast.Attribute)]
    passed = (value for call in calls for value in passed_values(call))
    return bool(opened) and any(map(is_session, (*run, *passed)))


def _made_together(
    modules: Sequence[Bindings], constructions: Mapping[ast.Call, str | None]
) -> Iterator[ast.Call]:
    """The calls that make objects in a block which makes several: by other names, or none."""
    for bindings in modules:
        tree = bindings.module.tree
        for block in (one for one in nodes_of(tree) if isinstance(one, (ast.Module, ast.FunctionDef))):
            inside = [node for one in block.body for node in walk_scope(one) if isinstance(node, ast.Call)]
            made = [call for call in inside if call in constructions]
            names = {constructions[call] for call in made}
            if len(names) > 1 or None in names:
                yield from made


@dataclass(frozen=True, eq=False)
class _Place:
    """A name of a block, or of attributes, or of a parameter of a `function`; and where that is read.

    Its `values` are what gives it one: for a parameter, a function itself where a call passes no name.
    """

    name: str
    values: Sequence[ast.AST]
    reads: Set[ast.AST]
    function: ast.FunctionDef | None = None


class _Handovers:
    """Those of some modules, whose sessions some calls have `opened`."""

    def __init__(self, modules: Sequence[Bindings], effects: Effects, opened: frozenset[ast.AST]) -> None:
        self._modules = modules
        self._effects = effects
        self._opened = opened
        self._constructions = Constructions(modules, effects)
        self._names = self._constructions.names()
        self._callers = CallSites(modules, effects, self._constructions)
        self._nodes = [node for bindings in modules for node in nodes_of(bindings.module.tree)]
        every = [*self._names_read(), *self._parameters_read(), *self._attributes_read()]
        places = self._sessions_among(every, opened)
        self._sessions = {node for place in places for node in place.reads}
        self._given = {(place.function, place.name) for place in places if place.function is not None}

    def found(self) -> list[Handover]:
        """What each class gets, if its objects are given a session."""
        found = list(self._found())
        while True:
            taken = {item for one in found for item in one.parameters.items()}
            agreed = [one for one in found if self._is_agreed(one, taken)]
            if len(agreed) == len(found):
                break
            found = agreed
        run = {one.session for handover in found for one in handover.outside}
        handed = frozenset[ast.AST]().union(*(handover.names for handover in found))
        return [
            replace(one, only_holds=not one.outside and self._only_holds(one.owner, handed, run))
            for one in found
        ]

    def _is_agreed(self, one: Handover, taken: Set[_Parameter]) -> bool:
        """Whether all methods that a call may be of take what it passes for the session, and nothing else."""

        def takes(function: ast.FunctionDef, call: ast.Call) -> bool:
            passed = self._callers.passed(function, call).items()
            return any((function, name) in taken for name, value in passed if value is one.arguments[call])

        return all(takes(each, call) for call in one.arguments for each in self._callers.called(call))

    def _found(self) -> Iterator[Handover]:
        for bindings in self._modules:
            by_text = any(map(_gives_names, nodes_of(bindings.module.tree)))
            for owner in bindings.classes.values():
                constructions = self._constructions.calls(owner)
                if not constructions or not has_plain_form(bindings, owner) or opens_session(bindings, owner):
                    continue
                yield from self._of_class(bindings, owner, constructions, by_text=by_text)

    def _of_class(
        self, bindings: Bindings, owner: ast.ClassDef, constructions: Sequence[ast.Call], *, by_text: bool
    ) -> Iterator[Handover]:
        """What a class gets; `by_text`: its module gives names, and so its methods, to whoever asks."""
        methods = {method.name: method for method in methods_of(owner)}
        inner = set(_reached(methods, methods["__init__"])) - {methods["__init__"]}
        known = {methods["__init__"]} if by_text else {*methods.values()} - inner
        given = {one for one in self._given if one[0] in known}
        calls = {method: self._callers.of(method) or () for method, _ in given}
        inside = set(nodes_of(owner))
        is_called = any(call not in inside for method, _ in given for call in calls[method])
        taking = dict(given)
        saving = [] if by_text else list(self._saving(bindings, owner))
        saved = frozenset(session for _, sessions in saving for session in sessions)
        sessions = self._sessions | self._opened
        runs = [] if by_text else outside_runs(self._modules, self._callers, owner, sessions)
        outside = tuple(run for run in runs if not self._initialises(run.call))
        is_needed = any(_is_of_self(run.session) or run.giving for run in outside)  # it feeds, or is fed
        holds = saved or is_needed or is_called and not _runs_only_what_it_gets(given)
        if holds and len(taking) == len(given):
            arguments = {
                call: self._callers.passed(method, call)[parameter]
                for method, parameter in given
                for call in calls[method]
            }
            handed = saved.union(value_of(argument) for argument in arguments.values())
            names = {call: self._names.get(call) for call in constructions}
            steps = (one.value for call, _ in saving for one in call.keywords if one.arg == "global_step")
            counts = frozenset(one for one in steps if self._is_of(one, owner))
            yield Handover(owner, names, taking, arguments, handed, outside, saved, counts)

    def _sessions_among(self, places: Collection[_Place], opened: frozenset[ast.AST]) -> Sequence[_Place]:
        """The places that hold sessions and nothing else.

        All are taken for such at first. What is given something else is dropped, and so what that gives its
        value to: each place once, so that it ends. Where nothing calls a method, its parameters are sessions
        that are named as one elsewhere.
        """
        given_to: dict[ast.AST, list[_Place]] = {}
        for place in places:
            for value in place.values:
                given_to.setdefault(value, []).append(place)
        known = opened.union(*(place.reads for place in places))

        def without(wrong: Collection[_Place], places: Collection[_Place]) -> Sequence[_Place]:
            given = closure(wrong, lambda one: (to for node in one.reads for to in given_to.get(node, ())))
            dropped = set(given)
            return [place for place in places if place not in dropped]

        left = without([place for place in places if not known.issuperset(place.values)], places)
        names = {place.name for place in left if place.values}
        return without([place for place in left if not place.values and place.name not in names], left)

    def _names_read(self) -> Iterator[_Place]:
        """The names that one statement of a block gives a value."""
        for bindings in self._modules:
            tree = bindings.module.tree
            declared = declared_names(nodes_of(tree))
            functions = (node for node in nodes_of(tree) if isinstance(node, ast.FunctionDef))
            for body in (tree.body, *(function.body for function in functions)):
                nodes = [node for statement in body for node in walk_scope(statement)]
                stored: Counter[str] = Counter()
                reads: dict[str, set[ast.AST]] = {}
                for node in (one for one in nodes if isinstance(one, ast.Name)):
                    if isinstance(node.ctx, ast.Load):
                        reads.setdefault(node.id, set()).add(node)
                    else:
                        stored[node.id] += 1
                for name, value in (one for node in nodes for one in _named(node)):
                    if stored[name] == 1 and name not in declared:
                        yield _Place(name, [value], reads.get(name, set()))

    def _parameters_read(self) -> Iterator[_Place]:
        """The parameters of functions of which all calls are known."""
        for function in (node for node in self._nodes if isinstance(node, ast.FunctionDef)):
            calls = self._callers.of(function)
            for name in _plain_parameters(function) if calls is not None else ():
                passed = [self._callers.passed(function, call).get(name) for call in calls or ()]
                if passed or self._callers.owner(function) is not None:
                    values = [
                        function if one is None or isinstance(value_of(one), ast.Call) else value_of(one)
                        for one in passed
                    ]
                    yield _Place(name, values, set(_reads(function, name)), function)

    def _attributes_read(self) -> Iterator[_Place]:
        """The attributes that methods alone give values; those of all classes with one name are one."""
        keeping = {
            node.targets[0]: node.value
            for node in self._nodes
            if isinstance(node, ast.Assign) and _keeps(node) is not None
        }
        attributes = [node for node in self._nodes if isinstance(node, ast.Attribute)]
        others = {one.attr for one in attributes if one not in keeping and not isinstance(one.ctx, ast.Load)}
        values: dict[str, list[ast.expr]] = {}
        for target, value in keeping.items():
            assert isinstance(target, ast.Attribute)
            values.setdefault(target.attr, []).append(value)
        reads: dict[str, set[ast.AST]] = {}
        for owner in (owner for bindings in self._modules for owner in bindings.classes.values()):
            inside = [node for node in nodes_of(owner) if isinstance(node, ast.Attribute)]
            own = {node.attr for node in inside if node in keeping}
            for node in (one for one in inside if _is_read(one, own - others)):
                reads.setdefault(node.attr, set()).add(node)
        for name in values.keys() - others:
            yield _Place(name, values[name], reads.get(name, set()))

    def _only_holds(self, owner: ast.ClassDef, handed: Set[ast.AST], run: Set[ast.AST]) -> bool:
        """Whether the methods of a class keep a session, hand it on and run parts of others alone."""
        keeping = [
            node
            for node in nodes_of(owner)
            if isinstance(node, ast.Assign) and node.value in self._sessions and _keeps(node) is not None
        ]
        names = {_keeps(node) for node in keeping}
        followed = handed | {node.value for node in keeping}
        closing = [node for node in self._nodes if isinstance(node, ast.Attribute) and node.attr == "close"]
        calls = calls_in(owner)
        starting = [one.func for one in calls if self._initialises(one)]
        written = [one for call in calls for one in self._written_graphs(call)]
        every = (*closing, *starting, *written)
        followed |= run | {node.value for node in every if isinstance(node, ast.Attribute)}
        sessions = [
            node
            for node in nodes_of(owner)
            if node in self._sessions or isinstance(node, ast.Attribute) and _is_read(node, names)
        ]
        return bool(sessions) and all(node in followed for node in sessions)

    def _written_graphs(self, call: ast.Call) -> Iterator[ast.expr]:
        """The graphs of sessions that a call gives to a writer of event files."""
        home = self._homes.get(call)
        writes = home is not None and _role(home, call) is Role.WRITER
        if writes or isinstance(call.func, ast.Attribute) and call.func.attr == "add_graph":
            passed = passed_values(call)
            yield from (one for one in passed if isinstance(one, ast.Attribute) and one.attr == "graph")

    @functools.cached_property
    def _homes(self) -> Mapping[ast.AST, Bindings]:
        """The module that each call stands in."""
        return {call: bindings for bindings in self._modules for call in calls_in(bindings.module.tree)}

    def _initialises(self, call: ast.Call) -> bool:
        """Whether a call runs what initialises variables, and nothing else."""
        is_run = isinstance(call.func, ast.Attribute) and call.func.attr == "run"
        if not (is_run and len(call.args) == 1 and not call.keywords):
            return False
        initialising, others = made_initialisers(self._effects, self._homes, call.args[0])
        return bool(initialising) and not others

    def _is_of(self, node: ast.expr, owner: ast.ClassDef) -> TypeGuard[ast.Attribute]:
        """Whether it is an attribute of an object of a class."""
        return isinstance(node, ast.Attribute) and classes_of(self._effects.given(node.value)) == {owner}

    def _saving(
        self, bindings: Bindings, owner: ast.ClassDef
    ) -> Iterator[tuple[ast.Call, Sequence[ast.Name]]]:
        """The calls by which blocks save and restore what objects have built, by savers of these.

        Each with the names of sessions that it is given.
        """
        savers = {node for node in calls_in(owner) if _role(bindings, node) is Role.SAVER}
        inside = set(nodes_of(owner))
        for call in self._nodes if savers else ():
            node = call.func if isinstance(call, ast.Call) and call not in inside else None
            if not (isinstance(node, ast.Attribute) and node.attr in ("save", "restore")):
                continue
            assert isinstance(call, ast.Call)
            saver = node.value
            given = self._effects.given(saver) if self._is_of(saver, owner) else frozenset[Object]()
            if given and all(_is_made_by(one, savers) for one in given):
                named = [keyword.value for keyword in call.keywords if keyword.arg == "sess"]
                handed = (one for one in (*call.args[:1], *named) if isinstance(one, ast.Name))
                yield call, [one for one in handed if one in self._sessions]


def _keeps(node: ast.Assign) -> str | None:
    """The attribute of a method's object that a statement gives a value, and nothing else."""
    (target, *others) = node.targets
    return target.attr if isinstance(target, ast.Attribute) and not others and _is_of_self(target) else None


def _is_read(node: ast.Attribute, names: Collection[str | None]) -> bool:
    """Whether it reads one of some attributes of a method's object."""
    of_self = isinstance(node.value, ast.Name) and node.value.id == "self"
    return of_self and node.attr in names and isinstance(node.ctx, ast.Load)


def _is_of_self(node: ast.AST) -> bool:
    """Whether it is an attribute of a method's object, or of such a one."""
    while isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _is_made_by(one: Object, calls: Set[ast.AST]) -> bool:
    return isinstance(one, Made) and all(node in calls for node in one.nodes)


def _gives_names(node: ast.AST) -> bool:
    """Whether a call gives what names stand for by their text."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        return False
    return node.func.id in ("eval", "exec") or node.func.id in ("globals", "locals", "vars") and not node.args


def _plain_parameters(function: ast.FunctionDef) -> list[str]:
    """The parameters of a function that stand for what is passed wherever they are named in it."""
    every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    named = [node.arg for node in nodes_of(function) if isinstance(node, ast.arg)]
    stored = {
        node.id
        for node in nodes_of(function)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    return [one.arg for one in every if one.arg not in stored and named.count(one.arg) == 1]


def _reads(root: ast.AST, name: str) -> Iterator[ast.Name]:
    """Where code reads a name."""
    for node in nodes_of(root):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node


def _of_name(root: ast.AST, base: str) -> Iterator[ast.Attribute]:
    for node in nodes_of(root):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == base:
            yield node


def _reached(methods: Mapping[str, ast.FunctionDef], start: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """A method, and those that it calls or passes on, by others too."""

    def named(method: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
        return (methods[node.attr] for node in _of_name(method, "self") if node.attr in methods)

    return closure([start], named)


def _runs_only_what_it_gets(given: Set[_Parameter]) -> bool:
    """Whether the methods that get a session get what they run beside it, as functions would."""
    fetched: list[Set[str]] = []
    for method, session in given:
        calls = {node.func: node for node in nodes_of(method) if isinstance(node, ast.Call)}
        others = {one.arg for one in nodes_of(method.args) if isinstance(one, ast.arg)} - {"self", session}
        for run in _of_name(method, session):
            values = calls[run].args[:1] if run in calls else []
            names = {node.id for one in values for node in nodes_of(one) if isinstance(node, ast.Name)}
            fetched.append(names if names <= others else set())
    return bool(fetched) and all(fetched)


def _named(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names to which a statement gives a value, each with what it gives."""
    given: list[tuple[ast.expr | None, ast.expr]] = []
    if isinstance(node, ast.With):
        given = [(item.optional_vars, item.context_expr) for item in node.items]
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        given = [(node.targets[0], node.value)]
    yield from ((target.id, value) for target, value in given if isinstance(target, ast.Name))


def _opens(bindings: Bindings, call: ast.Call) -> bool:
    return _role(bindings, call) is Role.SESSION


def _role(bindings: Bindings, call: ast.Call) -> Role | None:
    symbol = bindings.tensorflow(call.func)
    return role_of(symbol) if symbol is not None else None
