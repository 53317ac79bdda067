"""Savers that stand before the variables that they save, and writers that do before a cluster is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import GRAPH_STATE, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to

from ..steps.step import Step
from .created_once import has_state
from .saved_lists import Listing


def moved_savers(
    driver: Driver, steps: Sequence[Step], listings: Mapping[Point, Listing]
) -> dict[Point, list[Point]]:
    """The savers that must stand behind a step, whose variables are made where it is defined.

    What some of them are told to save goes with them.

    Raises:
      Refused: one of them is used before, or means something else there.
    """
    found: dict[Point, list[Point]] = {}
    last = _last_with_new_variables(steps)
    for point in driver.points if last is not None else ():
        if last is not None and point.kind is Kind.SAVER and point.index < last.index:
            chosen = listings[point].points if point in listings else frozenset()
            if not _may_move(driver, point, last, chosen):
                what, instead = "a saver that is used before the graph is built", "make it after the graph"
                raise Refused("SES217", driver.path, point.node, what, instead)
            found.setdefault(last, []).append(point)
    return found


def moved_writers(driver: Driver, steps: Sequence[Step]) -> dict[Point, list[Point]]:
    """The writers of event files that must stand behind the first step, where a cluster's store is made.

    A process has other devices from there on, on which what it made before is not found.

    Raises:
      Refused: one of them is used before, or means something else there.
    """
    first = min((step.last for step in steps), key=lambda point: point.index)
    early = [one for one in driver.points if one.kind is Kind.WRITER and one.index < first.index]
    for point in early:
        if not _may_move(driver, point, first, frozenset()):
            what = "a writer of event files that is used before the cluster's variables are known"
            raise Refused("SES218", driver.path, point.node, what, "make it after the graph")
    return {first: early} if early else {}


_GRAPH_FILE = re.compile(r"\S*\.meta\b\S*")


def check_graph_files(modules: Sequence[ModuleFacts]) -> None:
    """No code asks for the graphs that savers wrote beside the values, since steps have none to write.

    Raises:
      Refused: some code names such a file.
    """
    for module in (one.bindings.module for one in modules):
        for node in nodes_of(module.tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and _GRAPH_FILE.fullmatch(text):
                found = f"{ast.unparse(node)}, the file of a graph, which a saver writes beside the values"
                object_to(Refused("SES218", module.path, node, found, "ask for the .index file"))


def _may_move(driver: Driver, point: Point, last: Point, chosen: frozenset[Point]) -> bool:
    """Whether a statement, with what is `chosen` for it, means the same behind another one."""
    used = min((one.index for one in driver.points if point in one.sources), default=last.index + 1)
    uses = [use for one in (point, *chosen) for use in one.uses.items()]
    named = {name: sources - chosen for name, sources in uses if name not in GRAPH_STATE}
    same = all(last.reaching.get(name, sources) - chosen == sources for name, sources in named.items())
    return point.is_straight and same and used > last.index


def _last_with_new_variables(steps: Sequence[Step]) -> Point | None:
    """Where the last step stands that makes variables which no step before it has made."""
    made: frozenset[Point] = frozenset()
    last = None
    for step in steps:
        if any(has_state(point) or Role.OBJECT in point.roles for point in step.selected - made):
            last = step.last
        made |= step.selected
    return last
