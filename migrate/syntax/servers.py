"""Servers of tasks, and what has these train in step, as TensorFlow 1 programs make them."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings

SERVER = "tf.train.Server"
SUPERVISOR = "tf.train.Supervisor"
SYNCHRONISER = "tf.train.SyncReplicasOptimizer"


def made_server(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `server = tf.train.Server(…)`."""
    return _made(bindings, node, SERVER)


def made_synchroniser(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `optimizer = tf.train.SyncReplicasOptimizer(…)`."""
    return _made(bindings, node, SYNCHRONISER)


def _made(bindings: Bindings, node: ast.stmt, symbol: str) -> ast.Call | None:
    is_named = isinstance(node, ast.Assign) and [type(one) for one in node.targets] == [ast.Name]
    call = node.value if isinstance(node, ast.Assign) else None
    is_call = isinstance(call, ast.Call) and bindings.tensorflow(call.func) == symbol
    return call if is_named and is_call and isinstance(call, ast.Call) else None


def made_supervisor(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `supervisor = tf.train.Supervisor(…)`."""
    return _made(bindings, node, SUPERVISOR)
