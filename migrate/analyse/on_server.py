"""Sessions that a block opens by itself on its server, with nothing that looks after them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import OnServer
from migrate.syntax.arguments import argument_of
from migrate.syntax.done_queues import done_queues
from migrate.syntax.servers import SESSIONS

from .tasks import session_server, target_of
from .tree import Tree


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
        for call in _openings(driver, point)
    ]
    first = next(
        (one for one in opened if one[2] is not None and _is_on_server(driver, one[0], one[2])), None
    )
    if first is None:
        return None
    point, opening, target = first
    if driver.methods or driver.takes is not None or driver.gives:
        _refuse(driver, opening, "a session on a server, of an object")
    name = session_server(tree, driver, point, opening, target)
    for other, call, machine in opened:
        if machine is None or not _is_on_server(driver, other, machine):
            _refuse(driver, call, "a session of another machine, beside one on a server")
        if session_server(tree, driver, other, call, machine) != name:
            _refuse(driver, call, "sessions on several servers")
    assert name is not None
    return OnServer(point, opening, name)


def _openings(driver: Driver, point: Point) -> Iterator[ast.Call]:
    for root in point.own_nodes:
        for node in nodes_of(root):
            if isinstance(node, ast.Call) and driver.bindings_at(point).tensorflow(node.func) in SESSIONS:
                yield node


def _is_on_server(driver: Driver, point: Point, target: ast.expr) -> bool:
    return target_of(driver.bindings, point, target) is not None


def _refuse(driver: Driver, node: ast.AST, found: str) -> None:
    raise Refused("CLU201", driver.path_of(node), node, found, "see `tfmigrate explain CLU201`")
