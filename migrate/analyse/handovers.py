"""Sessions that blocks open and give to the objects of a class, which run them in their methods."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.driver import Handover
from migrate.model.effects import Effects
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import Made, Method, Object, classes_of
from migrate.syntax.closure import closure

from .bindings import parameters, walk_scope
from .makings import Makings
from .objects import has_plain_form, is_static, methods_of, opens_session
from .outside import outside_runs
from .vocabulary import role_of

_Argument: TypeAlias = "ast.expr | ast.keyword"
_Parameter: TypeAlias = "tuple[ast.FunctionDef, str]"
_Calls: TypeAlias = "Mapping[ast.FunctionDef, Sequence[ast.Call]]"


def handovers(modules: Sequence[Bindings], effects: Effects) -> list[Handover]:
    """Every session that is given to objects of a class of which all that they do can be seen.

    The modules are analysed together; `effects` tells what their expressions give.
    """
    own = {node for bindings in modules for node in _sessions(bindings)}
    hands_on = any(_hands_on(bindings, own) for bindings in modules)
    if not (hands_on and any(bindings.classes for bindings in modules) and effects.known):
        return []
    found = _Handovers(modules, effects, own).found()
    building = [one for one in found if not one.only_holds]
    makings = {making: name for handover in building for making, name in handover.makings.items()}
    together = set(_made_together(modules, makings))
    return [replace(one, shares=not together.isdisjoint(one.makings)) for one in found]


def _hands_on(bindings: Bindings, sessions: Set[ast.AST]) -> bool:
    """Whether a module hands one of some sessions to something of the program's own."""
    calls = (node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.Call))
    return any(
        bindings.tensorflow(call.func) is None
        and any(value in sessions for value in (*call.args, *(one.value for one in call.keywords)))
        for call in calls
    )


def _made_together(modules: Sequence[Bindings], makings: Mapping[ast.Call, str | None]) -> Iterator[ast.Call]:
    """The calls that make objects in a block which makes several: by other names, or none."""
    for bindings in modules:
        tree = bindings.module.tree
        for block in (one for one in nodes_of(tree) if isinstance(one, (ast.Module, ast.FunctionDef))):
            inside = [node for one in block.body for node in walk_scope(one) if isinstance(node, ast.Call)]
            made = [call for call in inside if call in makings]
            names = {makings[call] for call in made}
            if len(names) > 1 or None in names:
                yield from made


class _Handovers:
    """Those of some modules; `own` are where names are read for sessions which their own blocks open."""

    def __init__(self, modules: Sequence[Bindings], effects: Effects, own: Set[ast.AST]) -> None:
        self._modules = modules
        self._effects = effects
        self._sessions = own | set(self._passed())
        self._sessions |= set(self._kept())
        self._makings = Makings(modules, effects)
        self._names = self._makings.names()
        self._attributes = [
            (node, call) for bindings in modules for node, call in _attributes(bindings.module.tree)
        ]
        self._held = self._methods_held()

    def found(self) -> list[Handover]:
        """What each class gets, if its objects are given a session."""
        found = list(self._found())
        run = {one.call.func for handover in found for one in handover.outside}
        handed = frozenset[ast.AST]().union(*(handover.names for handover in found))
        return [replace(one, only_holds=self._only_holds(one.owner, handed, run)) for one in found]

    def _found(self) -> Iterator[Handover]:
        for bindings in self._modules:
            for owner in bindings.classes.values():
                makings = self._makings.calls(owner)
                if not makings or not has_plain_form(bindings, owner) or opens_session(bindings, owner):
                    continue
                yield from self._of_class(bindings, owner, makings)

    def _of_class(
        self, bindings: Bindings, owner: ast.ClassDef, makings: Sequence[ast.Call]
    ) -> Iterator[Handover]:
        calls = self._calls(owner, makings)
        given = _always_sessions(calls, self._sessions)
        taking = dict(given)
        saved = frozenset(self._saving(bindings, owner))
        outside = tuple(outside_runs(self._modules, self._effects, owner, self._sessions))
        is_run_by_objects = any(_is_of_self(run.call.func) for run in outside)
        holds = saved or is_run_by_objects or given and not _runs_only_what_it_gets(given)
        if holds and len(taking) == len(given):
            arguments = {
                call: _passed(method, call)[parameter]
                for method, parameter in given
                for call in calls[method]
            }
            handed = saved.union(_value(argument) for argument in arguments.values())
            names = {call: self._names.get(call) for call in makings}
            yield Handover(owner, names, taking, arguments, handed, outside, saved)

    def _only_holds(self, owner: ast.ClassDef, handed: Set[ast.AST], run: Set[ast.AST]) -> bool:
        """Whether the methods of a class keep a session, hand it on and run parts of others alone."""
        kept = {
            node.value
            for node in nodes_of(owner)
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and _is_of_self(node.targets[0])
        }
        running = {node.value for node in run if isinstance(node, ast.Attribute)}
        sessions = [node for node in nodes_of(owner) if node in self._sessions]
        return bool(sessions) and all(node in handed or node in kept or node in running for node in sessions)

    def _kept(self) -> Iterator[ast.AST]:
        """Where methods read attributes of their objects that stand for such a session, and nothing else."""
        classes = [owner for bindings in self._modules for owner in bindings.classes.values()]
        stored: dict[str, set[ast.AST]] = {}
        for bindings in self._modules:
            for node in nodes_of(bindings.module.tree):
                if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                    stored.setdefault(node.attr, set()).add(node)
        for owner in classes:
            nodes = list(nodes_of(owner))
            keeping = {
                node.targets[0]
                for node in nodes
                if isinstance(node, ast.Assign) and len(node.targets) == 1 and node.value in self._sessions
            }
            names = {one.attr for one in keeping if isinstance(one, ast.Attribute) and _is_of_self(one)}
            names = {name for name in names if stored[name] <= keeping}
            for node in nodes:
                is_read = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
                if is_read and isinstance(node, ast.Attribute) and node.attr in names and _is_of_self(node):
                    yield node

    def _passed(self) -> Iterator[ast.AST]:
        """Where parameters of functions are read to which every call passes such a session."""
        opened = {
            node
            for bindings in self._modules
            for node in nodes_of(bindings.module.tree)
            if isinstance(node, ast.Call) and _opens(bindings, node)
        }
        functions = (node for bindings in self._modules for node in nodes_of(bindings.module.tree))
        for function in (node for node in functions if isinstance(node, ast.FunctionDef)):
            places = [*function.args.posonlyargs, *function.args.args]
            required = {one.arg for one in places[: len(places) - len(function.args.defaults)]}
            given = {name for name in required if not _is_rebound(function, name)}
            for node in nodes_of(function):
                if isinstance(node, ast.Name) and node.id in given:
                    objects = self._effects.given(node)
                    if objects and all(_is_made_by(one, opened) for one in objects):
                        yield node

    def _methods_held(self) -> frozenset[ast.AST]:
        """The methods that expressions give as values, for whoever calls these."""
        nodes = (node for bindings in self._modules for node in nodes_of(bindings.module.tree))
        given = (self._effects.given(node) for node in nodes if isinstance(node, ast.expr))
        return frozenset(one.function.node for held in given for one in held if isinstance(one, Method))

    def _calls(self, owner: ast.ClassDef, makings: Sequence[ast.Call]) -> _Calls:
        """The calls of each method of the objects of a class, where all of them are known."""
        methods = {method.name: method for method in methods_of(owner)}
        found: dict[ast.FunctionDef, list[ast.Call]] = {method: [] for method in methods.values()}
        unclear = {method for method in methods.values() if is_static(method) or method in self._held}
        inside = set(nodes_of(owner))
        for node, call in self._attributes:
            if node.attr not in methods:
                continue
            own = node in inside and isinstance(node.value, ast.Name) and node.value.id == "self"
            given = self._effects.given(node.value)
            if own or call is not None and given and classes_of(given) == {owner} and _are_objects(given):
                found[methods[node.attr]] += [call] if call is not None else []
                unclear |= {methods[node.attr]} if call is None else set()
            elif owner in classes_of(given) or not self._effects.evaluates(node.value):
                unclear.add(methods[node.attr])
        unclear |= set(_reached(methods, methods["__init__"]))
        return {
            methods["__init__"]: list(makings),
            **{method: calls for method, calls in found.items() if method not in unclear},
        }

    def _saving(self, bindings: Bindings, owner: ast.ClassDef) -> Iterator[ast.Name]:
        """The sessions by which blocks save and restore, by savers of the objects, what these have built."""
        savers = {
            node
            for node in nodes_of(owner)
            if isinstance(node, ast.Call) and _role(bindings, node) is Role.SAVER
        }
        inside = set(nodes_of(owner))
        for node, call in self._attributes if savers else ():
            saver = node.value
            if call is None or node in inside or node.attr not in ("save", "restore"):
                continue
            if isinstance(saver, ast.Attribute) and classes_of(self._effects.given(saver.value)) == {owner}:
                given = self._effects.given(saver)
                named = [keyword.value for keyword in call.keywords if keyword.arg == "sess"]
                for session in (*call.args[:1], *named) if given else ():
                    is_session = isinstance(session, ast.Name) and session in self._sessions
                    if is_session and all(_is_made_by(one, savers) for one in given):
                        assert isinstance(session, ast.Name)
                        yield session


def _attributes(tree: ast.AST) -> Iterator[tuple[ast.Attribute, ast.Call | None]]:
    """What is read of objects by the names of attributes, with the calls of that."""
    called: dict[ast.AST, ast.Call] = {}
    for node in nodes_of(tree):  # a call comes before what is in it
        if isinstance(node, ast.Call):
            called[node.func] = node
        elif isinstance(node, ast.Attribute):
            yield node, called.get(node)


def _is_of_self(node: ast.AST) -> bool:
    """Whether it is an attribute of a method's object, or of such a one."""
    while isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _is_made_by(one: Object, calls: Set[ast.AST]) -> bool:
    return isinstance(one, Made) and all(node in calls for node in one.nodes)


def _are_objects(given: Set[Object]) -> bool:
    """Whether they are all objects of classes of the program."""
    return all(isinstance(one, Made) and one.owner is not None for one in given)


def _of_name(root: ast.AST, base: str) -> Iterator[ast.Attribute]:
    for node in nodes_of(root):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == base:
            yield node


def _reached(methods: Mapping[str, ast.FunctionDef], start: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """A method, and those that it calls or passes on, by others too."""

    def named(method: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
        return (methods[node.attr] for node in _of_name(method, "self") if node.attr in methods)

    return closure([start], named)


def _always_sessions(calls: _Calls, sessions: Set[ast.AST]) -> Set[_Parameter]:
    """The parameters of methods that are a session in every call, and those like them where none calls."""
    around = {inner: method for method in calls for inner in nodes_of(method)}
    passed = {call: _passed(method, call) for method, several in calls.items() for call in several}
    given = {
        (method, parameter)
        for method, several in calls.items()
        for call in several[:1]
        for parameter in passed[call]
        if not _is_rebound(method, parameter)
    }

    def is_session(argument: _Argument | None) -> bool:
        value = _value(argument) if argument is not None else None
        if value in sessions:
            return True
        return isinstance(value, ast.Name) and (around.get(value), value.id) in given

    def is_named_so(parameter: str) -> bool:
        """Whether methods that are called have a session under this name, for one that nothing calls."""
        return any(parameter == other and calls[method] for method, other in given)

    uncalled = {(method, name) for method in calls if not calls[method] for name in parameters(method)[1:]}
    given |= {(method, name) for method, name in uncalled if not _is_rebound(method, name)}
    while True:
        kept = {
            (method, parameter)
            for method, parameter in given
            if all(is_session(passed[call].get(parameter)) for call in calls[method])
            and (calls[method] or is_named_so(parameter))
        }
        if kept == given:
            return given
        given = kept


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


def _is_rebound(method: ast.FunctionDef, parameter: str) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == parameter and not isinstance(node.ctx, ast.Load)
        for node in nodes_of(method)
    )


def _passed(method: ast.FunctionDef, call: ast.Call) -> dict[str, _Argument]:
    """What a call passes to a method, by parameter; nothing where that is unclear."""
    unclear = any(isinstance(argument, ast.Starred) for argument in call.args)
    if unclear or any(keyword.arg is None for keyword in call.keywords):
        return {}
    places = [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)][1:]
    named = {*places, *(argument.arg for argument in method.args.kwonlyargs)}
    passed: dict[str, _Argument] = dict(zip(places, call.args, strict=False))
    return passed | {keyword.arg: keyword for keyword in call.keywords if keyword.arg in named}


def _value(argument: _Argument) -> ast.expr:
    return argument.value if isinstance(argument, ast.keyword) else argument


def _sessions(bindings: Bindings) -> Iterator[ast.AST]:
    """Where names are read that stand for a session which their own block opens, and for nothing else."""
    tree = bindings.module.tree
    declared = {
        name for node in nodes_of(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names
    }
    functions = (node for node in nodes_of(tree) if isinstance(node, ast.FunctionDef))
    for body in (tree.body, *(function.body for function in functions)):
        nodes = [node for statement in body for node in walk_scope(statement)]
        stored = Counter(
            node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        opened = {name for node in nodes for name in _opened(bindings, node)}
        for node in nodes:
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and node.id in opened - declared
                and stored[node.id] == 1
            ):
                yield node


def _opened(bindings: Bindings, node: ast.AST) -> Iterator[str]:
    """The names that a statement gives to the sessions that it opens."""
    opened: list[tuple[ast.expr, ast.expr | None]] = []
    if isinstance(node, ast.With):
        opened = [(item.context_expr, item.optional_vars) for item in node.items]
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        opened = [(node.value, node.targets[0])]
    for value, target in opened:
        if isinstance(value, ast.Call) and _opens(bindings, value) and isinstance(target, ast.Name):
            yield target.id


def _opens(bindings: Bindings, call: ast.Call) -> bool:
    return _role(bindings, call) is Role.SESSION


def _role(bindings: Bindings, call: ast.Call) -> Role | None:
    symbol = bindings.tensorflow(call.func)
    return role_of(symbol) if symbol is not None else None
