"""Slots: an optimizer that is made before all steps has its slots once a step that updates by it is traced.

TensorFlow 1 made them where the update was built, and whoever asked behind that found them. A step that asks
is traced behind every step that has such an update, or has it itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.syntax.slots import asked_for_slots

from ..statements.objections import first_line, in_order, refuse
from ..steps.step import Step


def check_slots(driver: Driver, steps: Sequence[Step]) -> None:
    """Each step finds the slots that the graph's code found; `steps` are in the order in which they stand.

    Raises:
      Refused: one is traced before those that make them.
    """
    updates = [point for point in driver.points if point.kind is Kind.APPLY]
    traced = frozenset[Point]()
    for step in steps:
        traced |= step.selected
        for point in in_order(step.selected - step.state):
            asked = frozenset(_asked(point)) & step.state
            before = (one for one in updates if one.index < point.index and one.sources & asked)
            late = next((one for one in before if one not in traced), None)
            if late is not None:
                found = f"`{first_line(point.node)}`, which asks for slots before `{first_line(late.node)}`"
                found += " is traced, which makes them"
                refuse(
                    driver, "SES252", point.node, found, "fetch them together with the update, or behind it"
                )


def _asked(point: Point) -> Iterator[Point]:
    """The optimizers that a statement may ask."""
    for root in point.own_nodes:
        for asked in asked_for_slots(root):
            named = point.uses.get(asked.id) if isinstance(asked, ast.Name) else None
            yield from (one for one in named or point.sources if one.kind is Kind.OPTIMIZER)
