"""The `init_op` and `local_init_op` that a program gives a Supervisor, where they do what it does anyway."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.nodes import calls_in, nodes_of
from migrate.syntax.arguments import first_argument
from migrate.syntax.own_devices import own_devices
from migrate.syntax.servers import BEGINNING

from ..cluster.sync_replicas import part_of, part_taken

_GLOBAL = frozenset({"tf.global_variables_initializer", "tf.initialize_all_variables"})
_LOCAL = frozenset({"tf.local_variables_initializer", "tf.initialize_local_variables"})
_OF_LIST = frozenset({"tf.variables_initializer", "tf.initialize_variables"})
_GROUP = "tf.group"


def initialises_all(driver: Driver, point: Point, value: ast.expr) -> bool:
    """Whether what a session is given for its `init_op` initialises all variables, as it would by itself."""
    found = set(_initialisers(driver, point, value))
    return bool(found & _GLOBAL) and found <= _GLOBAL | _LOCAL


def is_default_local_init(driver: Driver, point: Point, value: ast.expr) -> bool:
    """Whether its `local_init_op`, or what that waits for, is what there is without, or of a synchroniser.

    What a worker has for itself has its first values since it was made.
    """
    is_none = isinstance(value, ast.Constant) and value.value is None
    if is_none or part_of(driver.bindings, point, value) in BEGINNING:
        return True
    if isinstance(value, ast.Name):
        parts = [part_taken(driver.bindings, one) for one in point.uses.get(value.id, ())]
        if parts and all(part in BEGINNING for part in parts):
            return True
    found = set(_initialisers(driver, point, value))
    return bool(found) and found <= _LOCAL


def _initialisers(driver: Driver, point: Point, value: ast.expr) -> Iterator[str | None]:
    """The initialisers that an expression groups; `None` for something else."""
    if isinstance(value, ast.Name):
        sources = point.uses.get(value.id, frozenset())
        nodes = [one.node for one in sources]
        if len(nodes) != 1 or not isinstance(nodes[0], ast.Assign):
            yield None
            return
        (point,) = sources
        value = nodes[0].value
    called = driver.tensorflow(value.func) if isinstance(value, ast.Call) else None
    if isinstance(value, (ast.List, ast.Tuple)):
        for one in value.elts:
            yield from _initialisers(driver, point, one)
    elif isinstance(value, ast.Call) and called == _GROUP and not value.keywords:
        for one in value.args:
            yield from _initialisers(driver, point, one)
    elif isinstance(value, ast.Call) and called in _OF_LIST and len(value.args) == 1 and not value.keywords:
        yield next(iter(_LOCAL)) if _lists_own(driver, value.args[0]) else None
    else:
        is_plain = isinstance(value, ast.Call) and not (value.args or value.keywords)
        yield called if is_plain else None


def _lists_own(driver: Driver, node: ast.expr) -> bool:
    """Whether an expression lists local variables, or those of collections that a worker has for itself."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _lists_own(driver, node.left) and _lists_own(driver, node.right)
    symbol = driver.tensorflow(node.func) if isinstance(node, ast.Call) else None
    if symbol == "tf.local_variables":
        return True
    key = first_argument(node) if isinstance(node, ast.Call) and symbol == "tf.get_collection" else None
    return isinstance(key, ast.Constant) and isinstance(key.value, str) and _is_own(driver, key.value)


def _is_own(driver: Driver, collection: str) -> bool:
    """Whether all that is put into a collection is made on the worker's own devices."""
    own = own_devices(driver)
    made = {
        node
        for point in driver.points
        if any(item in own for parent in point.parents for item in getattr(parent.node, "items", ()))
        for keyword in nodes_of(point.node)
        if isinstance(keyword, ast.keyword) and keyword.arg == "collections"
        for node in nodes_of(keyword.value)
    }
    tree = driver.bindings.module.tree
    read = {
        node
        for call in calls_in(tree)
        if driver.tensorflow(call.func) == "tf.get_collection"
        for node in call.args
    }
    named = [one for one in nodes_of(tree) if isinstance(one, ast.Constant) and one.value == collection]
    return all(one in made or one in read for one in named)
