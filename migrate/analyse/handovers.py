"""Sessions that blocks open and give to the objects of a class, which run them in their methods."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.driver import Handover
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure

from .bindings import parameters, walk_scope
from .makings import ClassOf, Makings
from .objects import has_plain_form, is_static, methods_of, opens_session
from .outside import outside_runs
from .passing import Passing, reads
from .savings import savers, savings
from .vocabulary import role_of

_Argument: TypeAlias = "ast.expr | ast.keyword"
_Parameter: TypeAlias = "tuple[ast.FunctionDef, str]"
_Calls: TypeAlias = "Mapping[ast.FunctionDef, Sequence[ast.Call]]"


def handovers(modules: Sequence[Bindings], class_of: ClassOf, passing: Passing) -> list[Handover]:
    """Every session that is given to objects of a class of which all that they do can be seen.

    `class_of` gives the class of the modules that a name or an attribute refers to.
    """
    found = list(_handovers(modules, class_of, passing))
    makings = {making: name for handover in found for making, name in handover.makings.items()}
    together = set(_made_together(modules, makings))
    return [replace(one, shares=not together.isdisjoint(one.makings)) for one in found]


def _made_together(modules: Sequence[Bindings], makings: Mapping[ast.Call, str | None]) -> Iterator[ast.Call]:
    """The calls that make objects in a block which makes several: by other names, or none."""
    for bindings in modules:
        tree = bindings.module.tree
        functions = [node for node in nodes_of(tree) if isinstance(node, ast.FunctionDef)]
        for block in (tree, *functions):
            inside = [node for one in block.body for node in walk_scope(one) if isinstance(node, ast.Call)]
            made = [call for call in inside if call in makings]
            names = {makings[call] for call in made}
            if len(names) > 1 or None in names:
                yield from made


def _handovers(modules: Sequence[Bindings], class_of: ClassOf, passing: Passing) -> Iterator[Handover]:
    sessions: set[ast.AST] = {node for bindings in modules for node in _sessions(bindings)}
    if not sessions:
        return
    sessions.update(*(reads(*parameter) for parameter in passing.parameters(sessions)))
    makings = Makings(modules, class_of, passing)
    for bindings in modules:
        for owner in bindings.classes.values():
            names = makings.of(owner)
            if not names or not has_plain_form(bindings, owner) or opens_session(bindings, owner):
                continue
            calls = _calls(owner, names, makings)
            given = _always_sessions(calls, sessions)
            taking = dict(given)
            inside = set(nodes_of(bindings.module.tree))
            homes = list(dict.fromkeys(_known(owner, names, makings)))
            saves = savers(modules, owner)
            saved = frozenset(one for home, name in homes for one in savings(home, name, saves, sessions))
            holds = saved or given and not _runs_only_what_it_gets(given)
            if holds and len(taking) == len(given):
                arguments = {
                    call: _passed(method, call)[parameter]
                    for method, parameter in given
                    for call in calls[method]
                }
                handed = saved.union(_value(argument) for argument in arguments.values())
                outside = tuple(
                    run
                    for home, name in homes
                    for run in outside_runs(home, name, sessions, None if home in inside else owner)
                )
                yield Handover(owner, names, taking, arguments, handed, outside, saved)


def _calls(owner: ast.ClassDef, names: Mapping[ast.Call, str | None], makings: Makings) -> _Calls:
    """The calls of each method of the objects of a class, where all of them are known."""
    methods = {method.name: method for method in methods_of(owner)}
    found: dict[ast.FunctionDef, list[ast.Call]] = {method: [] for method in methods.values()}
    unclear = {method for method in methods.values() if None in names.values() or is_static(method)}
    bases = list(_known(owner, names, makings))
    for root, base in dict.fromkeys(((owner, "self"), *bases)):
        called = {node.func: node for node in nodes_of(root) if isinstance(node, ast.Call)}
        for node in _attributes(root, base):
            if node.attr in methods and node in called:
                found[methods[node.attr]].append(called[node])
            elif node.attr in methods:
                unclear.add(methods[node.attr])
    unclear |= set(_reached(methods, methods["__init__"]))
    return {
        methods["__init__"]: list(names),
        **{method: calls for method, calls in found.items() if method not in unclear},
    }


def _known(
    owner: ast.ClassDef, names: Mapping[ast.Call, str | None], makings: Makings
) -> Iterator[tuple[ast.AST, str]]:
    """The names that alone stand for objects of a class, and where they do: in a module, or in a function."""
    homes = [(makings.home(call), name) for call, name in names.items() if name is not None]
    yield from homes
    for function, parameter in makings.passed(owner) if homes else ():
        if not any(name == parameter and function in nodes_of(home) for home, name in homes):
            yield function, parameter


def _attributes(root: ast.AST, base: str | None) -> Iterator[ast.Attribute]:
    for node in nodes_of(root):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == base:
            yield node


def _reached(methods: Mapping[str, ast.FunctionDef], start: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """A method, and those that it calls or passes on, by others too."""

    def named(method: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
        return (methods[node.attr] for node in _attributes(method, "self") if node.attr in methods)

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
        for run in _attributes(method, session):
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
        symbol = bindings.tensorflow(value.func) if isinstance(value, ast.Call) else None
        if symbol is not None and role_of(symbol) is Role.SESSION and isinstance(target, ast.Name):
            yield target.id
