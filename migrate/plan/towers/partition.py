"""Divides the statements of a step with towers: those of a tower, those behind the average, and the rest."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.model.towers import Averaging, TowerLoop


@dataclass(frozen=True)
class Export:
    """A value that every tower returns: what a list collects, or a name as the last tower left it.

    A name that the first tower alone defines, under `if i == 0`, `is_first`; of what `is_summary`, TensorFlow
    keeps the first replica's alone.
    """

    name: str
    expression: ast.expr | None
    is_list: bool
    is_first: bool = False
    is_summary: bool = False


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
    exports = tuple(_exports(driver, towers, inside, in_replicas, crossing, fetched))
    return TowerParts(inside, inside & selected, averagings, in_replicas, crossing, exports, fetched)


def _behind_average(
    driver: Driver, towers: TowerLoop, outside: frozenset[Point], averagings: tuple[Averaging, ...]
) -> frozenset[Point]:
    """What every replica runs behind the loop: all that has to do with averaged gradients or the averages."""
    found = {point for averaging in averagings for point in driver.under(averaging.point.node)}
    later = [point for point in outside if point.index > towers.point.index]
    found |= {point for point in later if point.kind is Kind.AVERAGE}
    while True:
        met = {name for point in found for name in tower_values(towers, driver, point)}
        new = {
            point
            for point in later
            if point.sources & found
            or any(point in other.sources for other in found)
            or met & set(tower_values(towers, driver, point))
        }
        new |= {
            point
            for point in later
            if point.kind is Kind.HEADER
            and any(one in found or one in new for one in driver.under(point.node) if one is not point)
        }
        if new <= found:
            return frozenset(found & outside)
        found |= new


def tower_values(towers: TowerLoop, driver: Driver, point: Point) -> Iterator[str]:
    """The names by which a statement behind the loop uses what one tower made, its optimizer apart."""
    inside = {one for one in driver.under(towers.loop) if one is not towers.point}
    for name, sources in sorted_uses(point):
        leaked = sources & inside
        if name not in towers.appended and any(source.kind is not Kind.OPTIMIZER for source in leaked):
            yield name


def _exports(
    driver: Driver,
    towers: TowerLoop,
    inside: frozenset[Point],
    in_replicas: frozenset[Point],
    crossing: frozenset[Point],
    fetched: Mapping[str, frozenset[Point]],
) -> Iterator[Export]:
    later = sorted(
        (point for point in crossing if point.index > towers.point.index), key=lambda one: one.index
    )
    used = [(name, sources) for point in later for name, sources in sorted_uses(point)]
    late = [name for name, sources in fetched.items() if sources & in_replicas]
    for name in late:
        is_summary = any(is_of_summaries(driver, point) for point in fetched[name])
        yield Export(name, None, False, is_summary=is_summary)
    early = dict.fromkeys(name for name, sources in (*used, *fetched.items()) if sources & inside)
    for name in early if not late else [name for name in early if name not in late]:
        if name in towers.appended:
            yield Export(name, towers.appended[name][1], True)
        else:
            defining = [point for point in inside if name in point.defines]
            if defining:
                is_first = all(is_in_first(towers, point) for point in defining)
                yield Export(name, None, False, is_first)


def is_of_summaries(driver: Driver, point: Point) -> bool:
    """Whether a statement makes or merges summaries, of which TensorFlow keeps the first replica's."""
    value = getattr(point.node, "value", None) if isinstance(point.node, ast.Assign) else None
    symbol = driver.bindings.tensorflow(value.func) if isinstance(value, ast.Call) else None
    return symbol is not None and symbol.startswith(("tf.summary.", "tf.merge_", "tf.contrib.deprecated."))


def is_in_first(towers: TowerLoop, point: Point) -> bool:
    """Whether a statement stands under `if i == 0`, or `if not i`, and so runs for the first tower alone."""
    return any(
        isinstance(parent.node, ast.If)
        and not parent.node.orelse
        and _is_first(towers, parent.node.test)
        and parent.is_straight_within(towers.point)
        and _is_straight_within(point, parent)
        for parent in point.parents
    )


def _is_straight_within(point: Point, header: Point) -> bool:
    return header in point.parents and point.is_straight_within(header)


def _is_first(towers: TowerLoop, test: ast.expr) -> bool:
    """Whether a test asks for the first index of a plain `range(n)`."""
    loop = towers.loop
    is_range = isinstance(loop.iter, ast.Call) and isinstance(loop.iter.func, ast.Name)
    if not (is_range and len(loop.iter.args) == 1 and isinstance(loop.target, ast.Name)):  # type: ignore[attr-defined]
        return False
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return isinstance(test.operand, ast.Name) and test.operand.id == loop.target.id
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Name)
        and test.left.id == loop.target.id
        and isinstance(test.ops[0], ast.Eq)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value == 0
    )


def sorted_uses(point: Point) -> list[tuple[str, frozenset[Point]]]:
    """The names of the program that a statement uses, in a fixed order, and where they come from."""
    return [(name, sources) for name, sources in sorted(point.uses.items()) if not name.startswith("<")]
