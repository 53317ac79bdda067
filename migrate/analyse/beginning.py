"""What a program tells a session that looks after itself of how variables begin, where that is as ever."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.syntax.servers import BEGINNING

from .synchronised import part_of, part_taken

_GLOBAL = frozenset({"tf.global_variables_initializer", "tf.initialize_all_variables"})
_LOCAL = frozenset({"tf.local_variables_initializer", "tf.initialize_local_variables"})
_GROUP = "tf.group"


def initialises_all(driver: Driver, point: Point, value: ast.expr) -> bool:
    """Whether what a session is given for its `init_op` initialises all variables, as it would by itself."""
    found = set(_initialisers(driver, point, value))
    return bool(found & _GLOBAL) and found <= _GLOBAL | _LOCAL


def begins_as_ever(driver: Driver, point: Point, value: ast.expr) -> bool:
    """Whether its `local_init_op`, or what that waits for, is what there is without, or of a synchroniser."""
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
    if isinstance(value, ast.Call) and called == _GROUP and not value.keywords:
        for one in value.args:
            yield from _initialisers(driver, point, one)
    else:
        is_plain = isinstance(value, ast.Call) and not (value.args or value.keywords)
        yield called if is_plain else None
