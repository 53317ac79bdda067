"""Variables that no run needs, and that are there all the same: to be saved, or to be given values."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to, trial
from migrate.model.runs import RunSite

from ..steps.slices import needed
from ..steps.step import Step
from .created_once import hoisted
from .variable_loops import given_each

Check = Callable[[Sequence[Step]], None]


def with_kept(
    driver: Driver, sites: Sequence[RunSite], steps: Sequence[Step], check: Check
) -> tuple[Step, ...]:
    """The steps, with variables that no run needs, and that a saver saves or a run gives a value.

    They are made before one of the steps.

    `check` raises `Refused` where the steps might compute something else then.
    """
    wholes = list(steps)
    selected = frozenset[Point]().union(*(step.selected for step in steps))
    known = {_variable(site) for site in sites if site.assigns is not None and given_each(site) is None}
    given = sorted(known - selected, key=lambda one: one.index)
    for point in dict.fromkeys([*_saved_alone(driver, selected), *given]):
        found = needed(driver, [point])
        behind = (index for index, step in enumerate(wholes) if step.last.index > point.index)
        index = next(behind, len(wholes) - 1)
        made, around = hoisted(driver, found), {one for one in found if isinstance(one.node, ast.With)}
        if made != found - around or any(made & step.selected - step.state for step in wholes):
            continue
        step = wholes[index]
        more = list(wholes)
        more[index] = replace(step, selected=step.selected | found, state=step.state | made)
        try:
            with trial():
                check(more)
        except Refused:
            continue
        wholes = more
    return tuple(wholes)


def _saved_alone(driver: Driver, selected: frozenset[Point]) -> Iterator[Point]:
    """Variables with names of their own that are made before a saver, and that no step needs."""
    last = max((one.index for one in driver.points if one.saves), default=-1)
    for point in driver.points:
        named = any(isinstance(node, ast.keyword) and node.arg == "name" for node in nodes_of(point.node))
        is_variable = point.called is Role.SHARED_VARIABLE or point.called is Role.OWN_VARIABLE and named
        if point.kind is Kind.STATE and is_variable and point.index < last and point not in selected:
            yield point


def check_assignments(
    driver: Driver, sites: Sequence[RunSite], steps: Sequence[Step], *, follows_attributes: bool
) -> None:
    """A variable that is given a Python value is there outside of the steps.

    One that a step makes is so as an attribute of the object, from where the first of its steps stands on:
    steps are traced there, and the trace sets the attribute.

    Raises:
      Refused: it is not.
    """
    for site in sites:
        if site.assigns is None or given_each(site) is not None:
            continue
        variable = _variable(site)
        makers = [step for step in steps if variable in step.selected]
        is_known = any(variable in step.state for step in steps)
        if follows_attributes and makers and site.assigns[0].id.startswith("self."):
            is_known |= site.point.index > min(step.last.index for step in makers)
        if not is_known:
            found = "a variable that is given a value, and that a step makes"
            object_to(
                Refused("SES205", driver.path, site.call, found, "make it in straight code, of Python values")
            )


def assignments(sites: Sequence[RunSite]) -> Iterator[Replacement]:
    """What stands for the runs that give variables Python values."""
    for site in sites:
        if site.assigns is not None:
            variable, value = site.assigns
            parts: dict[str, ast.AST] = {"variable": variable, "value": value}
            yield Replacement(site.call, Code("{variable}.assign({value})", parts))


def _variable(site: RunSite) -> Point:
    assert site.assigns is not None
    (point,) = site.point.uses[site.assigns[0].id]
    return point
