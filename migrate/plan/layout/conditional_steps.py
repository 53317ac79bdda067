"""Steps that only some runs of a program build: what they return stands under a condition of Python.

The code of a graph runs once, and where `if training:` is false, the train operation is never built, nor run.
A step is traced whether it is called or not: when it is defined, or before a checkpoint is written, so that
all variables are there. So it is defined where its condition holds, behind the condition.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Piece
from migrate.model.kinds import GRAPH_VALUES
from migrate.model.nodes import nodes_of
from migrate.model.runs import RunSite
from migrate.syntax.closure import closure

from ..statements.objections import refuse
from ..steps.step import Step

# Conditions, outermost first, each with whether it holds.
_Way: TypeAlias = "tuple[tuple[ast.If, bool], ...]"

_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_FOUND = "a value that is fetched, and built only where a condition holds"


def where_bound(driver: Driver, step: Step, pieces: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces that define a step, under the conditions under which the names that it returns are bound.

    Where the program comes to a run in any case, they are bound, or it ended there before, too.

    Raises:
      Refused: the conditions may not stand around the step.
    """
    if any(_is_come_to(driver, step, site) for site in step.sites):
        return pieces
    conditions: dict[ast.If, bool] = {}
    for node, sources in _returned(step):
        ways = _ways(sources)
        if len(ways) > 1:
            refuse(driver, "SES255", node, _FOUND, "one condition around all that it is built of")
        for header, holds in next(iter(ways), ()):
            if conditions.setdefault(header, holds) is not holds or not _may_stand(driver, header, step):
                refuse(
                    driver, "SES255", header, _FOUND, "a condition on names that nothing changes behind it"
                )
    for header in sorted(conditions, key=lambda one: driver.at[one].index, reverse=True):
        test = Code("if {test}:" if conditions[header] else "if not ({test}):", {"test": header.test})
        pieces = [Block(test, tuple(pieces))]
    return pieces


def _is_come_to(driver: Driver, step: Step, site: RunSite) -> bool:
    """Whether a run follows the graph, whatever happens: no condition, function or jump is between."""
    if driver.has_methods or site.outside is not None:
        return False
    if not all(isinstance(one.node, (ast.With, ast.For, ast.While)) for one in site.point.parents):
        return False
    between = (one for one in driver.points if step.last.index < one.index < site.point.index)
    return not any(isinstance(one.node, _JUMPS) for one in between)


def _returned(step: Step) -> Iterator[tuple[ast.expr, Collection[Point]]]:
    """What a step returns: each name in it, with the statements that give it."""
    for site in step.sites:
        found = [(one.node, one.sources) for one in site.fetches]
        found += [(one.key, one.sources) for one in site.feeds if step.returns_inputs]
        for node, names in found:
            yield from (
                (node, sources - step.late) for sources in names.values()
            )  # what is late stands there


def _ways(points: Iterable[Point]) -> frozenset[_Way]:
    """The conditions under which a block comes to one of some statements; none where it does in any case.

    Loops are taken to have turns: who runs what they give relies on it.
    """
    return _simplified(frozenset(_way(point) for point in points))


def _way(point: Point) -> _Way:
    inside = (*point.parents, point)[1:]
    around = zip(point.parents, inside, strict=True)
    return tuple(
        (one.node, inner.node in one.node.body)
        for one, inner in around
        if isinstance(one.node, ast.If)
        and not (inner.node in one.node.body and _holds_in_a_turn(one.node.test, one.parents))
    )


def _holds_in_a_turn(test: ast.expr, around: Sequence[Point]) -> bool:
    """Whether it holds in the first or in the last turn of the loop around it, as `if i == 0` of a tower."""
    loop = next((one.node for one in reversed(around) if isinstance(one.node, (ast.For, ast.While))), None)
    if not (isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call) and len(loop.iter.args) == 1):
        return False
    counts = loop.iter
    target, count = (ast.unparse(one) for one in (loop.target, counts.args[0]))
    held = {f"{target} == 0", f"0 == {target}", f"not {target}", f"{target} == {count} - 1"}
    return ast.unparse(counts.func) in ("range", "xrange") and ast.unparse(test) in held


def _simplified(ways: frozenset[_Way]) -> frozenset[_Way]:
    for way in ways:
        other = (*way[:-1], (way[-1][0], not way[-1][1])) if way else ()
        if way and other in ways:
            return _simplified(ways - {way, other} | {way[:-1]})
    return frozenset(way for way in ways if not any(way[:count] in ways for count in range(len(way))))


def _may_stand(driver: Driver, header: ast.If, step: Step) -> bool:
    """Whether a condition holds in front of a step as it did before the graph, and has no other effect."""
    point = driver.at[header]
    is_straight = all(isinstance(one.node, (ast.With, ast.If)) for one in point.parents)
    if not is_straight or point.obstacles or driver.method_of(point) is not driver.method_of(step.last):
        return False
    if any(isinstance(one, ast.NamedExpr) for one in nodes_of(header.test)):
        return False
    if any(one.kind in GRAPH_VALUES for one in closure(point.sources, lambda one: one.sources)):
        return False
    between = (one for one in driver.points if point.index < one.index <= step.last.index)
    return not any(one.defines & set(point.uses) for one in between)
