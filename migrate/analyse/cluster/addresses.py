"""Addresses that a program puts together: which jobs a cluster has, and which of its tasks one is."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from typing import NamedTuple

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.nodes import nodes_of
from migrate.syntax.arguments import argument_of
from migrate.syntax.servers import made_server
from migrate.syntax.texts import pieces_of

from ..names.uses import names_of


class Placed(NamedTuple):
    """An expression, and the statement at which its names stand for what they do there."""

    node: ast.expr
    at: Point

    def is_same(self, other: Placed) -> bool:
        """Whether both give the same, by how they are written and where their names come from."""
        if ast.dump(self.node) != ast.dump(other.node):
            return False
        names = {one.id for one in names_of(self.node)}
        return all(self.at.reaching.get(one) == other.at.reaching.get(one) for one in names)


def given_name(at: Point, node: ast.expr) -> Placed:
    """What an expression stands for: mostly itself, or what the one line above gives that name."""
    sources = at.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset()
    if len(sources) == 1:
        (source,) = sources
        if isinstance(source.node, ast.Assign) and isinstance(source.node.targets[0], ast.Name):
            return given_name(source, source.node.value) if source.index < at.index else Placed(node, at)
    return Placed(node, at)


def jobs_of(bindings: Bindings, at: Point, node: ast.expr | None) -> Mapping[str, Placed] | None:
    """The tasks of each job of a cluster, where the text tells them."""
    if node is None:
        return None
    node, at = given_name(at, node)
    if isinstance(node, ast.Call) and bindings.tensorflow(node.func) == "tf.train.ClusterSpec":
        return jobs_of(bindings, at, argument_of(node, 0, "cluster"))
    if not isinstance(node, ast.Dict):
        return None
    names = [key.value for key in node.keys if isinstance(key, ast.Constant)]
    given = zip(names, node.values, strict=False)
    return {str(name): Placed(one, at) for name, one in given} if len(names) == len(node.keys) else None


def jobs_left(bindings: Bindings, server: Point, points: Collection[Point]) -> set[str] | None:
    """The jobs that a server may have behind some statements, of which other tasks have taken a branch."""
    call = made_server(bindings, server.node)
    name = None if call is None else argument_of(call, 1, "job_name")
    jobs = jobs_of(bindings, server, None if call is None else argument_of(call, 0, "server_or_cluster_def"))
    if call is None or name is None or jobs is None:
        return None
    others = {
        value[1]
        for one in points
        if isinstance(one.node, ast.If) and one.is_of_tasks and one.goes_on is one.node.orelse
        if (value := compared(one.node.test)) is not None and ast.dump(value[0]) == ast.dump(name)
        if server.index < one.index
    }
    return jobs.keys() - others


def compared(test: ast.expr) -> tuple[ast.expr, str] | None:
    """What a condition compares with a text, and the text."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
        return None
    value = test.comparators[0]
    return (
        (test.left, value.value) if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
    )


def own_server(driver: Driver, opened: Point, master: ast.expr) -> tuple[str, frozenset[Point]] | None:
    """The name of the server whose address a session is given, in the place of its target, and what makes it.

    The task has one server, whose job and index are those that the address is looked up by.
    """
    servers = frozenset(one for one in driver.points if made_server(driver.bindings, one.node) is not None)
    if len(servers) != 1:
        return None
    (server,) = servers
    call = made_server(driver.bindings, server.node)
    assert isinstance(server.node, ast.Assign)
    assert isinstance(server.node.targets[0], ast.Name)
    name = server.node.targets[0].id
    index = None if call is None else argument_of(call, 2, "task_index")
    text, at = given_name(opened, master)
    pieces = [one for one in pieces_of(text) or () if one]
    task = pieces[1] if len(pieces) == 2 and pieces[0] == "grpc://" else None
    is_before = server.index < opened.index and opened.reaching.get(name) == servers
    if call is None or index is None or not isinstance(task, ast.Subscript):
        return None
    if not (is_before and _is_sure(server)) or not Placed(task.slice, at).is_same(Placed(index, server)):
        return None
    if any(one.arg == "protocol" for one in call.keywords) or len(call.args) > 3:
        return None
    jobs = jobs_of(driver.bindings, server, argument_of(call, 0, "server_or_cluster_def")) or {}
    own = {job for job, hosts in jobs.items() if Placed(task.value, at).is_same(hosts)}
    return (name, servers) if len(own) == 1 and own == _own_job(driver, server, opened) else None


def _own_job(driver: Driver, server: Point, opened: Point) -> set[str] | None:
    """The job that a task has where a session is opened."""
    call = made_server(driver.bindings, server.node)
    job = None if call is None else argument_of(call, 1, "job_name")
    if job is None:
        return None
    if isinstance(job, ast.Constant):
        return {str(job.value)}
    for header in (one for one in opened.parents if isinstance(one.node, ast.If)):
        assert isinstance(header.node, ast.If)
        asked = compared(header.node.test)
        inside = {node for one in header.node.body for node in nodes_of(one)}
        is_asked = asked is not None and Placed(asked[0], header).is_same(Placed(job, server))
        if asked is not None and is_asked and opened.node in inside:
            return {asked[1]}
    before = [one for one in driver.points if one.index < opened.index and _is_sure(one)]
    same = [one for one in before if _asks_same(one, Placed(job, server))]
    return jobs_left(driver.bindings, server, same)


def _asks_same(point: Point, job: Placed) -> bool:
    asked = compared(point.node.test) if isinstance(point.node, ast.If) else None
    return asked is not None and Placed(asked[0], point).is_same(job)


def _is_sure(point: Point) -> bool:
    """Whether each task that trains comes to a statement."""
    around = (one for one in point.parents if not one.is_of_tasks)
    return all(isinstance(one.node, ast.With) for one in around)
