"""Which scope a name belongs to, as Python looks names up."""

from __future__ import annotations

import ast
import weakref
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from migrate.model.nodes import bound_by, children_of, nodes_of
from migrate.model.objects import COMPREHENSIONS, FUNCTIONS, Cell, Frame, Scope


def own_nodes(scope: Scope) -> Iterator[ast.AST]:
    """The nodes of a scope: of what opens a scope inside it, only what is evaluated outside of that."""
    pending: list[ast.AST] = list(_inside(scope))
    while pending:
        node = pending.pop()
        yield node
        pending.extend(_outside(node) if isinstance(node, _SCOPES) else children_of(node))


def _inside(scope: Scope) -> Sequence[ast.AST]:
    if isinstance(scope, ast.Lambda):
        return [scope.body]
    if isinstance(scope, ast.DictComp):
        return [scope.key, scope.value, *scope.generators]
    if isinstance(scope, COMPREHENSIONS):
        return [scope.elt, *scope.generators]
    return scope.body


def _outside(node: ast.AST) -> Sequence[ast.AST]:
    """What of a function, class or comprehension is evaluated in the scope around it."""
    if isinstance(node, ast.ClassDef):
        return [*node.bases, *node.keywords, *node.decorator_list]
    if isinstance(node, COMPREHENSIONS):
        return [node.generators[0].iter]
    if isinstance(node, FUNCTIONS):
        defaults = [*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]
        return [*defaults, *annotations_of(node), *getattr(node, "decorator_list", ())]
    return []


_SCOPES = (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)


def annotations_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[ast.expr]:
    """What the types of a function's parameters, and of what it gives, are computed from."""
    every = (one for one in nodes_of(node.args) if isinstance(one, ast.arg))
    written = (*(one.annotation for one in every), getattr(node, "returns", None))
    return (one for one in written if one is not None)


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[str]:
    """The names of a function's parameters, in order, with those that collect the others last."""
    arguments = node.args
    for one in (
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ):
        if one is not None:
            yield one.arg


def bound_at_once(node: ast.ClassDef) -> frozenset[str]:
    """The names that a class surely has itself: those that no condition, loop or `del` decides about."""
    if node not in _BOUND_AT_ONCE:
        found, deleted = set[str](), set[str]()
        for statement in node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.add(statement.name)
            elif isinstance(statement, ast.Assign):
                found.update(one.id for one in statement.targets if isinstance(one, ast.Name))
            elif isinstance(statement, ast.Delete):
                deleted.update(one.id for one in statement.targets if isinstance(one, ast.Name))
        _BOUND_AT_ONCE[node] = frozenset(found - deleted)
    return _BOUND_AT_ONCE[node]


_BOUND_AT_ONCE: weakref.WeakKeyDictionary[ast.ClassDef, frozenset[str]] = weakref.WeakKeyDictionary()


class Mentioned(NamedTuple):
    """Names that a module mentions in a special way, anywhere.

    Those that functions declare `global`, attributes that are deleted, attributes that some class has a
    method for to set them, and what may be a method: functions, and names such as `__str__`.
    """

    declared_global: frozenset[str]
    deleted: frozenset[str]
    set_by_methods: frozenset[str]
    methods: frozenset[str]


def mentioned(tree: ast.Module) -> Mentioned:
    """What a module mentions: looked up once."""
    if tree not in _MENTIONED:
        declared, deleted, set_by_methods, methods = set[str](), set[str](), set[str](), set[str]()
        for node in nodes_of(tree):
            if isinstance(node, ast.Global):
                declared.update(node.names)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Del):
                deleted.add(node.attr)
            elif isinstance(node, ast.FunctionDef):
                sets = (getattr(one, "attr", "") == "setter" for one in node.decorator_list)
                set_by_methods.update([node.name] if any(sets) else [])
                methods.add(node.name)
            elif isinstance(node, ast.Name) and node.id.startswith("__"):
                methods.add(node.id)
        _MENTIONED[tree] = Mentioned(*map(frozenset, (declared, deleted, set_by_methods, methods)))
    return _MENTIONED[tree]


_MENTIONED: weakref.WeakKeyDictionary[ast.Module, Mentioned] = weakref.WeakKeyDictionary()


class Names:
    """The names that scopes bind themselves, found once for each."""

    def __init__(self) -> None:
        self._known: dict[Scope, tuple[frozenset[str], frozenset[str]]] = {}

    def cell(self, chain: Sequence[Frame], name: str) -> Cell:
        """The variable that a name means in the innermost frame of `chain`, which ends with the module."""
        for place, frame in enumerate(chain):
            own, of_module = self._bound(frame.scope)
            if name in of_module:
                return Cell(chain[-1], name)
            if name in own and (place == 0 or not isinstance(frame.scope, ast.ClassDef)):
                return Cell(frame, name)
        return Cell(chain[-1], name)

    def bound(self, scope: Scope) -> frozenset[str]:
        """The names that a scope binds itself."""
        return self._bound(scope)[0]

    def _bound(self, scope: Scope) -> tuple[frozenset[str], frozenset[str]]:
        if scope not in self._known:
            self._known[scope] = _bound(scope)
        return self._known[scope]


def _bound(scope: Scope) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a scope binds itself, and those that it says are the module's."""
    own = set(parameters(scope)) if isinstance(scope, FUNCTIONS) else set[str]()
    of_module, of_others = set[str](), set[str]()
    for node in own_nodes(scope):
        own.update(bound_by(node))
        if isinstance(node, ast.Global):
            of_module.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            of_others.update(node.names)
    return frozenset(own - of_module - of_others), frozenset(of_module)
