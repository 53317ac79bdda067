"""The variables that a TF 1 graph had at a place of its code, as savers there saw them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import tensorflow as tf

from .. import _traces as traces
from .creation import Creation
from .kept import KEYS, Kept


class EarlierVariables:
    """What `VariableStore.before(place)` gives; with no place, all variables that there are so far."""

    def __init__(self, kept: Kept, creation: Creation, place: str | None) -> None:
        self._kept = kept
        self._creation = creation
        self._place = place

    @property
    def global_variables(self) -> dict[str, tf.Variable | list[tf.Variable]]:
        """What a TF 1 `Saver` saved: all variables but local ones, by TF 1 name, as a checkpoint has them."""
        return self._kept.saved(KEYS.GLOBAL_VARIABLES, self._place)

    @property
    def trainable_variables(self) -> dict[str, tf.Variable | list[tf.Variable]]:
        """Those of the `global_variables` that optimizers update."""
        return self._kept.saved(KEYS.TRAINABLE_VARIABLES, self._place)

    @contextlib.contextmanager
    def listed(self) -> Iterator[None]:
        """Inside, TensorFlow's own functions list these variables, as in a TF 1 graph."""
        graph = tf.Graph()
        traces.lists_variables(graph)
        with self._creation.listed(graph, self._place), graph.as_default():
            yield
