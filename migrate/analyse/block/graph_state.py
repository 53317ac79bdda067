"""What code reads and changes of the graph itself, which flows between statements as a variable does."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set

from migrate.model.effects import Effects
from migrate.model.kinds import COLLECTIONS, SLOTS, SUMMARIES, VARIABLE_SCOPE, VARIABLES, Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import External

from ..names.uses import changes_scope
from ..vocabulary import ALL_VARIABLES, APPLYING_METHODS
from .statement_kinds import is_apply

_MAKING_SHARED = frozenset({Role.SHARED_VARIABLE, Role.LAYER})
_MAKING = _MAKING_SHARED | {Role.OWN_VARIABLE, Role.METRIC}


def graph_state(
    reached: Set[Role], code: Sequence[ast.AST], called: Set[str], effects: Effects
) -> tuple[set[str], set[str]]:
    """The names of the state that code reads, and of what it changes, by the roles of all that it reaches.

    The functions that it calls are part of the `code`; `called` are those of libraries, by their last names.
    """
    run = [node for root in code for node in nodes_of(root)]
    edits, slots = Role.EDITS_COLLECTION in reached, Role.READS_SLOTS in reached
    summaries = Role.READS_SUMMARIES in reached
    if reached & {Role.READS_VARIABLES, Role.READS_COLLECTION}:
        of_any = _asks_for_any(run, called, effects)
        slots |= of_any or not ALL_VARIABLES.isdisjoint(called) or any(map(_names_slots, run))
        summaries |= of_any or any(names_collection(node, "SUMMARIES") for node in run)
    reads = {
        COLLECTIONS: edits or Role.READS_COLLECTION in reached,
        SUMMARIES: summaries,
        # A gradient of each variable that can be trained, or None, for each that there is.
        VARIABLES: edits
        or bool(reached & {Role.READS_VARIABLES, Role.READS_MADE})
        or "compute_gradients" in called,
        SLOTS: edits or slots,
        VARIABLE_SCOPE: bool(reached & _MAKING_SHARED),
    }
    changes = {
        COLLECTIONS: edits or bool(reached & (_MAKING | {Role.COLLECTS})),
        VARIABLES: edits or bool(reached & _MAKING),
        SUMMARIES: Role.SUMMARY in reached,
        SLOTS: edits or not _MAKING_SLOTS.isdisjoint(called) or any(map(is_apply, run)),
        VARIABLE_SCOPE: any(map(changes_scope, run)),
    }
    return {name for name, does in reads.items() if does}, {name for name, does in changes.items() if does}


def names_collection(node: ast.AST, key: str) -> bool:
    """Whether it is the key of a collection: `tf.GraphKeys.SUMMARIES`, or the text that this stands for."""
    if isinstance(node, ast.Attribute):
        return node.attr == key
    return isinstance(node, ast.Constant) and node.value == key.lower()


def _names_slots(node: ast.AST) -> bool:
    """Whether it names a collection of variables with some that optimizers or moving averages make."""
    if isinstance(node, ast.Attribute):
        return node.attr in ALL_VARIABLES
    return isinstance(node, ast.Constant) and node.value in ("moving_average_variables", "variables")


def _asks_for_any(run: Sequence[ast.AST], called: Set[str], effects: Effects) -> bool:
    """Whether code asks for a collection by a name that it does not write out, which may be that of any."""
    calls = [node for node in run if isinstance(node, ast.Call) and _asks(node.func, effects)]
    return not _ASKING.isdisjoint(called) if not calls else not all(_writes_key(one) for one in calls)


def _asks(function: ast.expr, effects: Effects) -> bool:
    """Whether a function that is called may be one that gives a collection."""
    if isinstance(function, ast.Attribute) and function.attr in _ASKING:
        return True
    given = effects.given(function) if effects.known else ()
    return any(isinstance(one, External) and one.name.rpartition(".")[2] in _ASKING for one in given)


def _writes_key(call: ast.Call) -> bool:
    """Whether a call tells its collection by a text, or as `tf.GraphKeys` names it."""
    keys = [*call.args[:1], *(word.value for word in call.keywords if word.arg in ("key", "name"))]
    return any(isinstance(one, ast.Constant) or _is_graph_key(one) for one in keys)


def _is_graph_key(node: ast.expr) -> bool:
    owner = node.value if isinstance(node, ast.Attribute) else None
    return isinstance(owner, (ast.Attribute, ast.Name)) and "GraphKeys" in ast.unparse(owner)


_ASKING = frozenset({"get_collection", "get_collection_ref"})
_MAKING_SLOTS = APPLYING_METHODS | {"apply"}
