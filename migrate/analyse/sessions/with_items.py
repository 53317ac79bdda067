"""What the items of a `with` statement mean to a step."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.kinds import Context, Kind
from migrate.syntax.savers import of_supervisor
from migrate.syntax.servers import SESSIONS

BUILDING = frozenset(
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

_OPENINGS = ("managed_session", "prepare_or_wait_for_session", "PrepareSession")
MONITORED = "tf.train.MonitoredTrainingSession"
TRAINING = "tf.contrib.training.train"  # a loop around such a session


def context_of(bindings: Bindings, point: Point, item: ast.withitem) -> Context:
    """What one item of the `with` statement at `point` is for."""
    call = item.context_expr
    if isinstance(call, ast.Name):
        if _enters(bindings, point, item):
            return Context.MONITORED
        kinds = {source.kind for source in point.uses.get(call.id, ())}
        return Context.LIFECYCLE if kinds & {Kind.SESSION, Kind.GRAPH} else Context.HOST
    if not isinstance(call, ast.Call):
        return Context.HOST
    symbol = bindings.tensorflow(call.func)
    if symbol == "tf.variable_scope" and _is_same_scope(bindings, call):
        return Context.SAME_SCOPE
    if symbol == "tf.device":
        return Context.DEVICE
    if symbol in BUILDING:
        return Context.BUILDING
    if symbol in SESSIONS:
        return Context.LIFECYCLE
    if symbol == MONITORED or is_supervised(bindings, point, call):
        return Context.MONITORED
    if isinstance(call.func, ast.Attribute) and call.func.attr == "as_default":
        return Context.HOST if _is_python(point, call.func.value) else Context.LIFECYCLE
    return Context.HOST


def openings(driver: Driver, point: Point, symbols: Collection[str]) -> Iterator[ast.Call]:
    """The calls of a statement itself that open sessions of some classes."""
    for node in point.nodes:
        if isinstance(node, ast.Call) and driver.bindings_at(point).tensorflow(node.func) in symbols:
            yield node


def opens_monitored(bindings: Bindings, node: ast.stmt) -> bool:
    """Whether a statement opens a session with hooks: `with … as …`, or by giving it a name."""
    return any(bindings.tensorflow(one.func) == MONITORED for one in given_names(node))


def enters_monitored(bindings: Bindings, point: Point) -> bool:
    """Whether a statement is a `with` that enters a session with hooks, which one before it has opened."""
    items = point.node.items if isinstance(point.node, ast.With) else []
    return any(_enters(bindings, point, item) for item in items)


def _enters(bindings: Bindings, point: Point, item: ast.withitem) -> bool:
    session = item.context_expr
    sources = point.uses.get(session.id, frozenset()) if isinstance(session, ast.Name) else frozenset()
    made = [one.node for one in sources]
    return bool(made) and all(isinstance(one, ast.Assign) and opens_monitored(bindings, one) for one in made)


def opens_supervised(bindings: Bindings, point: Point) -> ast.Call | None:
    """The call by which a statement has a Supervisor open a session."""
    return next((one for one in given_names(point.node) if is_supervised(bindings, point, one)), None)


def given_names(node: ast.stmt) -> list[ast.Call]:
    """The calls of a statement whose values it gives names, or enters."""
    given = [item.context_expr for item in node.items] if isinstance(node, ast.With) else []
    given += [node.value] if isinstance(node, ast.Assign) else []
    return [one for one in given if isinstance(one, ast.Call)]


def is_supervised(bindings: Bindings, point: Point, call: ast.Call) -> bool:
    """Whether a call has a Supervisor open a session."""
    called = call.func
    return (
        isinstance(called, ast.Attribute)
        and called.attr in _OPENINGS
        and of_supervisor(bindings, point, called)
    )


def _is_python(point: Point, node: ast.expr) -> bool:
    """Whether a name stands for a value of the program's own, which is neither a graph nor a session."""
    sources = point.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset()
    return bool(sources) and all(source.kind is Kind.HOST for source in sources)


def _is_same_scope(bindings: Bindings, call: ast.Call) -> bool:
    """Whether it is `variable_scope(get_variable_scope())`, without options."""
    if not call.args:
        return False
    inner = call.args[0]
    if not (isinstance(inner, ast.Call) and bindings.tensorflow(inner.func) == "tf.get_variable_scope"):
        return False
    options = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    return all(isinstance(option, ast.Constant) and not option.value for option in options)
