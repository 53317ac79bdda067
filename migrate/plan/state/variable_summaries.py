"""Loops over the variables that print them, or count them, with the prints of what they have counted.

No run needs them, and steps do not hold them: they stay where they are, and the store lists the variables.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.kinds import MAKING_VARIABLES, STAYING, Kind, Role

from ..statements.initialising import initialises
from ..statements.reading_only import only_prints
from ..steps.step import Step


@dataclass(frozen=True)
class VariableSummaries:
    """Loops of a block over its variables: `kept` are those that stay, `gone` all other statements."""

    kept: frozenset[Point]
    gone: frozenset[Point]

    @property
    def left_out(self) -> frozenset[Point]:
        """The loops that nothing stands for."""
        return frozenset(
            point for point in self.gone if point.is_straight and isinstance(point.node, ast.For)
        )


def variable_summaries(driver: Driver, steps: Sequence[Step], variables: str) -> VariableSummaries:
    """The loops of a block over its variables; they stay behind all steps, which make the variables.

    None stays where there is no store, which `variables` is the name of, or where a part of the graph that no
    step needs makes variables too.
    """
    moved = frozenset[Point]().union(*(step.selected for step in steps))
    is_whole = not any(one.roles & MAKING_VARIABLES for one in driver.points if _is_left_out(one, moved))
    last = max((step.last.index for step in steps), default=-1)
    kept: set[Point] = set()
    gone: set[Point] = set()
    for summary in _summaries(driver):
        stays = is_whole and variables and min(_lists(summary), default=-1) > last
        is_plain = all(one.kind in STAYING or _loop_around(one, summary) is not None for one in summary)
        if stays and is_plain and not summary & moved:
            kept |= {one for one in summary if one.is_straight and isinstance(one.node, ast.For)}
        else:
            gone |= summary
    return VariableSummaries(frozenset(kept), frozenset(gone))


def _is_left_out(point: Point, moved: Collection[Point]) -> bool:
    return point not in moved and point.kind not in STAYING | {Kind.HEADER}


def _lists(summary: Collection[Point]) -> Iterator[int]:
    """Where the variables are listed."""
    return (point.index for point in summary if Role.READS_VARIABLES in point.roles)


def _loop_around(point: Point, summary: Collection[Point]) -> Point | None:
    return next(
        (one for one in (*point.parents, point) if one in summary and isinstance(one.node, ast.For)), None
    )


def _summaries(driver: Driver) -> Iterator[frozenset[Point]]:
    first_run = first_step_run(driver)
    for header in driver.points:
        lists = isinstance(header.node, ast.For) and Role.READS_VARIABLES in header.roles
        if not (lists and header.is_straight and header.index < first_run):
            continue
        found = set(driver.under(header.node))
        pending = list(found)
        while pending:
            point = pending.pop()
            if not only_prints(driver, point):
                break
            users = {other for other in driver.points if point in other.sources} - found
            users |= {source for source in point.sources - found if _is_start(source)}
            found |= users
            pending.extend(users)
        else:
            if max(point.index for point in found) < first_run:
                yield frozenset(found)


def first_step_run(driver: Driver) -> int:
    """Where the first step runs: the graph is built before."""
    runs = (point for point in driver.points if point.kind is Kind.RUN)
    return min((point.index for point in runs if not initialises(point)), default=-1)


def _is_start(point: Point) -> bool:
    """Whether it is what counting starts from: `total = 0`, `lines = []`."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    is_empty = isinstance(value, (ast.List, ast.Dict)) and not list(ast.iter_child_nodes(value))[1:]
    return point.is_straight and (isinstance(value, ast.Constant) or is_empty)
