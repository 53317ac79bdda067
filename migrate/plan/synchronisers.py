"""Optimizers by which the workers of a cluster train in step, and the hooks that they give."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Arguments
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.syntax.servers import made_synchroniser

from .refusing import in_order, refuse
from .steps import Step

_METHODS = ("apply_gradients", "compute_gradients", "make_session_run_hook", "minimize")
_NAMED = ("opt", "replicas_to_aggregate", "total_num_replicas", "use_locking", "name", "replica_id")
_HOOK = "make_session_run_hook"
_INSTEAD = "see `tfmigrate explain CLU203`"


def synchronisers(driver: Driver) -> list[Point]:
    """The statements that make such optimizers."""
    return [one for one in driver.points if made_synchroniser(driver.bindings, one.node) is not None]


def check_synchronisers(driver: Driver, steps: Sequence[Step], *, in_cluster: bool) -> None:
    """Such optimizers update in steps, and give hooks to the session, and nothing else.

    Raises:
      Refused: one of them does something that is not followed.
    """
    made = synchronisers(driver)
    for point in made:
        call = made_synchroniser(driver.bindings, point.node)
        assert call is not None
        if not in_cluster:
            refuse(driver, "CLU203", call, "workers that train in step, without a cluster", _INSTEAD)
        if len(call.args) > 3 or {keyword.arg for keyword in call.keywords} - {*_NAMED}:
            refuse(driver, "CLU203", call, "moving averages of workers that train in step", _INSTEAD)
        if not all(point in step.state for step in steps if point in step.selected):
            refuse(driver, "CLU203", call, "an optimizer that each step would make for itself", _INSTEAD)
        if not any(point in step.selected for step in steps):
            refuse(driver, "CLU203", call, "workers that train in step by what no run needs", _INSTEAD)
    for name in driver.read_beside(made, _METHODS):
        refuse(driver, "CLU203", name, "an optimizer of workers, used in another way", _INSTEAD)


def moved_hooks(driver: Driver, steps: Sequence[Step]) -> dict[Point, list[Point]]:
    """The hooks of such optimizers that must stand behind a step, before which these are made.

    Raises:
      Refused: one of them means something else there.
    """
    made = {one: min(step.last.index for step in steps if one in step.state) for one in synchronisers(driver)}
    if not made:
        return {}
    last = max((step.last for step in steps), key=lambda point: point.index)
    moved: list[Point] = []
    for point in in_order(driver.points):
        is_early = any(point.index < made.get(one, -1) for one in point.sources) and _names_hook(point)
        follows = any(one in moved for one in point.sources)
        if point.index > last.index or not (is_early or follows):
            continue
        kept = {name: sources - {*moved, *made} for name, sources in point.uses.items()}
        same = all(last.reaching.get(name, frozenset()) >= sources for name, sources in kept.items())
        later = any(
            source.index > point.index
            for name in kept
            for source in last.reaching.get(name, ())
            if source not in kept[name] and source.kind not in GRAPH_VALUES
        )
        if point.kind is not Kind.HOST or not point.is_straight or not same or later:
            found = "a hook of workers that train in step, made before the graph"
            refuse(driver, "CLU203", point.node, found, "make it behind the graph")
        moved.append(point)
    return {last: moved} if moved else {}


def _names_hook(point: Point) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == _HOOK for node in ast.walk(point.node))


def synchroniser_edits(driver: Driver) -> Iterator[Arguments]:
    """The edits of what makes such optimizers."""
    for point in synchronisers(driver):
        call = made_synchroniser(driver.bindings, point.node)
        if call is not None:
            yield Arguments(call, function="compat.SyncReplicasOptimizer")
