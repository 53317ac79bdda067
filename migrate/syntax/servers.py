"""Servers of tasks, and what has these train in step, as TensorFlow 1 programs make them."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of

SESSIONS = ("tf.InteractiveSession", "tf.Session")
SERVER = "tf.train.Server"
LOCAL_SERVER = "tf.train.Server.create_local_server"
SUPERVISOR = "tf.train.Supervisor"
SCAFFOLD = "tf.train.Scaffold"
SYNCHRONISER = "tf.train.SyncReplicasOptimizer"
# What a program of a cluster looks like that is followed, for messages.
FOLLOWED = "a server made before the graph, server.join() on the ps, one session on server.target"
# Methods of such an optimizer by which a program starts it, without a hook: what applies gradients, and the
# first tokens; and attributes that tell a session how the workers' own variables begin.
RUNNER = "get_chief_queue_runner"
TOKENS = "get_init_tokens_op"
BEGINNING = frozenset({"chief_init_op", "local_step_init_op", "ready_for_local_init_op"})


def made_server(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `server = tf.train.Server(…)`."""
    return _made(bindings, node, SERVER)


def made_local_server(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `server = tf.train.Server.create_local_server()`: sessions on it are of this process."""
    return _made(bindings, node, LOCAL_SERVER)


def is_local_target(bindings: Bindings, node: ast.AST) -> bool:
    """Whether an expression is the target of such a server, which alone has its name in the module."""
    if not (isinstance(node, ast.Attribute) and node.attr == "target" and isinstance(node.value, ast.Name)):
        return False
    name = node.value.id
    stored = [
        one
        for one in nodes_of(bindings.module.tree)
        if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)
    ]
    made = [
        one
        for one in nodes_of(bindings.module.tree)
        if isinstance(one, ast.Assign) and made_local_server(bindings, one) and one.targets[0] in stored
    ]
    return bool(made) and len(made) == len(stored)


def made_synchroniser(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `optimizer = tf.train.SyncReplicasOptimizer(…)`."""
    return _made(bindings, node, SYNCHRONISER)


def _made(bindings: Bindings, node: ast.stmt, symbol: str) -> ast.Call | None:
    is_named = isinstance(node, ast.Assign) and [type(one) for one in node.targets] == [ast.Name]
    call = node.value if isinstance(node, ast.Assign) else None
    is_call = isinstance(call, ast.Call) and bindings.tensorflow(call.func) == symbol
    return call if is_named and is_call and isinstance(call, ast.Call) else None


def made_scaffold(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `scaffold = tf.train.Scaffold(…)`."""
    return _made(bindings, node, SCAFFOLD)


def made_supervisor(bindings: Bindings, node: ast.stmt) -> ast.Call | None:
    """The call in `supervisor = tf.train.Supervisor(…)`."""
    return _made(bindings, node, SUPERVISOR)


def sleeps_on(node: ast.stmt) -> bool:
    """Whether a statement keeps a task there that serves: it sleeps for hours, or again and again."""
    if isinstance(node, ast.While):
        is_endless = isinstance(node.test, ast.Constant) and bool(node.test.value) and not node.orelse
        return is_endless and all(_slept(one) is not None for one in node.body)
    seconds = _slept(node)
    return seconds is not None and (_number(seconds) or 0) >= _LONG


_LONG = 2 * 3600  # seconds


def _slept(node: ast.stmt) -> ast.expr | None:
    """The seconds in `time.sleep(seconds)`."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return None
    is_sleep = isinstance(call.func, ast.Attribute) and ast.unparse(call.func) == "time.sleep"
    return call.args[0] if is_sleep else None


def _number(node: ast.expr) -> float | None:
    """A number, also one that is written as `2 ** 16` or `60 * 60`."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (int, float)) else None
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Pow))):
        return None
    left, right = _number(node.left), _number(node.right)
    if left is None or right is None or abs(left) > _BASE or abs(right) > _BASE:
        return None
    return left * right if isinstance(node.op, ast.Mult) else float(left) ** right


_BASE = 10**5  # of what is no more than a wait
