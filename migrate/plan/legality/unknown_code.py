"""What a step finds beside itself is no part of a graph: else it would be built once, in no graph.

A statement that is not known to build a part of the graph stays where it is, and what it gives is computed
there, once. That is right of Python's values. Of code that was not given nobody knows: a library's function
may give what an iterator gives next, or draw random numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from migrate.model.driver import Point
from migrate.model.effects import Effects, executed
from migrate.model.nodes import nodes_of
from migrate.model.objects import BuiltinMethod, External, Made, Object, Sort
from migrate.syntax.closure import closure
from migrate.values.eager_libraries import LOOKED_UP, may_build_graph

from ..statements.objections import in_order, refuse
from .fates import Fates, scope_of

# An object that something comes from, and whether something that it gave was called, if only later.
_Origin: TypeAlias = tuple[Object, bool]


def check_unknown_code(fates: Fates, effects: Effects) -> None:
    """No step reads what code that is not known has made beside the steps.

    That is what was not given, or is looked up by a text.

    Raises:
      Refused: one does.
    """
    driver = fates.driver
    if not effects.known:
        return
    read = [
        (node, effects.read_as(scope_of(driver, point), node))
        for point in in_order(frozenset[Point]().union(*fates.traced.values()))
        for node in _read(fates, point)
    ]
    unknown = _unknown({one for _, objects in read for one in objects}, effects)
    for node, objects in read:
        sources = sorted(unknown[one] for one in objects if one in unknown)
        if sources:
            found = f"{node.id}, of {sources[0]}: not known, and it may build a part of the graph"
            refuse(driver, "SES214", node, found, "give its module, and call it by its name")


def _read(fates: Fates, point: Point) -> Iterator[ast.Name]:
    """The names that a statement of a step reads and that no step gives it."""
    for statement in executed(point.node):
        for node in nodes_of(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                sources = point.uses.get(node.id, frozenset())
                if not sources or sources & (fates.staying - fates.made_before):
                    yield node


def _unknown(objects: Collection[Object], effects: Effects) -> Mapping[Object, str]:
    """What gave those of some objects that code which is not known gave, and which may be parts of a graph.

    What an object comes from is asked once for each way to have got it, by a call or not, whatever other
    objects come from that: so n of these, with m sources of them, take n + m steps.
    """
    given = dict[_Origin, list[_Origin]]()  # what comes from each

    def following(origin: _Origin) -> Iterator[_Origin]:
        for source in _sources(*origin, effects):
            given.setdefault(source, []).append(origin)
            yield source

    unknown = list[tuple[str, _Origin]]()
    for one, is_called in closure([(one, False) for one in objects], following):
        if isinstance(one, External) and (may_build_graph(one.name) or is_called and one.name in LOOKED_UP):
            unknown.append((one.name, (one, is_called)))
    found = dict[_Origin, str]()

    def coming(source: _Origin) -> Iterator[_Origin]:
        return (each for each in given.get(source, ()) if each not in found)

    for name, origin in sorted(unknown, key=lambda known: known[0]):
        found |= dict.fromkeys([one for one in closure([origin], coming) if one not in found], name)
    named = ((one, found[one, False]) for one in objects if (one, False) in found)
    return {one: f"{name}()" if isinstance(one, Made) else name for one, name in named}


def _sources(one: Object, is_called: bool, effects: Effects) -> Iterator[_Origin]:
    """What an object comes from, and whether something that this gave was called, if only later.

    Those are the function which made it, or the object whose method that is, or what it is a part of.
    """
    if not (isinstance(one, Made) and one.sort in (Sort.VALUE, Sort.STATEFUL)):
        return
    for node in one.nodes:
        if isinstance(node, ast.Call):
            for made_by in effects.given(node.func):
                source = made_by.receiver if isinstance(made_by, BuiltinMethod) else made_by
                yield source, is_called or not isinstance(source, External)
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            for whole in effects.given(node.value):
                yield whole, is_called
