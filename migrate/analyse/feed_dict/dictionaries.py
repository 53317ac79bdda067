"""Dictionaries that are fed, followed from where they are made to the runs that they are fed to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from migrate.model.driver import Point
from migrate.model.kinds import Kind
from migrate.syntax.feeds import Entries, added_entries, each_key, fed_entries, starts_empty

from ..names.uses import names_of, root_name
from .key_names import links, roots_at

# A statement that puts a key and its value into a dictionary, and the two.
Entry: TypeAlias = tuple[Point, "ast.expr | None", ast.expr]


def is_feed(point: Point, in_graph: Sequence[Point], *, runs: bool = False) -> bool:
    """Whether it is `feed = {x: …, model.y: …}`, or adds to one, with parts of the graph as keys alone.

    Or, if it `runs` the graph, as what that computes.
    """
    entries = fed_entries(point.node) if isinstance(point.node, (ast.Assign, ast.Expr)) else []
    added = added_entries(point.node)
    if added is not None and not all(is_dictionary(one) for one in point.uses.get(added[0], ())):
        return False
    others = [value for key, value in entries if key is None]
    if not all(_is_one(value, point) for value in others):
        return False
    keys = roots_at(point, [entry for entry in entries if entry[0] is not None])
    if not keys:
        return any(source.is_feed for value in others for source in _sources(value, point))
    in_values = {name.id for _, value in entries for name in names_of(value)}
    graph = {
        name
        for name, points in point.uses.items()
        if any(one in in_graph for one in points) or links(point, ast.Name(name, ast.Load()))
    }
    is_state = any(source.kind is Kind.STATE for key in keys for source in point.uses.get(key or "", ()))
    return None not in keys and keys <= graph and (runs or not graph & in_values) and not is_state


def _is_one(value: ast.expr, point: Point) -> bool:
    """Whether what a statement takes over is surely a dictionary that is fed, or an empty one."""
    sources = _sources(value, point)
    return bool(sources) and all(map(is_dictionary, sources))


def _sources(value: ast.expr, point: Point) -> frozenset[Point]:
    return point.uses.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset()


def roots_of_keys(entries: Entries) -> set[str | None]:
    """The names that keys begin with: `x` of `x.a`, and of `*x`."""
    keys = [one for key, _ in entries for one in each_key(key)]
    roots = (one.value if isinstance(one, ast.Starred) else one for one in keys)
    return {root_name(one) if one is not None else None for one in roots}


def is_dictionary(point: Point) -> bool:
    """Whether a statement makes a dictionary that is fed, adds to one, or starts one."""
    return point.is_feed or point.kind is Kind.HOST and starts_empty(point.node)


def is_sure(addition: Point, makers: Mapping[Point, Sequence[list[Entry]]], name: str, run: Point) -> bool:
    """Whether what it adds is there whenever what it adds to reaches the run: all stand in a row.

    A new value for a key that is there anyway may stand anywhere.
    """
    made = [maker for maker in makers if maker in addition.uses.get(name, ())]
    if all(_keys(entries_of(addition)) <= _keys(way) for maker in made for way in makers[maker]):
        return True
    return (
        len(made) == 1
        and made[0].parents == addition.parents
        and run.parents[: len(addition.parents)] == addition.parents
        and made[0].index < addition.index < run.index
        and not any(isinstance(parent.node, ast.Try) for parent in addition.parents)
    )


def _keys(entries: Iterable[Entry]) -> set[tuple[str, frozenset[Point]]]:
    return {(ast.dump(key), at.uses.get(root_name(key) or "", frozenset())) for at, key, _ in entries if key}


def entries_of(point: Point) -> list[Entry]:
    """What a statement puts into a dictionary."""
    return [(point, key, value) for key, value in fed_entries(point.node)]
