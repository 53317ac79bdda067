"""A step: a function to be, for runs of a driver that compute the same values."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from migrate.model.driver import Point
from migrate.model.kinds import Kind
from migrate.model.refusal import Refused
from migrate.model.runs import RunSite


@dataclass(frozen=True, eq=False)
class Step:
    """A step function to be.

    `sites` are the run sites that will call it, all alike; `selected` the statements that it needs, and
    `state` those among them that run once, before it; `parameters` the placeholders that it is fed.
    `pruned` tells why it must run nothing but what it returns, where it must; it `returns_inputs` where what
    is fed is made inside it. What was built where the session ran, `late`, stands behind all else; for what
    was `gathered` there alone, the step need not wait.
    """

    name: str
    sites: tuple[RunSite, ...]
    selected: frozenset[Point]
    state: frozenset[Point]
    parameters: tuple[Point, ...]
    pruned: Refused | None = None
    late: frozenset[Point] = frozenset()
    gathered: frozenset[Point] = frozenset()

    @property
    def arguments(self) -> dict[str, str]:
        """The names of its parameters, by the names that they have in the body: `x` for `self.x` too."""
        return {
            name: name.removeprefix("self.") for point in self.parameters for name in sorted(point.defines)
        }

    @property
    def last(self) -> Point:
        """The last of what it needs, where the function can stand at the earliest."""
        before = {source for point in self.late for source in point.sources}
        return max((self.selected | before) - self.late - self.gathered, key=lambda point: point.index)

    @property
    def updates(self) -> bool:
        """Whether it applies gradients."""
        return any(point.kind is Kind.APPLY for point in self.selected)

    @property
    def gives_values(self) -> bool:
        """Whether a call returns something."""
        return any(not fetch.is_operation for fetch in self.sites[0].fetches)

    @property
    def returns_inputs(self) -> bool:
        """Whether something else than placeholders of the driver is fed, or not the same in each call."""
        return self.sites[0].returns_inputs

    @property
    def is_open(self) -> bool:
        """Whether each call says what it feeds."""
        return self.sites[0].open


def name_of(site: RunSite, selected: frozenset[Point]) -> str:
    """A name for the step of a run, by what it fetches, updates or is given."""
    if isinstance(site.fetched, ast.List) and not site.fetched.elts:
        return "build"
    if site.looped is not None and site.looped.part is not None:
        return site.looped.part.value
    if any(point.kind is Kind.APPLY for point in selected) or site.looped is not None:
        return "train_step"
    if site.summarises:
        return "compute_summary"
    if site.given is not None and isinstance(site.given[1], (ast.Name, ast.Attribute)):
        return f"assign_{_last_name(site.given[1]).strip('_')}"
    return _name_of([fetch.node for fetch in site.fetches])


def name_of_values(fetched: ast.expr) -> str:
    """A name for a step that gives what an expression fetches, and updates nothing."""
    return _name_of(fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched])


def _name_of(values: Sequence[ast.expr]) -> str:
    named = [_last_name(value) for value in values if isinstance(value, (ast.Name, ast.Attribute))]
    return f"compute_{named[0].strip('_')}" if named else "compute_step"


def _last_name(node: ast.Name | ast.Attribute) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id.removeprefix("self.")
