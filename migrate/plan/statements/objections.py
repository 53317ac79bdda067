"""How the checks of a plan say no."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from migrate.model.driver import Driver, Obstacle, Point
from migrate.model.refusal import Refused, object_to


def refuse(
    driver: Driver, code: str, node: ast.AST, found: str, instead: str, *, effect: bool = False
) -> None:
    """Refuse a driver for what stands at a node; for an `effect` alone, a pruned step may do."""
    object_to(Refused(code, driver.path_of(node), node, found, instead, effect=effect))


def refuse_obstacle(obstacles: Sequence[Obstacle]) -> None:
    """Refuse for the gravest of them: what is an effect alone, a pruned step may leave out."""
    worst = next((obstacle for obstacle in obstacles if not obstacle.effect), obstacles[0])
    object_to(Refused("SES205", worst.path, worst.node, worst.what, _way_out(worst), effect=worst.effect))


def _way_out(obstacle: Obstacle) -> str:
    """What to write in the place of an obstacle, by what keeps it out of a step."""
    if obstacle.effect:
        return "fetch it in each run that is to do it, and in a run of its own where nothing else is wanted"
    if obstacle.compares:
        return "compare by `is`, or by names"
    if obstacle.drawn:
        return "draw it in a statement of its own, before the graph"
    return "a plain statement of the block: a call by name, of a function that this program defines once"


def first_line(node: ast.AST) -> str:
    """What a statement is called in a message: its text, without that of the block in it."""
    return ast.unparse(node).splitlines()[0]


def in_order(points: Iterable[Point]) -> list[Point]:
    """As they stand in the text, so that the same program always gives the same finding."""
    return sorted(points, key=lambda point: point.index)
