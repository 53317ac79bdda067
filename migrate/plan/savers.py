"""Savers, and the variables that are there for them alone."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from migrate.model.facts import GRAPH_STATE, Driver, Kind, Point, Role
from migrate.model.refusal import Refused

from .bodies import has_state
from .slices import needed
from .state import hoisted
from .steps import Step

Check = Callable[[Sequence[Step]], None]


def with_saved(driver: Driver, steps: Sequence[Step], check: Check) -> tuple[Step, ...]:
    """The steps, with variables that no run needs, and that a saver saves: made before one of them.

    `check` raises `Refused` where the steps might compute something else then.
    """
    wholes = list(steps)
    for point in _saved_alone(driver, frozenset[Point]().union(*(step.selected for step in steps))):
        found = needed(driver, [point])
        behind = (index for index, step in enumerate(wholes) if step.last.index > point.index)
        index = next(behind, len(wholes) - 1)
        if found != hoisted(driver, found) or any(found & step.selected - step.state for step in wholes):
            continue
        step = wholes[index]
        more = list(wholes)
        more[index] = replace(step, selected=step.selected | found, state=step.state | found)
        try:
            check(more)
        except Refused:
            continue
        wholes = more
    return tuple(wholes)


def _saved_alone(driver: Driver, selected: frozenset[Point]) -> Iterator[Point]:
    """Variables with names of their own that are made before a saver, and that no step needs."""
    last = max((one.index for one in driver.points if one.kind is Kind.SAVER), default=-1)
    for point in driver.points:
        named = any(isinstance(node, ast.keyword) and node.arg == "name" for node in ast.walk(point.node))
        is_variable = point.called is Role.SHARED_VARIABLE or point.called is Role.OWN_VARIABLE and named
        if point.kind is Kind.STATE and is_variable and point.index < last and point not in selected:
            yield point


def moved_savers(driver: Driver, steps: Sequence[Step]) -> dict[Point, list[Point]]:
    """The savers that must stand behind a step, whose variables are made where it is defined.

    Raises:
      Refused: one of them is used before, or means something else there.
    """
    found: dict[Point, list[Point]] = {}
    last = _last_with_new_variables(steps)
    for point in driver.points if last is not None else ():
        if last is not None and point.kind is Kind.SAVER and point.index < last.index:
            used = min((one.index for one in driver.points if point in one.sources), default=last.index + 1)
            named = {name: sources for name, sources in point.uses.items() if name not in GRAPH_STATE}
            same = all(last.reaching.get(name, sources) == sources for name, sources in named.items())
            if not (point.is_straight and same and used > last.index):
                what, instead = "a saver that is used before the graph is built", "make it after the graph"
                raise Refused("SES217", driver.path, point.node, what, instead)
            found.setdefault(last, []).append(point)
    return found


def _last_with_new_variables(steps: Sequence[Step]) -> Point | None:
    """Where the last step stands that makes variables which no step before it has made."""
    made: frozenset[Point] = frozenset()
    last = None
    for step in steps:
        if any(has_state(point) for point in step.selected - made):
            last = step.last
        made |= step.selected
    return last
