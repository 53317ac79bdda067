"""Sessions that a block opens by itself on its server, with nothing that looks after them."""

from __future__ import annotations

import ast
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.refusal import Refused
from migrate.model.runs import OnServer
from migrate.syntax.arguments import argument_of
from migrate.syntax.done_queues import done_queues
from migrate.syntax.servers import FOLLOWED, SESSIONS

from ..cluster.tasks import session_server, target_of
from ..program.tree import Tree
from .with_items import openings


def session_on_server(tree: Tree, driver: Driver) -> OnServer | None:
    """The session that a block opens on its server, or the first of several, if it does.

    Raises:
      Refused: it is used in a way that is not followed, or sessions of other machines are beside it.
    """
    queues = done_queues(driver.bindings)
    of_queues = queues.statements if queues is not None else frozenset()
    opened = [
        (point, call, argument_of(call, 0, "target"))
        for point in driver.points
        if point.node not in of_queues
        for call in openings(driver, point, SESSIONS)
    ]
    served = [one for one in opened if _is_on_server(driver, one[0], one[2])]
    if not served:
        return None
    point, opening, _ = served[0]
    if driver.methods or driver.takes is not None or driver.gives:
        _refuse(driver, opening, "a session on a server, of an object")
    for other in opened:
        if other not in served:
            _refuse(driver, other[1], "a session of another machine, beside one on a server")
    names = {session_server(tree, driver, *one) for one in served}
    name = names.pop()
    if name is None or names:
        _refuse(driver, opening, "sessions on several servers")
    return OnServer(point, opening, name)


def _is_on_server(driver: Driver, point: Point, target: ast.expr | None) -> bool:
    return target is not None and target_of(driver.bindings, point, target) is not None


def _refuse(driver: Driver, node: ast.AST, found: str) -> NoReturn:
    raise Refused("CLU201", driver.path_of(node), node, found, FOLLOWED)
