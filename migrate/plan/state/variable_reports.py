"""Statements that tell which variables there are: they run behind the steps, where the store lists these."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Kept
from migrate.model.kinds import MAKING_VARIABLES


def inventories(driver: Driver, last: Point, left_out: Collection[Point]) -> Iterator[Point]:
    """Those that follow the statement `last`, with which the graph of an object is complete.

    None where variables are among what is `left_out` of that: a store would not list them.
    """
    if any(point.roles & MAKING_VARIABLES for point in left_out):
        return
    for point in driver.points:
        if point.tells_variables and point.is_straight and point.index > last.index:
            yield point


def inventory(point: Point, variables: str) -> Block:
    """What stands for a statement that lists variables; `variables` is the name of the store."""
    return Block(Code(f"with {variables}.listed():"), (Kept(point.node),))
