"""Queues by which workers say that they are done: a server tells when all have left."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Piece
from migrate.syntax.done_queues import done_queues


def of_queues(driver: Driver) -> frozenset[ast.stmt]:
    """The statements of a block that have to do with such queues alone, and go."""
    found = done_queues(driver.bindings)
    return found.statements if found is not None else frozenset()


def waiting(driver: Driver) -> dict[Point, str]:
    """The statements by which a task that serves waits for the workers, each with the name of its server."""
    found = done_queues(driver.bindings)
    waits = found.waits if found is not None else {}
    return {driver.at[node]: server for node, server in waits.items() if node in driver.at}


def joined(driver: Driver) -> Iterator[tuple[Point, Piece]]:
    """What stands where a task waited: it goes on there when all workers have left."""
    for point, server in waiting(driver).items():
        yield point, Code(f"{server}.join()")


def told_of_queues(driver: Driver) -> Iterator[Diagnostic]:
    """What the report says of it."""
    for point in waiting(driver):
        found = "queues by which workers say that they are done: join() returns when all have left"
        yield Diagnostic("CLU121", Severity.INFO, Span.of(driver.path, point.node), found, "docs/cluster.md")
