"""What code reads and changes of the graph itself, which flows between statements as a variable does."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from dataclasses import dataclass

from migrate.model.effects import Effects
from migrate.model.kinds import COLLECTIONS, SLOTS, SUMMARIES, VARIABLE_SCOPE, VARIABLES, Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.objects import External

from ..names.uses import changes_scope
from ..vocabulary import ALL_VARIABLES, APPLYING_METHODS
from .statement_kinds import is_apply

_MAKING_SHARED = frozenset({Role.SHARED_VARIABLE, Role.LAYER})
_MAKING = _MAKING_SHARED | {Role.OWN_VARIABLE, Role.METRIC}


class GraphState:
    """The names of the state that code reads and changes; each piece of code is searched once."""

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        self._names: dict[ast.AST, _Names] = {}

    def of(self, reached: Set[Role], code: Sequence[ast.AST], called: Set[str]) -> tuple[set[str], set[str]]:
        """What code reads, and what it changes, by the roles of all that it reaches.

        The functions that it calls are part of the `code`; `called` are those of libraries, by their last
        names.
        """
        named = [self._named(root) for root in code]
        edits, slots = Role.EDITS_COLLECTION in reached, Role.READS_SLOTS in reached
        summaries = Role.READS_SUMMARIES in reached
        if reached & {Role.READS_VARIABLES, Role.READS_COLLECTION}:
            asks = any(one.asks for one in named)
            of_any = any(one.asks_any for one in named) if asks else not _ASKING.isdisjoint(called)
            slots |= of_any or not ALL_VARIABLES.isdisjoint(called) or any(one.slots for one in named)
            summaries |= of_any or any(one.summaries for one in named)
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
            SLOTS: edits or not _MAKING_SLOTS.isdisjoint(called) or any(one.applies for one in named),
            VARIABLE_SCOPE: any(one.changes_scope for one in named),
        }
        read = {name for name, does in reads.items() if does}
        return read, {name for name, does in changes.items() if does}

    def _named(self, root: ast.AST) -> _Names:
        if root not in self._names:
            nodes = nodes_of(root)
            calls = [node for node in calls_in(root) if self._asks(node.func)]
            self._names[root] = _Names(
                any(map(_names_slots, nodes)),
                any(names_collection(node, "SUMMARIES") for node in nodes),
                any(map(is_apply, nodes)),
                any(map(changes_scope, nodes)),
                bool(calls),
                not all(map(_writes_key, calls)),
            )
        return self._names[root]

    def _asks(self, function: ast.expr) -> bool:
        """Whether a function that is called may be one that gives a collection."""
        if isinstance(function, ast.Attribute) and function.attr in _ASKING:
            return True
        given = self._effects.given(function) if self._effects.known else ()
        return any(isinstance(one, External) and one.name.rpartition(".")[2] in _ASKING for one in given)


@dataclass(frozen=True)
class _Names:
    """What of a graph some code names."""

    slots: bool  # a collection of variables with some that optimizers or moving averages make
    summaries: bool
    applies: bool  # gradients
    changes_scope: bool
    asks: bool  # for a collection
    asks_any: bool  # by a name that it does not write out


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


def _writes_key(call: ast.Call) -> bool:
    """Whether a call tells its collection by a text, or as `tf.GraphKeys` names it."""
    keys = [*call.args[:1], *(word.value for word in call.keywords if word.arg in ("key", "name"))]
    return any(isinstance(one, ast.Constant) or _is_graph_key(one) for one in keys)


def _is_graph_key(node: ast.expr) -> bool:
    owner = node.value if isinstance(node, ast.Attribute) else None
    return isinstance(owner, (ast.Attribute, ast.Name)) and "GraphKeys" in ast.unparse(owner)


_ASKING = frozenset({"get_collection", "get_collection_ref"})
_MAKING_SLOTS = APPLYING_METHODS | {"apply"}
