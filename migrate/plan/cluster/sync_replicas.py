"""Optimizers by which the workers of a cluster train in step, and the hooks that they give."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Arguments
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import nodes_of
from migrate.syntax.servers import BEGINNING, RUNNER, TOKENS, made_synchroniser

from ..statements.objections import in_order, refuse
from ..steps.step import Step
from ..steps.sync_conditions import decided

METHODS = ("apply_gradients", "compute_gradients", "make_session_run_hook", "minimize")
_NAMED = ("opt", "replicas_to_aggregate", "total_num_replicas", "use_locking", "name", "replica_id")
_STARTING = (RUNNER, TOKENS, *sorted(BEGINNING))
_HOOK = "make_session_run_hook"
_INSTEAD = "one optimizer, made once in the graph, whose update the workers run"


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
    _check_parts(driver, steps)
    _check_decided(driver, steps)
    for name in driver.read_beside(made, METHODS):
        if not _starts(driver, name):
            refuse(driver, "CLU203", name, "an optimizer of workers, used in another way", _INSTEAD)


def _starts(driver: Driver, name: ast.Name) -> bool:
    """Whether a name stands where a program takes what starts such an optimizer."""
    for point in driver.points:
        for node in point.nodes:
            if isinstance(node, ast.Attribute) and node.value is name:
                return point.kind not in GRAPH_VALUES and node.attr in _STARTING
    return False


def _check_parts(driver: Driver, steps: Sequence[Step]) -> None:
    """What starts such an optimizer is taken of it behind the step by which it updates."""
    behind = _made_before(driver, steps)
    for point in driver.points:
        attributes = {node.attr for node in nodes_of(point.node) if isinstance(node, ast.Attribute)}
        is_part = point.kind is Kind.HOST and not attributes.isdisjoint({RUNNER, TOKENS})
        if is_part and any(point.index < behind.get(one, -1) for one in point.sources):
            found = "what starts workers that train in step, before all of their graph is made"
            refuse(driver, "CLU203", point.node, found, "make it behind the graph")


def _check_decided(driver: Driver, steps: Sequence[Step]) -> None:
    """What a condition decides before a step, nothing that stays looks for where it stood."""
    moved = frozenset[Point]().union(*(step.selected for step in steps))
    for step in steps:
        wholes = list(decided(driver, step.selected))
        for whole in wholes:
            if not (whole.isdisjoint(step.state) or whole <= step.state):
                node = in_order(whole)[0].node
                found = "a condition on training in step, of which other steps need a part"
                refuse(driver, "CLU203", node, found, "decide on that alone")
        within = {one for whole in wholes for one in whole} & step.state
        for point in in_order(within):
            given = point.defines | point.mutates
            for other in driver.points:
                seen = given & (other.uses.keys() | other.defines | other.mutates)
                if seen and other not in moved and point.index < other.index <= step.last.index:
                    found = f"{min(seen)}, used before all of the graph is made that it belongs to"
                    refuse(driver, "CLU203", other.node, found, "use it behind the graph")


def _made_before(driver: Driver, steps: Sequence[Step]) -> dict[Point, int]:
    """Where such optimizers are made at the earliest: before the first step that needs them."""
    made = {}
    for one in synchronisers(driver):
        made[one] = min((step.last.index for step in steps if one in step.state), default=-1)
    return made


def moved_hooks(driver: Driver, steps: Sequence[Step]) -> dict[Point, list[Point]]:
    """The hooks of such optimizers that must stand behind a step, before which these are made.

    Raises:
      Refused: one of them means something else there.
    """
    made = _made_before(driver, steps)
    if not made:
        return {}
    state = frozenset[Point]().union(*(step.state for step in steps))
    last = max((step.last for step in steps), key=lambda point: point.index)
    moved: list[Point] = []
    for point in in_order(driver.points):
        is_early = any(point.index < made.get(one, -1) for one in point.sources) and _names_hook(point)
        follows = any(one in moved for one in point.sources)
        if point.index > last.index or point in state or not (is_early or follows):
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
    return any(isinstance(node, ast.Attribute) and node.attr == _HOOK for node in nodes_of(point.node))


def synchroniser_edits(driver: Driver) -> Iterator[Arguments]:
    """The edits of what makes such optimizers."""
    for point in synchronisers(driver):
        call = made_synchroniser(driver.bindings, point.node)
        if call is not None:
            yield Arguments(call, function="compat.SyncReplicasOptimizer")
