"""Divides the statements of a step with towers: those of a tower, those behind the average, and the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from migrate.model.facts import Averaging, Driver, Kind, Point, TowerLoop


@dataclass(frozen=True)
class Export:
    """A value that every tower returns: what a list collects, or a name as the last tower left it."""

    name: str
    expression: ast.expr | None
    is_list: bool


@dataclass(frozen=True)
class TowerParts:
    """The statements of one step, by where they will run.

    `inside` is all that stands in the loop, `body` what of it the step needs; `in_replicas` is what every
    replica runs behind the average, `crossing` what sees all towers, or none. `exports` are the values that
    leave a tower, `fetched` the names that the step returns and where they come from.
    """

    inside: frozenset[Point]
    body: frozenset[Point]
    averagings: tuple[Averaging, ...]
    in_replicas: frozenset[Point]
    crossing: frozenset[Point]
    exports: tuple[Export, ...]
    fetched: Mapping[str, frozenset[Point]]

    def averages(self, point: Point) -> bool:
        """Whether a statement is, or is part of, the one that averages the gradients."""
        return any(averaging.point in (point, *point.parents) for averaging in self.averagings)


def divide(
    driver: Driver, towers: TowerLoop, selected: frozenset[Point], fetched: Mapping[str, frozenset[Point]]
) -> TowerParts:
    """Divide the statements that a step needs, the tower loop among them."""
    inside = frozenset(point for point in driver.under(towers.loop) if point is not towers.point)
    averagings = tuple(averaging for averaging in towers.averagings if averaging.point in selected)
    in_replicas = _behind_average(driver, towers, selected - inside, averagings)
    crossing = selected - inside - in_replicas - {towers.point}
    exports = tuple(_exports(towers, inside, crossing, fetched))
    return TowerParts(inside, inside & selected, averagings, in_replicas, crossing, exports, fetched)


def _behind_average(
    driver: Driver, towers: TowerLoop, outside: frozenset[Point], averagings: tuple[Averaging, ...]
) -> frozenset[Point]:
    found = {point for averaging in averagings for point in driver.under(averaging.point.node)}
    for point in sorted(outside, key=lambda point: point.index):
        is_later = point.index > towers.point.index and point.kind is not Kind.HEADER
        if is_later and point.sources & found:
            found.add(point)
    return frozenset(found & outside)


def _exports(
    towers: TowerLoop,
    inside: frozenset[Point],
    crossing: frozenset[Point],
    fetched: Mapping[str, frozenset[Point]],
) -> Iterator[Export]:
    later = sorted(
        (point for point in crossing if point.index > towers.point.index), key=lambda one: one.index
    )
    used = [(name, sources) for point in later for name, sources in sorted_uses(point)]
    for name in dict.fromkeys(name for name, sources in (*used, *fetched.items()) if sources & inside):
        if name in towers.appended:
            yield Export(name, towers.appended[name][1], True)
        elif any(name in point.defines for point in inside):
            yield Export(name, None, False)


def sorted_uses(point: Point) -> list[tuple[str, frozenset[Point]]]:
    """The names of the program that a statement uses, in a fixed order, and where they come from."""
    return [(name, sources) for name, sources in sorted(point.uses.items()) if not name.startswith("<")]
