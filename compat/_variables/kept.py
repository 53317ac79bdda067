"""The variables of a store, with the collections that each is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .. import _tf

KEYS = tf.compat.v1.GraphKeys
# Those that variables are put into by themselves.
COLLECTIONS = (
    KEYS.GLOBAL_VARIABLES,
    KEYS.LOCAL_VARIABLES,
    KEYS.TRAINABLE_VARIABLES,
    KEYS.MODEL_VARIABLES,
    KEYS.GLOBAL_STEP,
)


class Kept:
    """Variables by TF 1 name, in the order of creation; all parts of a graph have them in common.

    Attributes:
      variables: the variables.
      initial_values: what each begins with: a value, or a function that computes it.
      behind: the names of those that were made behind a place of the graph's code, by what that is called.
    """

    def __init__(self) -> None:
        self.variables: dict[str, tf.Variable] = {}
        self.initial_values: dict[str, Any] = {}
        self.behind: dict[str, set[str]] = {}
        self._collections: dict[str, tuple[str, ...]] = {}  # that each variable is in
        self._taken_off: dict[str, set[str]] = {}  # of which the program has taken a variable off

    def add(self, name: str, variable: tf.Variable, asked: Sequence[str] | None) -> None:
        """Keep a variable, in the collections that were asked for, or the global ones."""
        keys = list(asked) if asked is not None else [KEYS.GLOBAL_VARIABLES]
        if variable.trainable and KEYS.TRAINABLE_VARIABLES not in keys:
            keys.append(KEYS.TRAINABLE_VARIABLES)
        self.variables[name] = variable
        self._collections[name] = tuple(keys)

    def collections_of(self, name: str) -> tuple[str, ...]:
        """The collections that a variable was put into."""
        return self._collections[name]

    def before(self, place: str | None) -> dict[str, tf.Variable]:
        """The variables that the graph had at a place, or all."""
        behind = self.behind.get(place, ()) if place is not None else ()
        return {name: one for name, one in self.variables.items() if name not in behind}

    def within(self, collection: str, place: str | None = None) -> dict[str, tf.Variable]:
        """The variables in a collection, at a place, but those that the program has taken off it."""
        return {
            name: one
            for name, one in self.before(place).items()
            if collection in self._collections[name] and collection not in self._taken_off.get(name, ())
        }

    def saved(self, collection: str, place: str | None = None) -> dict[str, tf.Variable | list[tf.Variable]]:
        """The variables in a collection as a checkpoint has them: the parts of one are a list by its name."""
        saved: dict[str, Any] = {}
        for name, one in self.within(collection, place).items():
            whole = _tf.name_of_whole(one)
            if whole is None:
                saved[name] = one
            else:
                saved.setdefault(whole, []).append(one)
        return saved

    def take_off(self, name: str, collection: str) -> None:
        """Note that the program has taken a variable off a collection: it is not saved as what it was."""
        self._taken_off.setdefault(name, set()).add(collection)


class Listing:
    """Puts variables into the collections of a graph, where TensorFlow's own functions list them."""

    def __init__(self, kept: Kept, graph: tf.Graph) -> None:
        self.graph = graph
        self._kept = kept
        self._put: set[str] = set()

    def put(self, name: str) -> None:
        """Put a variable into its collections, once."""
        variable = self._kept.variables[name]
        self._put.add(name)
        for key in self._kept.collections_of(name):
            members = self.graph.get_collection_ref(key)
            if not any(variable is member for member in members):
                members.append(variable)

    def note_edits(self) -> None:
        """Note which of the variables the program has taken off collections since."""
        for key in COLLECTIONS:
            left = {id(one) for one in self.graph.get_collection_ref(key)}
            for name in self._put:
                if key in self._kept.collections_of(name) and id(self._kept.variables[name]) not in left:
                    self._kept.take_off(name, key)
