"""Names that stand for one Python object: what changes it by one of them, changes it for all."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set

from migrate.model.driver import Point

from .names import root_name


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
    """
    for name, points in env.items():
        for point in points:
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
