"""What the items of a `with` statement mean to a step."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Context, Kind

_CONTEXTS = frozenset(
    {
        "tf.colocate_with",
        "tf.contrib.framework.arg_scope",
        "tf.contrib.slim.arg_scope",
        "tf.control_dependencies",
        "tf.name_scope",
        "tf.op_scope",
        "tf.variable_scope",
    }
)

MONITORED = "tf.train.MonitoredTrainingSession"


def context_of(bindings: Bindings, point: Point, item: ast.withitem) -> Context:
    """What one item of the `with` statement at `point` is for."""
    call = item.context_expr
    if isinstance(call, ast.Name):
        kinds = {source.kind for source in point.uses.get(call.id, ())}
        return Context.LIFECYCLE if kinds & {Kind.SESSION, Kind.GRAPH} else Context.HOST
    if not isinstance(call, ast.Call):
        return Context.HOST
    symbol = bindings.tensorflow(call.func)
    if symbol == "tf.variable_scope" and _is_same_scope(bindings, call):
        return Context.SAME_SCOPE
    if symbol == "tf.device":
        return Context.DEVICE
    if symbol in _CONTEXTS:
        return Context.BUILDING
    if symbol in ("tf.Session", "tf.InteractiveSession"):
        return Context.LIFECYCLE
    if symbol == MONITORED:
        return Context.MONITORED
    if isinstance(call.func, ast.Attribute) and call.func.attr == "as_default":
        return Context.LIFECYCLE
    return Context.HOST


def _is_same_scope(bindings: Bindings, call: ast.Call) -> bool:
    """Whether it is `variable_scope(get_variable_scope())`, without options."""
    if not call.args:
        return False
    inner = call.args[0]
    if not (isinstance(inner, ast.Call) and bindings.tensorflow(inner.func) == "tf.get_variable_scope"):
        return False
    options = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    return all(isinstance(option, ast.Constant) and not option.value for option in options)
