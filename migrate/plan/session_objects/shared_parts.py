"""Several objects that build one graph, each a part of it: what they have of each other there."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.driver import Driver, Point
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import last_name, nodes_of
from migrate.model.refusal import Refused, object_to

from ..lowering.lowering import Lowering

_INSTEAD = "one object for each session"


def check_parts(drivers: Sequence[Driver], lowerings: Sequence[Lowering]) -> None:
    """The classes of objects that share a graph, in the order in which these are made.

    A part of the store counts names on from the parts before it, and lists their variables. What else the
    graph had of them, a trace of a later part's step has not.

    Raises:
      Refused: an object uses more of what was built before it, or changes what the others have.
    """
    for driver in drivers:
        for point in driver.points:
            if point.kind is Kind.INITIALIZER or Role.INITIALIZER in point.roles:
                _refuse(driver, point.node, "an object that initialises the variables of others too")
    left_out = [point for one in lowerings for point in one.left_out]
    for driver in drivers[1:]:
        for point in driver.points:
            if point.roles & _COUNTED:
                found = "a part of the graph named by its order, after that of another object"
                _refuse(driver, point.node, found)
            if point.roles & _READS and not _reads_variables(driver, point):
                _refuse(driver, point.node, "a look at a graph that another object has built in")
            if point.roles & (_READS | {Role.READS_VARIABLES}) and left_out:
                found = "a look at a graph of which another object has built a part that no run needs"
                _refuse(driver, point.node, found)


def check_shared_names(modules: Sequence[ModuleFacts]) -> None:
    """No code makes a variable that the next object finds without asking for it in a scope of its own.

    Raises:
      Refused: some may.
    """
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            if last_name(node) in _SHARING:
                found = f"{last_name(node)}(), among several objects that share a session"
                object_to(Refused("SES219", module.bindings.module.path, node, found, _INSTEAD))


_SHARING = frozenset(
    {"reuse_variables", "create_global_step", "get_global_step", "get_or_create_global_step"}
)
# What its order in the graph names, or tells from others of its kind.
_COUNTED = frozenset({Role.LAYER, Role.METRIC, Role.INPUT, Role.TENSOR_AVERAGE})
_READS = frozenset({Role.READS_COLLECTION, Role.EDITS_COLLECTION, Role.READS_SUMMARIES})
_VARIABLES = frozenset({"GLOBAL_VARIABLES", "TRAINABLE_VARIABLES", "LOCAL_VARIABLES", "MODEL_VARIABLES"})


def _reads_variables(driver: Driver, point: Point) -> bool:
    """Whether a statement reads collections by its own text alone, and these are of variables."""
    reading = [call for call in point.calls if driver.bindings.tensorflow(call.func) == "tf.get_collection"]
    keys = [call.args[0] if call.args else None for call in reading]
    of_variables = all(isinstance(key, ast.Attribute) and key.attr in _VARIABLES for key in keys)
    return Role.READS_SUMMARIES not in point.roles and bool(keys) and of_variables


def _refuse(driver: Driver, node: ast.AST, found: str) -> None:
    raise Refused("SES219", driver.path, node, found, _INSTEAD)
