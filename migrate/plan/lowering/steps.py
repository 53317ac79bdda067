"""The steps of a driver: one function for each set of values that its session computes."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.model.refusal import Refused, Words, object_to, trial
from migrate.model.runs import RunSite
from migrate.model.towers import TowerLoop

from ..legality.shared_state import check_shared_state, left_out_before
from ..legality.soundness import check_pruned, check_step
from ..state.created_once import hoisted, in_all
from ..statements.new_names import Names
from ..steps.late_building import is_late
from ..steps.lists_of_parts import gathered
from ..steps.slices import needed
from ..steps.step import Step, name_of


def steps_of(
    driver: Driver, sites: Sequence[RunSite], tower: TowerLoop | None, names: Names
) -> tuple[Step, ...]:
    """The steps that the run sites need, in the order in which their functions can stand.

    Raises:
      Refused: a step could compute something else than the session did.
    """
    alike: dict[object, list[RunSite]] = {}
    for site in sites:
        alike.setdefault(_key(driver, site), []).append(site)
    steps = [_step(driver, members, tower, names) for members in alike.values()]
    steps = [] if not steps else _with_earlier(driver, steps, tower)
    steps = _with_saved(driver, steps_in_order(steps), tower)
    state = in_all(driver, [(step.selected, step.state) for step in steps])
    steps = [replace(step, state=step.state & state) for step in steps]
    check_shared_state(driver, [(step.selected, step.state) for step in steps])
    return tuple(steps)


def steps_in_order(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps in the order in which their functions can stand; what all need stands by the first."""
    return tuple(sorted(steps, key=lambda step: step.last.index))


def check_steps(driver: Driver, steps: Sequence[Step], tower: TowerLoop | None) -> None:
    """The steps compute what the session did, each by itself and all together.

    Raises:
      Refused: they might compute something else.
    """
    for step in steps:
        for site in step.sites:
            if step.pruned is None:
                check_step(driver, site, step.selected, tower)
            else:
                check_pruned(driver, site, step.selected, tower)
    check_shared_state(driver, [(step.selected, step.state) for step in steps])


def _with_earlier(driver: Driver, steps: Sequence[Step], tower: TowerLoop | None) -> list[Step]:
    """The steps, each with what others make before something of its own that only its order names."""
    wholes = list(steps)
    while tower is None:
        state = in_all(driver, [(step.selected, step.state) for step in wholes])
        left_out = left_out_before(driver, [(step.selected, step.state & state) for step in wholes])
        more = [
            needed(driver, missing) - step.selected for step, missing in zip(wholes, left_out, strict=True)
        ]
        if not any(more):
            break
        wholes = [
            _made(driver, step.sites, step.selected | one, tower, step.name) if one else step
            for step, one in zip(wholes, more, strict=True)
        ]
    return wholes


def _with_saved(driver: Driver, steps: Sequence[Step], tower: TowerLoop | None) -> list[Step]:
    """The steps; the first makes the variables, too, that no run needs and that a saver behind them saves."""
    selected = frozenset[Point]().union(*(step.selected for step in steps))
    last = max((point.index for point in driver.points if point.saves), default=0)
    saved = {
        point
        for point in driver.points
        if point.kind is Kind.STATE and point.index < last and not _tells_collections(point)
    }
    if not steps or tower is not None or saved <= selected:
        return list(steps)
    first, *others = steps
    whole = first.selected | needed(driver, saved - selected)
    return [_made(driver, first.sites, whole, tower, first.name), *others]


def _tells_collections(point: Point) -> bool:
    """Whether a statement says which collections a variable is in: a saver may save none of it."""
    return any(isinstance(node, ast.keyword) and node.arg == "collections" for node in point.nodes)


def _key(driver: Driver, site: RunSite) -> object:
    fetched = ast.dump(site.fetched)
    fed = [feed.placeholder or ast.dump(feed.key) for feed in site.feeds]
    in_order = site.returns_inputs and not site.open
    return _needed(driver, site), fetched, tuple(fed) if in_order else frozenset(fed), site.open


def _needed(driver: Driver, site: RunSite) -> frozenset[Point]:
    """What a run needs: what it fetches, and what is fed in the place of a part of the graph."""
    if not site.returns_inputs:
        return needed(driver, site.sources)
    fed = (point for feed in site.feeds for points in feed.sources.values() for point in points)
    return needed(driver, (*site.sources, *fed))


def _step(driver: Driver, sites: Sequence[RunSite], tower: TowerLoop | None, names: Names) -> Step:
    selected = _needed(driver, sites[0])
    return _made(driver, sites, selected, tower, names.new(name_of(sites[0], selected)))


def _made(
    driver: Driver, sites: Sequence[RunSite], selected: frozenset[Point], tower: TowerLoop | None, name: str
) -> Step:
    pruned = _effect_of(driver, sites, selected, tower)
    for site in sites if pruned is not None else ():
        check_pruned(driver, site, selected, tower)
    parameters = [feed.placeholder for feed in sites[0].feeds if feed.placeholder is not None]
    late = frozenset(point for point in selected if is_late(driver, point))
    if late and tower is not None:
        node = min(late, key=lambda point: point.index).node
        raise Refused("SES206", driver.path, node, "a graph that grows while it runs", "build it before")
    state, behind = hoisted(driver, selected), gathered(driver, selected)
    return Step(name, tuple(sites), selected, state, tuple(parameters), pruned, late, behind)


def _effect_of(
    driver: Driver, sites: Sequence[RunSite], selected: frozenset[Point], tower: TowerLoop | None
) -> Refused | None:
    """The effect for which a step must run only what it returns can; None where it may run all of it.

    What it is refused for otherwise is put aside at once, where that is done, without another plan of all.
    """
    met = set[Words]()
    while True:
        try:
            with trial():
                for site in sites:
                    check_step(driver, site, selected, tower)
            return None
        except Refused as refusal:
            if refusal.effect and (tower is None or tower.point not in selected):
                return refusal
            if refusal.words in met:
                raise
            met.add(refusal.words)
            object_to(refusal)
