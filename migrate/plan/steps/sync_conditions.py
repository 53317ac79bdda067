"""Conditions that decide whether workers train in step: all under them is done once, before the steps."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.syntax.closure import closure
from migrate.syntax.servers import made_synchroniser


def decided(driver: Driver, selected: Collection[Point]) -> Iterator[frozenset[Point]]:
    """What such conditions hold, each as a whole: optimizers, and Python values that these are made of.

    And those that choose the optimizers that these are made of. A condition that holds anything else, or
    something that the step does not need, is none.
    """
    made = (one for one in selected if made_synchroniser(driver.bindings, one.node) is not None)
    headers: dict[Point, None] = {}
    for point in closure(made, _optimizers):
        around = [one for one in point.parents if not isinstance(one.node, ast.With)]
        if around:
            headers[around[0]] = None
    for header in headers:
        whole = frozenset(driver.under(header.node))
        needed = {one for one in whole if not isinstance(one.node, _SAYING)}
        if needed <= {*selected} and all(map(_may_stand, whole)):
            yield whole


def _optimizers(point: Point) -> Iterator[Point]:
    return (one for one in point.sources if one.kind is Kind.OPTIMIZER)


def _may_stand(point: Point) -> bool:
    if isinstance(point.node, ast.If):
        return point.kind is Kind.HEADER
    return point.kind is Kind.OPTIMIZER or point.kind is Kind.HOST and isinstance(point.node, _PLAIN)


_SAYING = (ast.Assert, ast.Pass, ast.Raise)
_PLAIN = (ast.Assign, ast.Expr, *_SAYING)


def whole_only(points: Collection[Point], wholes: Collection[frozenset[Point]]) -> frozenset[Point]:
    """The points without those of wholes that are not all among them."""
    left = {*points}
    for whole in wholes:
        if not whole <= left:
            left -= whole
    return frozenset(left)
