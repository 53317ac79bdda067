"""Devices by which a worker of a cluster keeps variables for itself: those of its own task."""

from __future__ import annotations

import ast
import re

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Context
from migrate.model.nodes import nodes_of

from .arguments import argument_of, first_argument
from .servers import made_server
from .texts import pieces_of

_OWN = re.compile(r"/job:(\w+|<job>)(/replica:0)?/task:<task>(/.*)?")


def own_devices(driver: Driver) -> frozenset[ast.withitem]:
    """The `with` items of a block that surely name the task that its server is, and no other."""
    return frozenset(
        item
        for point in driver.points
        for item in point.items(Context.DEVICE)
        if isinstance(item.context_expr, ast.Call)
        and _is_own(driver, point, first_argument(item.context_expr))
    )


def _is_own(driver: Driver, point: Point, device: ast.expr | None) -> bool:
    if isinstance(device, ast.Name):
        sources = point.uses.get(device.id, frozenset())
        if len(sources) != 1:
            return False
        (source,) = sources
        is_named = isinstance(source.node, ast.Assign) and isinstance(source.node.targets[0], ast.Name)
        is_before = source.index < point.index and source.is_straight
        return is_named and is_before and _is_own(driver, source, getattr(source.node, "value", None))
    made = [(one, call) for one in driver.points if (call := made_server(driver.bindings, one.node))]
    return device is not None and bool(made) and all(_names(device, point, *server) for server in made)


def _names(device: ast.expr, point: Point, made: Point, server: ast.Call) -> bool:
    """Whether a device is put together of the same values as the task of a server."""
    values = {"job": argument_of(server, 1, "job_name"), "task": argument_of(server, 2, "task_index")}
    known = {
        ast.dump(value): name
        for name, value in values.items()
        if value is not None
        and all(
            point.reaching.get(inner.id) == made.reaching.get(inner.id)
            for inner in nodes_of(value)
            if isinstance(inner, ast.Name)
        )
    }
    pieces = pieces_of(device)
    if pieces is None:
        return False
    told = [one if isinstance(one, str) else f"<{known.get(ast.dump(one))}>" for one in pieces]
    found = _OWN.fullmatch("".join(told))
    return found is not None and found.group(1) != "ps"
