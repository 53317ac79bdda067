"""How programs start the threads of queue runners: all at once, or one by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.nodes import calls_in, nodes_of

STARTING_ALL = ("tf.train.start_queue_runners", "tf.train.queue_runner.start_queue_runners")
_STARTING = ("start_queue_runners", "StartQueueRunners")


def started_list(module: ast.Module, runners: ast.Call) -> str | None:
    """The name in `name = runners`, a list of queue runners, if all that is done with it is to start them.

    By a Supervisor's `start_queue_runners(session, name)`; a program may also say how many there are.
    """
    made = (node for node in nodes_of(module) if isinstance(node, ast.Assign) and node.value is runners)
    node = next(made, None)
    target = node.targets[0] if node is not None and len(node.targets) == 1 else None
    if not isinstance(target, ast.Name):
        return None
    calls = [one for one in calls_in(module) if one.args]
    followed = {
        one.args[-1]
        for one in calls
        if isinstance(one.func, ast.Name)
        and one.func.id == "len"
        or isinstance(one.func, ast.Attribute)
        and one.func.attr in _STARTING
        and len(one.args) == 2
    }
    names = [one for one in nodes_of(module) if isinstance(one, ast.Name) and one.id == target.id]
    return target.id if all(one in followed or one is target for one in names) else None


def starting_loop(module: ast.Module, runners: ast.Call) -> ast.For | None:
    """The loop through `runners`, a list of queue runners, if all that it does is to start their threads."""
    loops = (node for node in nodes_of(module) if isinstance(node, ast.For) and node.iter is runners)
    loop = next(loops, None)
    if loop is None or not isinstance(loop.target, ast.Name) or loop.orelse:
        return None
    return loop if all(_starts(statement, loop.target.id) for statement in loop.body) else None


def sessions_of_threads(loop: ast.For | None) -> Iterator[ast.expr]:
    """The sessions that such a loop gives to the threads."""
    for node in nodes_of(loop) if loop is not None else ():
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "create_threads":
            yield from node.args[:1]
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "sess")


def _starts(statement: ast.stmt, runner: str) -> bool:
    """Whether a statement is `threads.extend(runner.create_threads(…))`, with other names perhaps."""
    if isinstance(statement, ast.AugAssign):
        return _creates(statement.value, runner)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
        return False
    is_extend = call.func.attr == "extend" and len(call.args) == 1 and not call.keywords
    return _creates(call.args[0] if is_extend else call, runner)


def _creates(node: ast.expr, runner: str) -> bool:
    method = node.func if isinstance(node, ast.Call) else None
    if not (isinstance(method, ast.Attribute) and method.attr == "create_threads"):
        return False
    return isinstance(method.value, ast.Name) and method.value.id == runner


def lists_runners(symbol: str | None, call: ast.Call) -> bool:
    """Whether a call of `symbol` gives the queue runners of the graph."""
    key = call.args[0] if call.args else None
    return symbol == "tf.get_collection" and isinstance(key, ast.Attribute) and key.attr == "QUEUE_RUNNERS"
