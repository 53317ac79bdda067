"""How the checks of a plan say no."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import NoReturn

from migrate.model.driver import Driver, Obstacle, Point
from migrate.model.refusal import Refused


def refuse(
    driver: Driver, code: str, node: ast.AST, found: str, instead: str, *, effect: bool = False
) -> NoReturn:
    """Refuse a driver for what stands at a node; for an `effect` alone, a pruned step may do."""
    raise Refused(code, driver.path_of(node), node, found, instead, effect=effect)


def refuse_obstacle(obstacles: Sequence[Obstacle]) -> NoReturn:
    """Refuse for the gravest of them: what is an effect alone, a pruned step may leave out."""
    worst = next((obstacle for obstacle in obstacles if not obstacle.effect), obstacles[0])
    instead = "see `tfmigrate explain SES205`"
    raise Refused("SES205", worst.path, worst.node, worst.what, instead, effect=worst.effect)


def in_order(points: Iterable[Point]) -> list[Point]:
    """As they stand in the text, so that the same program always gives the same finding."""
    return sorted(points, key=lambda point: point.index)
