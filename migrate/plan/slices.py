"""Which statements of a driver a step needs: everything that what is fetched depends on."""

from __future__ import annotations

from collections.abc import Iterable

from migrate.model.facts import STAYING, Driver, Kind, Point

# Statements that a step never contains: they go, or become something else.
_OUTSIDE = STAYING | {Kind.SESSION, Kind.GRAPH, Kind.CONFIG, Kind.INITIALIZER}


def needed(driver: Driver, sources: Iterable[Point]) -> frozenset[Point]:
    """All points that the given ones depend on, themselves included, that build the graph.

    Lists that are built empty and filled by graph statements belong to the graph; other Python values
    stay outside, where the step finds them by name.
    """
    found: set[Point] = set()
    pending = [point for point in sources if _belongs(driver, point)]
    while pending:
        point = pending.pop()
        if point in found:
            continue
        found.add(point)
        reaching = {source for points in point.uses.values() for source in points}
        around = set(point.parents)
        for other in reaching | around:
            if _belongs(driver, other):
                pending.append(other)
    return frozenset(found)


def _reached(point: Point, by: Point) -> frozenset[Point]:
    return frozenset(source for name in point.mutates & by.defines for source in point.uses.get(name, ()))


def _belongs(driver: Driver, point: Point) -> bool:
    if point.kind is Kind.HOST:
        return is_filled(driver, point)
    return point.kind not in _OUTSIDE


def is_filled(driver: Driver, point: Point) -> bool:
    """Whether a host statement makes a list or dictionary that graph statements fill."""
    return any(
        other.mutates & point.defines and point in _reached(other, point) and other.kind not in _OUTSIDE
        for other in driver.points
    )
