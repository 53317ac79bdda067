"""Sessions that a block opens and gives to the one object of a class, which runs them in its methods."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from migrate.model.facts import Bindings, Handover, Role

from .bindings import walk_scope
from .objects import has_plain_form, methods_of, opens_session
from .vocabulary import role_of

_ClassOf: TypeAlias = Callable[[Bindings, ast.AST], Any]
_Place: TypeAlias = "tuple[Bindings, ast.AST]"


def handovers(modules: Sequence[Bindings], class_of: _ClassOf) -> Iterator[Handover]:
    """Every session that is given to a class of which all that its one object does can be seen.

    `class_of` gives the class of the modules that a name or an attribute refers to.
    """
    given = {node: bindings for bindings in modules for node in _sessions(bindings)}
    if not given:
        return
    places = _Places(modules, class_of)
    for bindings in modules:
        for owner in bindings.classes.values():
            making = places.only_call(owner)
            if making is not None and has_plain_form(bindings, owner) and not opens_session(bindings, owner):
                yield from _handover(owner, making, given)


def _handover(owner: ast.ClassDef, making: ast.Call, given: dict[ast.AST, Bindings]) -> Iterator[Handover]:
    (initial,) = (method for method in methods_of(owner) if method.name == "__init__")
    passed = _passed(initial, making)
    sessions = [
        (parameter, argument, value)
        for parameter, argument in passed.items()
        for value in (argument.value if isinstance(argument, ast.keyword) else argument,)
        if value in given
    ]
    for parameter, argument, value in sessions if len(sessions) == 1 else ():
        assert isinstance(value, ast.Name)
        yield Handover(owner, parameter, making, argument, value)


def _passed(function: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr | ast.keyword]:
    """What a call that makes an object passes, by parameter; nothing where that is unclear."""
    unclear = any(isinstance(argument, ast.Starred) for argument in call.args)
    if unclear or any(keyword.arg is None for keyword in call.keywords):
        return {}
    places = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)][1:]
    passed: dict[str, ast.expr | ast.keyword] = dict(zip(places, call.args, strict=False))
    return passed | {keyword.arg: keyword for keyword in call.keywords if keyword.arg is not None}


class _Places:
    """Where the classes of some modules are named."""

    def __init__(self, modules: Sequence[Bindings], class_of: _ClassOf) -> None:
        self._resolved: dict[ast.AST, list[ast.AST]] = {}
        self._unresolved: Counter[str] = Counter()
        self._calls: dict[ast.AST, ast.Call] = {}
        for bindings in modules:
            for node in ast.walk(bindings.module.tree):
                if isinstance(node, ast.Call):
                    self._calls[node.func] = node
                elif not isinstance(node, (ast.Name, ast.Attribute)):
                    continue
                else:
                    found = class_of(bindings, node)
                    if found is not None:
                        self._resolved.setdefault(found.node, []).append(node)
                    else:
                        self._unresolved[node.id if isinstance(node, ast.Name) else node.attr] += 1

    def only_call(self, owner: ast.ClassDef) -> ast.Call | None:
        """The call that makes an object of a class, where that is named nowhere else."""
        named = self._resolved.get(owner, [])
        if len(named) != 1 or self._unresolved[owner.name]:
            return None
        return self._calls.get(named[0])


def _sessions(bindings: Bindings) -> Iterator[ast.AST]:
    """Where names are read that stand for a session which their own block opens, and for nothing else."""
    tree = bindings.module.tree
    declared = {
        name for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names
    }
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
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
