"""Names that stand for one Python object: what changes it by one of them, changes it for all."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set

from migrate.model.driver import Point

from .names import names_of, root_name
from .vocabulary import MUTATING_METHODS


def with_aliases(names: Set[str], env: Mapping[str, frozenset[Point]]) -> frozenset[str]:
    """`names`, and those that were simply given what they stand for, or gave it to them."""
    found, pending = set(names), [name for name in names if name in env]
    links = list(_links(env)) if pending else []
    while pending:
        name = pending.pop()
        others = {other for one, other in links if one == name} - found
        found |= others
        pending.extend(others)
    return frozenset(found)


def _links(env: Mapping[str, frozenset[Point]]) -> Iterator[tuple[str, str]]:
    """Pairs of names, of which the first is changed in place where the second is.

    A part of an object, `a = b.c`, is one with it where `a` is changed; a change of `b` need not reach it.
    An object of the program's own is one with the lists that it is put into.
    """
    for name, points in env.items():
        for point in points:
            for element in _elements(point.node):
                if any(one.made for one in env.get(element, ())):
                    yield name, element
                    yield element, name
            if isinstance(point.node, ast.For) and name in point.defines:
                for holder in (one.id for one in names_of(point.node.iter) if one.id in env):
                    yield name, holder
                    yield holder, name
            if not isinstance(point.node, ast.Assign) or name not in point.defines:
                continue
            for target in point.node.targets:
                if isinstance(target, ast.Name) and target.id != name and point in env.get(target.id, ()):
                    yield name, target.id
            given = root_name(point.node.value)
            if given is None or not point.uses.get(given, frozenset()) & env.get(given, frozenset()):
                continue
            yield name, given
            if isinstance(point.node.value, ast.Name):
                yield given, name


def _elements(node: ast.stmt) -> Iterator[str]:
    """The names of what a statement puts into a list or dictionary as it is."""
    value = node.value if isinstance(node, ast.Assign) else None
    found = [*listed(node), *(value.values if isinstance(value, ast.Dict) else ())]
    if isinstance(node, ast.Assign) and any(isinstance(target, ast.Subscript) for target in node.targets):
        found.append(node.value)
    yield from (element.id for element in found if isinstance(element, ast.Name))


def listed(node: ast.stmt) -> Iterator[ast.expr]:
    """The elements of a list that a statement gives a name, or adds to one that has a name."""
    if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
        if isinstance(node.value, (ast.List, ast.Tuple)):
            yield from node.value.elts
        elif isinstance(node.value, ast.ListComp):
            yield node.value.elt
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        is_named = isinstance(call.func.value, ast.Name) and call.func.attr in MUTATING_METHODS
        yield from call.args if is_named else ()
