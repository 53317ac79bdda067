"""Variables that no run needs, and that are there all the same: to be saved, or to be given values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import Kind
from migrate.model.refusal import Refused, object_to
from migrate.model.runs import RunSite

from ..steps.step import Step
from .variable_loops import given_each


def kept_variables(driver: Driver, sites: Sequence[RunSite]) -> frozenset[Point]:
    """The variables that are saved behind where they are made, or given Python values by runs."""
    last = max((point.index for point in driver.points if point.saves), default=0)
    saved = (
        point
        for point in driver.points
        if point.kind is Kind.STATE and point.index < last and not _tells_collections(point)
    )
    given = (_variable(site) for site in sites if site.assigns is not None and given_each(site) is None)
    return frozenset((*saved, *given))


def _tells_collections(point: Point) -> bool:
    """Whether a statement says which collections a variable is in: a saver may save none of it."""
    return any(isinstance(node, ast.keyword) and node.arg == "collections" for node in point.nodes)


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
