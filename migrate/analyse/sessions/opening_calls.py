"""Calls that open a session by themselves: where a block may have one, as the only session in it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind, Role

from ..program.tree import Tree
from .monitored_session import check_collections


@dataclass(frozen=True)
class Told:
    """What such a call is refused for: it may run `again`, it is `of_object`, another session is `beside`."""

    again: str
    of_object: str
    beside: str


def check_session_alone(
    tree: Tree,
    driver: Driver,
    point: Point,
    call: ast.Call,
    told: Told,
    refuse: Callable[[ast.AST, str], None],
) -> None:
    """A call at a point runs once, in a block that has no other session.

    Raises:
      Refused: it does not, by `refuse`, or something may look into a collection that its session has.
    """
    if not driver.runs_once(point) or driver.callee(point) is not None:
        refuse(call, told.again)
    if driver.methods or driver.takes is not None or driver.gives or driver.continued:
        refuse(call, told.of_object)
    for other in driver.points:
        if other is not point and (other.kind is Kind.RUN or other.roles & {Role.SESSION, Role.LOOP}):
            refuse(other.node, told.beside)
    for node in point.nodes:
        if node is not call and tree.call_role(driver.bindings, node)[0] is Role.LOOP:
            refuse(node, told.beside)
    check_collections(tree, driver)
