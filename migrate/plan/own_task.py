"""What a program does by which worker it is: one that does the steps of all has the index of one alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver
from migrate.model.refusal import Refused
from migrate.syntax.arguments import argument_of
from migrate.syntax.servers import made_server

_MAKING_CLUSTERS = frozenset(
    {
        "tf.train.Server",
        "tf.train.ServerDef",
        "tf.train.ClusterSpec",
        "tf.train.replica_device_setter",
        "tf.device",
        "tf.DeviceSpec",
        "tf.ConfigProto",
    }
)
_TELLING = frozenset({"print", "format", "info", "debug", "warn", "warning", "error", "log"})
_INSTEAD = "shuffle in place of sharding, or keep the shared variables"


def index_of_task(driver: Driver) -> ast.expr | None:
    """What the block gives its server for the index of the task, where it does."""
    for point in driver.points:
        call = made_server(driver.bindings, point.node)
        if call is not None:
            return argument_of(call, 2, "task_index")
    return None


def check_own_task(driver: Driver, index: ast.expr) -> None:
    """Nothing depends on which worker this is but what it is called, where it is, and if it is the chief.

    Raises:
      Refused: something does, such as a shard of the input.
    """
    bindings = driver.bindings
    told = {ast.dump(index)}
    while True:
        found = list(_uses(bindings, told))
        names = {
            target.id
            for node, assigned in found
            for target in (assigned.targets if assigned is not None else ())
            if isinstance(target, ast.Name)
        }
        wider = told | {ast.dump(ast.Name(name, ast.Load())) for name in names}
        if wider == told:
            break
        told = wider
    for node, assigned in found:
        if assigned is None or not all(isinstance(one, ast.Name) for one in assigned.targets):
            code, what = "CLU232", f"`{ast.unparse(node)}`, by which workers differ in what they do"
            raise Refused(code, driver.path, node, what, _INSTEAD)


def asks_for_others(bindings: Bindings, index: ast.expr, test: ast.expr) -> bool:
    """Whether a condition may hold for other workers than the first: its branch is not the coordinator's."""
    is_named = {ast.dump(node) for node in ast.walk(test)} & _chiefs(bindings, ast.dump(index))
    turned = any(isinstance(node, (ast.Not, ast.NotEq, ast.Gt, ast.GtE)) for node in ast.walk(test))
    return bool(is_named) and turned


def is_of_chief(bindings: Bindings, index: ast.expr, test: ast.expr) -> bool:
    """Whether a condition asks for the index of the task, or for what was made of it."""
    return bool({ast.dump(node) for node in ast.walk(test)} & _chiefs(bindings, ast.dump(index)))


def _chiefs(bindings: Bindings, index: str) -> set[str]:
    """The index of the task, and the names for comparisons of it."""
    names = {
        target.id
        for node in ast.walk(bindings.module.tree)
        if isinstance(node, ast.Assign) and index in {ast.dump(one) for one in ast.walk(node.value)}
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {index, *(ast.dump(ast.Name(name, ast.Load())) for name in names)}


def _uses(bindings: Bindings, told: set[str]) -> Iterator[tuple[ast.expr, ast.Assign | None]]:
    """Where these expressions are used for more than is followed, and what is assigned of them, if it is."""
    for node, above in _with_parents(bindings.module.tree):
        if not isinstance(node, ast.expr) or ast.dump(node) not in told:
            continue
        if not any(_is_followed(bindings, inner, outer) for inner, outer in _pairs(node, above)):
            assigned = next((one for one in above if isinstance(one, ast.stmt)), None)
            yield node, assigned if isinstance(assigned, ast.Assign) and _is_text(assigned, node) else None


def _is_text(assigned: ast.Assign, node: ast.expr) -> bool:
    """Whether a name stands for the index itself, or for a text with it, such as that of a device."""
    value = assigned.value
    is_written = (
        isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod) or isinstance(value, ast.JoinedStr)
    )
    return value is node or is_written


def _is_followed(bindings: Bindings, node: ast.AST, outer: ast.AST) -> bool:
    """Whether `node`, in `outer`, only says what a task is called, where it is, or if it is the chief."""
    if isinstance(outer, ast.Compare):
        return any(isinstance(one, ast.Constant) for one in (outer.left, *outer.comparators))
    if isinstance(outer, ast.Call) and node is not outer.func:
        name = bindings.tensorflow(outer.func) or ""
        last = getattr(outer.func, "attr", getattr(outer.func, "id", ""))
        return name in _MAKING_CLUSTERS or last in _TELLING
    return isinstance(outer, (ast.Raise, ast.Assert))


def _pairs(node: ast.AST, above: Sequence[ast.AST]) -> Iterator[tuple[ast.AST, ast.AST]]:
    return zip((node, *above), above, strict=False)


def _with_parents(
    tree: ast.AST, above: tuple[ast.AST, ...] = ()
) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    for child in ast.iter_child_nodes(tree):
        inside = (tree, *above)
        yield child, inside
        yield from _with_parents(child, inside)
