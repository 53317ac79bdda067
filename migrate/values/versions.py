"""Which values of a name a statement may see, where its scope gives it several, one after another.

A version of a name is what one statement gives it, or, of a parameter, what callers do. Statements are walked
in their order, with the versions that reach them. The branches of an `if` are merged; what a loop, a `try`, a
`match` or a `with` that may swallow an exception gives is not told apart behind it, nor is it where the loop
begins again or the exception is handled.

Invariant: a name that is told apart has at a statement each version with which that may run. It ends, since
each statement is walked once; for n statements, of which each stands in at most d others, in n * d steps.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.nodes import DEFINITIONS, bound_by, children_of, nodes_of, walk_scope
from migrate.model.objects import FUNCTIONS, Scope

from .scopes import mentioned, own_nodes, parameters

Version: TypeAlias = "ast.stmt | Scope"  # the statement that gives it, or the function whose parameter it is
Seen: TypeAlias = Mapping[str, tuple[Version, ...]]

_NONE: Mapping[ast.stmt, Seen] = MappingProxyType({})
_MOST = 8  # versions that one statement is known to see: so n assignments take n steps, and not n * n
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
# TensorFlow's contexts that let exceptions through. Sessions with hooks, Supervisors and Coordinators do not.
_SCOPES = frozenset(
    {
        "arg_scope",
        "colocate_with",
        "control_dependencies",
        "device",
        "name_scope",
        "op_scope",
        "Session",
        "variable_op_scope",
        "variable_scope",
    }
)


class Versions:
    """The versions that statements see, found once for each scope of a module."""

    def __init__(self) -> None:
        self._known: dict[Scope, tuple[frozenset[str], Mapping[ast.stmt, Seen]]] = {}

    def told_apart(self, home: Bindings, scope: Scope) -> frozenset[str]:
        """The names of a scope that have several versions."""
        return self._of(home, scope)[0]

    def seen(
        self, home: Bindings, scope: Scope, at: ast.stmt | None, name: str
    ) -> tuple[Version, ...] | None:
        """The versions of a name that a statement of its scope may see; `None`: any."""
        return self._of(home, scope)[1].get(at, {}).get(name) if at is not None else None

    def _of(self, home: Bindings, scope: Scope) -> tuple[frozenset[str], Mapping[ast.stmt, Seen]]:
        if scope not in self._known:
            names = _several(scope)
            self._known[scope] = names, _Walk(home, scope, names).seen if names else _NONE
        return self._known[scope]


class _Walk:
    """The statements of a scope, in their order."""

    def __init__(self, home: Bindings, scope: Scope, names: frozenset[str]) -> None:
        self.seen: dict[ast.stmt, Seen] = {}
        self._home = home
        self._names = names
        self._bound: dict[ast.stmt, frozenset[str]] = {}
        given = parameters(scope) if isinstance(scope, FUNCTIONS) else ()
        self._now: dict[str, tuple[Version, ...]] = {name: (scope,) for name in given if name in names}
        if isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            self._block(scope.body)

    def _block(self, body: Iterable[ast.stmt]) -> bool:
        """Whether what follows a block may be run."""
        goes_on = True
        for statement in body:
            goes_on &= self._statement(statement)
        return goes_on

    def _statement(self, node: ast.stmt) -> bool:
        if isinstance(node, _LOOPS):
            self._forget([node])
        for name in _given_meanwhile(node):
            self._now.pop(name, None)
        self._note(node)
        if isinstance(node, ast.If):
            return self._if(node)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            self._bind(node, [one.optional_vars for one in node.items if one.optional_vars is not None])
            goes_on = self._block(node.body)
            if any(self._may_swallow(one.context_expr) for one in node.items):
                self._forget(node.body)
                return True
            return goes_on
        if isinstance(node, (*_LOOPS, ast.Try, ast.Match)) or type(node).__name__ == "TryStar":
            if isinstance(node, (ast.For, ast.AsyncFor)):
                self._bind(node, [node.target])
            for part in _blocks(node):
                self._block(part)
                self._forget([node])
            return True
        if isinstance(node, DEFINITIONS):
            self._give(node, [node.name])
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self._give(node, (one.asname or one.name.partition(".")[0] for one in node.names))
        elif isinstance(node, (ast.Assign, ast.Delete)):
            self._bind(node, node.targets)
        elif isinstance(node, ast.AugAssign) or isinstance(node, ast.AnnAssign) and node.value is not None:
            self._bind(node, [node.target])
        return not isinstance(node, _JUMPS)

    def _may_swallow(self, node: ast.expr) -> bool:
        """Whether what `with` enters may end an exception, so that what follows runs."""
        if not isinstance(node, ast.Call):
            return True
        symbol = self._home.tensorflow(node.func) or ""
        is_graph = isinstance(node.func, ast.Attribute) and node.func.attr == "as_default"
        return not is_graph and symbol.rpartition(".")[2] not in _SCOPES

    def _if(self, node: ast.If) -> bool:
        changed = self._names_in(node)
        before = {name: self._now.get(name) for name in changed}
        ends = list[dict[str, tuple[Version, ...] | None]]()
        for body in (node.body, node.orelse):
            goes_on = self._block(body)
            if goes_on:
                ends.append({name: self._now.get(name) for name in changed})
            self._set(before)
        for name in changed if ends else ():
            several = [one[name] for one in ends]
            known = [one for one in several if one is not None]
            merged = tuple(dict.fromkeys(version for one in known for version in one))
            is_known = len(known) == len(several) and len(merged) <= _MOST
            self._set({name: merged if is_known else None})
        return bool(ends)

    def _set(self, versions: Mapping[str, tuple[Version, ...] | None]) -> None:
        for name, several in versions.items():
            if several is None:
                self._now.pop(name, None)
            else:
                self._now[name] = several

    def _note(self, node: ast.stmt) -> None:
        """What the expressions of a statement see; those of a block inside see it at their own."""
        loads = (one.id for one in _headed(node) if isinstance(one, ast.Name))
        found = {name: self._now[name] for name in loads if name in self._now}
        if found:
            self.seen[node] = found

    def _bind(self, node: ast.stmt, targets: Iterable[ast.expr]) -> None:
        self._give(node, (name for one in targets for name in _named(one)))

    def _give(self, node: ast.stmt, names: Iterable[str]) -> None:
        self._now.update({name: (node,) for name in names if name in self._names})

    def _forget(self, nodes: Iterable[ast.stmt]) -> None:
        """Any of the versions that some statements give may be seen from here on, or none of them."""
        for node in nodes:
            for name in self._names_in(node):
                self._now.pop(name, None)

    def _names_in(self, node: ast.stmt) -> frozenset[str]:
        """The names that are told apart and that a statement, or one in it, gives values."""
        if node not in self._bound:
            bound = {name for one in walk_scope(node) for name in bound_by(one)}
            self._bound[node] = self._names & bound
        return self._bound[node]


def _several(scope: Scope) -> frozenset[str]:
    """The names of a function or module to which several of its own statements give values, and no other."""
    if not isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
        return frozenset()
    times = Counter(parameters(scope) if isinstance(scope, FUNCTIONS) else ())
    elsewhere = set[str]()
    for node in own_nodes(scope):
        times.update(bound_by(node))
        if isinstance(node, ast.NamedExpr):  # in the middle of a statement
            elsewhere.add(node.target.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            elsewhere.update(node.names)
    several = {name for name, count in times.items() if count > 1} - elsewhere
    if not several:
        return frozenset()
    if isinstance(scope, ast.Module):
        return frozenset(several - mentioned(scope).declared_global)
    others = (node.names for node in nodes_of(scope) if isinstance(node, ast.Nonlocal))
    return frozenset(several.difference(*others))


def _given_meanwhile(node: ast.stmt) -> Iterator[str]:
    """The names that a part of a statement may see when another part has given them values."""
    if isinstance(node, (ast.With, ast.AsyncWith)):
        yield from (name for one in node.items if one.optional_vars for name in _named(one.optional_vars))
    elif isinstance(node, ast.Assign):
        given = {name for target in node.targets for name in _named(target)}
        inside = (one for target in node.targets for one in nodes_of(target) if isinstance(one, ast.Name))
        yield from (one.id for one in inside if isinstance(one.ctx, ast.Load) and one.id in given)


def _named(target: ast.expr) -> Iterator[str]:
    """The names that a target of an assignment has."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Tuple, ast.List)):
        for inner in target.elts:
            yield from _named(inner)
    elif isinstance(target, ast.Starred):
        yield from _named(target.value)


def _headed(node: ast.AST) -> Iterator[ast.AST]:
    """What of a statement stands in no block of it."""
    pending: list[ast.AST] = [node]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(child for child in children_of(one) if not isinstance(child, _IN_BLOCKS))


def _blocks(node: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    """The blocks of a statement, those that run first in front."""
    yield getattr(node, "body", [])
    for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield inner.body
    yield getattr(node, "orelse", [])
    yield getattr(node, "finalbody", [])


_IN_BLOCKS = (ast.stmt, ast.ExceptHandler, ast.match_case)
