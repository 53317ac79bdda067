"""The steps of a driver: one function for each set of values that its session computes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.model.facts import Driver, Kind, Point, RunSite

from .names import Names
from .slices import needed
from .soundness import check_left_out, check_shared_state, check_step
from .state import hoisted


@dataclass(frozen=True, eq=False)
class Step:
    """A step function to be.

    `sites` are the run sites that will call it, all alike; `selected` the statements that it needs, and
    `state` those among them that run once, before it; `parameters` the placeholders that it is fed.
    """

    name: str
    sites: tuple[RunSite, ...]
    selected: frozenset[Point]
    state: frozenset[Point]
    parameters: tuple[Point, ...]

    @property
    def last(self) -> Point:
        """The last of its statements, where the function can stand at the earliest."""
        return max(self.selected, key=lambda point: point.index)

    @property
    def updates(self) -> bool:
        """Whether it applies gradients."""
        return any(point.kind is Kind.APPLY for point in self.selected)


def steps_of(driver: Driver, sites: Sequence[RunSite], names: Names) -> tuple[Step, ...]:
    """The steps that the run sites need, in the order in which their functions can stand.

    Raises:
      Refused: a step could compute something else than the session did.
    """
    alike: dict[object, list[RunSite]] = {}
    for site in sites:
        alike.setdefault(_key(driver, site), []).append(site)
    steps = sorted(
        (_step(driver, members, names) for members in alike.values()), key=lambda step: step.last.index
    )
    check_shared_state(driver, [step.selected - step.state for step in steps])
    check_left_out(driver, frozenset[Point]().union(*(step.selected for step in steps)))
    return tuple(steps)


def _key(driver: Driver, site: RunSite) -> object:
    fetched = tuple(ast.dump(fetch.node) for fetch in site.fetches)
    fed = frozenset(point for point, _ in site.feeds)
    return needed(driver, _sources(site)), fetched, site.several, fed


def _sources(site: RunSite) -> Iterator[Point]:
    return (point for fetch in site.fetches for points in fetch.sources.values() for point in points)


def _step(driver: Driver, sites: Sequence[RunSite], names: Names) -> Step:
    selected = needed(driver, _sources(sites[0]))
    for site in sites:
        check_step(driver, site, selected)
    parameters = [point for point, _ in sites[0].feeds]
    name = names.new(_name(sites[0], selected))
    return Step(name, tuple(sites), selected, hoisted(driver, selected), tuple(parameters))


def _name(site: RunSite, selected: frozenset[Point]) -> str:
    if any(point.kind is Kind.APPLY for point in selected):
        return "train_step"
    named = [fetch.node.id for fetch in site.fetches if isinstance(fetch.node, ast.Name)]
    return f"compute_{named[0].strip('_')}" if named else "compute_step"
