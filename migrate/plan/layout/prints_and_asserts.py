"""Statements that only look at the graph while it is built, such as prints and assertions of shapes.

No run needs them, and they ran once. So each goes into one step, which is traced once. So does what builds a
part of the graph that no run needs, by functions that print something or may end the program.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace

from migrate.model.driver import Driver, Point
from migrate.model.effects import Effects, executed
from migrate.model.kinds import Kind, Role
from migrate.model.refusal import Refused, trial
from migrate.model.towers import TowerLoop

from ..state.variable_summaries import first_step_run
from ..statements.reading_only import READING, is_printing_loop
from ..steps.slices import needed
from ..steps.step import Step
from .print_order import in_the_order_said, told_once

Check = Callable[[Sequence[Step]], None]


def is_print_or_assert(point: Point) -> bool:
    """Whether a statement gives nothing to any other, and changes nothing that is followed."""
    looks = isinstance(point.node, ast.Assert) or (
        isinstance(point.node, ast.Expr) and isinstance(point.node.value, ast.Call)
    )
    changes = point.defines or point.mutates or point.obstacles or point.roles - READING
    return point.kind is Kind.SYMBOLIC and looks and not changes


def is_missed(point: Point, effects: Effects | None) -> bool:
    """Whether a statement that gives nothing to any step is seen outside of the process, or may end it."""
    if not _is_quiet(point) or effects is None or not effects.known:
        return False
    done = effects.of(executed(point.node))
    return bool(done.outside or done.ends or done.fails)


def _is_quiet(point: Point) -> bool:
    """Whether a statement builds nothing with state or an effect, and changes nothing that is followed."""
    return (
        point.kind is Kind.SYMBOLIC
        and not (point.mutates or point.obstacles)
        and point.roles <= READING | {Role.PURE, Role.READS_COLLECTION}
    )


def _may_go_along(point: Point) -> bool:
    """Whether a step may have a statement for the sake of another one alone."""
    return point.kind is Kind.HOST or isinstance(point.node, ast.If) or _is_quiet(point)


def with_prints(
    driver: Driver, effects: Effects | None, steps: Sequence[Step], tower: TowerLoop | None, check: Check
) -> tuple[Step, ...]:
    """The steps, the first that can with each statement that looks at what is in it; others are left out.

    `check` raises `Refused` where steps might compute something else with such a statement in them. Steps
    with towers take none: what is used behind the loop is what replicas must return.
    """
    wholes = list(steps)
    first_run = first_step_run(driver)
    for point in driver.points:
        looks = is_print_or_assert(point) or is_printing_loop(driver, point) or is_missed(point, effects)
        if not looks or point.index > first_run or any(point in one.selected for one in wholes):
            continue
        if any(source.kind is Kind.APPLY for source in point.sources):
            continue  # it sees the optimizer's own variables, and updates stand behind all else in a step
        for index, step in enumerate(wholes):
            found = needed(driver, [point]) - step.selected
            if tower is not None and tower.point in step.selected:
                continue
            others = wholes[:index] + wholes[index + 1 :]
            beside = {one for one in found - {point} if _may_go_along(one)}
            if found - beside != {point} or any(beside & other.selected for other in others):
                continue
            more = [*others[:index], replace(step, selected=step.selected | found), *others[index:]]
            try:
                with trial():
                    check(more)
                    wholes = list(in_the_order_said(driver, more, first_run, check))
            except Refused:
                continue
            break
    wholes = list(told_once(driver, wholes))
    try:
        with trial():
            return in_the_order_said(driver, wholes, first_run, check)
    except Refused:
        return tuple(wholes)
