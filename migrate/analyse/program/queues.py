"""Queues that queue runners fill, and staging areas, which the text shows whole."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of, place_in_text

_QUEUES = frozenset(
    f"{home}.{name}"
    for home in ("tf", "tf.queue")
    for name in ("FIFOQueue", "PaddingFIFOQueue", "RandomShuffleQueue")
)
_RUNNERS = frozenset({"tf.train.QueueRunner", "tf.train.queue_runner.QueueRunner"})
_PUTTING = frozenset({"enqueue", "enqueue_many"})
_TAKING = frozenset({"dequeue", "dequeue_many", "dequeue_up_to"})
_ASKING = frozenset({"dtypes", "name", "names", "queue_ref", "shapes"})


def is_run_by_runner(bindings: Bindings, call: ast.Call) -> bool:
    """Whether a call of `enqueue` gives what a queue runner alone runs, made before anything is taken out.

    The queue is then what is put into it, as a data set is: no run of the program's own fills it.
    """
    queue = _object_of(call, _PUTTING)
    body = _body_around(bindings, call) if queue is not None else None
    if queue is None or body is None:
        return False
    uses = [
        node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.Name) and node.id == queue
    ]
    inside = {node for statement in body for node in nodes_of(statement)}
    made = [node for node in body if _gives(node, queue) is not None]
    if len(made) != 1 or not _is_made_by(bindings, _gives(made[0], queue), _QUEUES):
        return False
    if sum(not isinstance(node.ctx, ast.Load) for node in uses) != 1 or not inside.issuperset(uses):
        return False
    runners = [
        node for node in inside if isinstance(node, ast.Call) and bindings.tensorflow(node.func) in _RUNNERS
    ]
    own = [
        node
        for node in runners
        if node.args and isinstance(node.args[0], ast.Name) and node.args[0].id == queue
    ]
    if len(own) != 1 or len(own[0].args) != 2:
        return False
    attributes = {node.value: node for node in inside if isinstance(node, ast.Attribute)}
    for use in uses:
        known = attributes.get(use)
        is_plain = use is own[0].args[0] or not isinstance(use.ctx, ast.Load)
        if not is_plain and (known is None or known.attr not in _PUTTING | _TAKING | _ASKING):
            return False
        if known is not None and known.attr in _TAKING and place_in_text(known) <= place_in_text(own[0]):
            return False
    return _is_only_run(call, own[0].args[1], body, inside)


def _object_of(call: ast.Call, methods: Set[str]) -> str | None:
    """The name of the object that one of some methods is called of."""
    called = call.func
    is_method = isinstance(called, ast.Attribute) and called.attr in methods
    whose = called.value if is_method and isinstance(called, ast.Attribute) else None
    return whose.id if isinstance(whose, ast.Name) else None


def _body_around(bindings: Bindings, call: ast.Call) -> Sequence[ast.stmt] | None:
    """The statements of the function or module that a call stands in, if it is at their own level.

    What `with` statements hold counts as theirs.
    """
    scopes = [
        node for node in nodes_of(bindings.module.tree) if isinstance(node, (ast.Module, ast.FunctionDef))
    ]
    bodies = (_flat(scope.body) for scope in scopes)
    own = (body for body in bodies if any(call in nodes_of(one) for one in body if not _is_compound(one)))
    return next(own, None)


def _flat(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    return [
        inner
        for statement in body
        for inner in (_flat(statement.body) if isinstance(statement, ast.With) else [statement])
    ]


def _is_compound(node: ast.stmt) -> bool:
    return hasattr(node, "body")


def _gives(node: ast.stmt, name: str) -> ast.expr | None:
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    is_it = isinstance(target, ast.Name) and target.id == name
    return node.value if is_it and isinstance(node, ast.Assign) else None


def _is_made_by(bindings: Bindings, value: ast.expr | None, symbols: frozenset[str]) -> bool:
    return isinstance(value, ast.Call) and bindings.tensorflow(value.func) in symbols


def _is_only_run(call: ast.Call, run: ast.expr, body: Sequence[ast.stmt], inside: set[ast.AST]) -> bool:
    """Whether an operation stands in what a runner runs, or has a name that is used for nothing else."""
    if call in nodes_of(run):
        return True
    name = next(
        (node.targets[0] for node in body if isinstance(node, ast.Assign) and node.value is call), None
    )
    if not isinstance(name, ast.Name):
        return False
    named = {
        node for node in inside if isinstance(node, ast.Name) and node.id == name.id and node is not name
    }
    return bool(named) and named <= set(nodes_of(run))
