"""Programs that only serve: they make a server of a cluster, and stay, while others train on it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in, nodes_of

from .servers import SERVER, made_server, sleeps_on


@dataclass(frozen=True, eq=False)
class ServerAlone:
    """A server that a program makes, with the statements by which the program stays while that serves.

    `name` is what it is called; it is empty where the call is joined at once.
    """

    making: ast.Call
    name: str
    staying: tuple[ast.stmt, ...]


def servers_alone(bindings: Bindings) -> list[ServerAlone]:
    """The servers of a module that does no more with them than to stay; none, if it does more with one."""
    tree = bindings.module.tree
    calls = [node for node in calls_in(tree) if bindings.tensorflow(node.func) == SERVER]
    found = [one for call in calls if (one := _alone(bindings, call)) is not None]
    return found if len(found) == len(calls) and len({one.name for one in found}) == len(found) else []


def _alone(bindings: Bindings, call: ast.Call) -> ServerAlone | None:
    tree = bindings.module.tree
    statements = [node for node in nodes_of(tree) if isinstance(node, ast.stmt)]
    at_once = tuple(one for one in statements if _joined(one) is call)
    if at_once:
        return ServerAlone(call, "", at_once)
    made = next((one for one in statements if made_server(bindings, one) is call), None)
    if not isinstance(made, ast.Assign) or not isinstance(made.targets[0], ast.Name):
        return None
    name = made.targets[0].id
    joins = tuple(one for one in statements if _named(_joined(one)) == name)
    plain = {node.value for node in nodes_of(tree) if isinstance(node, ast.Attribute) and node.attr in _READ}
    uses = [node for node in nodes_of(tree) if isinstance(node, ast.Name) and node.id == name]
    if any(node not in plain for node in uses if node is not made.targets[0]):
        return None
    staying = (*joins, *_sleeping(tree, made))
    return ServerAlone(call, name, staying) if staying else None


_READ = ("join", "server_def", "target")


def _joined(node: ast.stmt) -> ast.expr | None:
    """What is joined by a statement that does nothing else."""
    call = node.value if isinstance(node, ast.Expr) else None
    method = call.func if isinstance(call, ast.Call) and not call.args and not call.keywords else None
    return method.value if isinstance(method, ast.Attribute) and method.attr == "join" else None


def _named(node: ast.expr | None) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def _sleeping(tree: ast.Module, made: ast.stmt) -> Iterator[ast.stmt]:
    """The sleeps in the block in which a server is made."""
    for block in nodes_of(tree):
        body = getattr(block, "body", None)
        if isinstance(body, list) and made in body:
            yield from (one for one in body[body.index(made) :] if sleeps_on(one))
