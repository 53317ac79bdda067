"""What code reads and changes of the graph itself, which flows between statements as a variable does."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set

from migrate.model.effects import Effects
from migrate.model.kinds import COLLECTIONS, SLOTS, SUMMARIES, VARIABLE_SCOPE, VARIABLES, Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import External

from ..names.uses import changes_scope
from ..vocabulary import ALL_VARIABLES
from .statement_kinds import is_apply

_MAKING_SHARED = frozenset({Role.SHARED_VARIABLE, Role.LAYER})
_MAKING = _MAKING_SHARED | {Role.OWN_VARIABLE, Role.METRIC}


def graph_state(reached: Set[Role], code: Sequence[ast.AST], effects: Effects) -> tuple[set[str], set[str]]:
    """The names of the state that code reads, and of what it changes, by the roles of all that it reaches.

    The functions that it calls are part of the `code`.
    """
    run = [node for root in code for node in nodes_of(root)]
    edits, slots = Role.EDITS_COLLECTION in reached, Role.READS_SLOTS in reached
    summaries = Role.READS_SUMMARIES in reached
    if reached & {Role.READS_VARIABLES, Role.READS_COLLECTION}:
        of_any = any(_asks_for_any(node, effects) for node in run)
        slots |= of_any or any(_names_slots(node, effects) for node in run)
        summaries |= of_any or any(names_collection(node, "SUMMARIES") for node in run)
    reads = {
        COLLECTIONS: edits or Role.READS_COLLECTION in reached,
        SUMMARIES: summaries,
        VARIABLES: edits or bool(reached & {Role.READS_VARIABLES, Role.READS_MADE}),
        SLOTS: edits or slots,
        VARIABLE_SCOPE: bool(reached & _MAKING_SHARED),
    }
    changes = {
        COLLECTIONS: edits or bool(reached & (_MAKING | {Role.COLLECTS})),
        VARIABLES: edits or bool(reached & _MAKING),
        SUMMARIES: Role.SUMMARY in reached,
        SLOTS: any(map(_makes_slots, run)) or edits,
        VARIABLE_SCOPE: any(map(changes_scope, run)),
    }
    return {name for name, does in reads.items() if does}, {name for name, does in changes.items() if does}


def names_collection(node: ast.AST, key: str) -> bool:
    """Whether it is the key of a collection: `tf.GraphKeys.SUMMARIES`, or the text that this stands for."""
    if isinstance(node, ast.Attribute):
        return node.attr == key
    return isinstance(node, ast.Constant) and node.value == key.lower()


def _names_slots(node: ast.AST, effects: Effects) -> bool:
    """Whether it names variables among which are some that optimizers or moving averages make."""
    is_key = isinstance(node, ast.Constant) and node.value in ("moving_average_variables", "variables")
    return is_key or not ALL_VARIABLES.isdisjoint(_names(node, effects))


def _asks_for_any(node: ast.AST, effects: Effects) -> bool:
    """Whether it asks for a collection by a name that it does not write out, which may be that of any."""
    if not isinstance(node, ast.Call) or _ASKING.isdisjoint(_names(node.func, effects)):
        return False
    keys = [*node.args[:1], *(word.value for word in node.keywords if word.arg in ("key", "name"))]
    return not any(
        isinstance(one, ast.Constant)
        or isinstance(one, ast.Attribute)
        and "GraphKeys" in _names(one.value, effects)
        for one in keys
    )


_ASKING = frozenset({"get_collection", "get_collection_ref"})


def _names(node: ast.AST, effects: Effects) -> set[str]:
    """The last of a dotted name, and of those of a library that a name, or a part of a table, stands for."""
    found = {getattr(node, "attr", getattr(node, "id", ""))}
    if isinstance(node, (ast.Name, ast.Subscript)) and effects.known:
        given = effects.given(node)
        found |= {one.name.rpartition(".")[2] for one in given if isinstance(one, External)}
    return found


def _makes_slots(node: ast.AST) -> bool:
    """Whether it is a call of an optimizer, or of a moving average, that makes variables of its own."""
    return is_apply(node) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "apply"
    )
