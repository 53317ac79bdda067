"""What a decoder is fed: its inputs, or what it gave the step before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

_V1 = tf.compat.v1


def previous_symbol(embedding: Any, projection: Any = None, learns: bool = True) -> Callable[[Any, int], Any]:
    """A `loop_function` that embeds the most likely symbol of the output before.

    Args:
      projection: weights and biases that make logits of an output that is none.
      learns: whether gradients flow into the embedding of what was fed back.
    """

    def loop_function(previous: Any, index: int) -> Any:
        del index
        if projection is not None:
            previous = _V1.nn.xw_plus_b(previous, projection[0], projection[1])
        embedded = _V1.nn.embedding_lookup(embedding, tf.argmax(previous, 1))
        return embedded if learns else tf.stop_gradient(embedded)

    return loop_function


def fed_by(feeds_previous: Any, decoder: Callable[[bool], tuple[list[Any], Any]]) -> tuple[list[Any], Any]:
    """`decoder(True)` if it is to be fed what it gave, else `decoder(False)`: which, a tensor may say.

    The branches of a tensor share their variables: those of the first, which stands first in the graph.
    """
    if isinstance(feeds_previous, bool):
        return decoder(feeds_previous)
    structure: list[Any] = []

    def branch(previous: bool) -> list[Any]:
        with _V1.variable_scope(_V1.get_variable_scope(), reuse=None if previous else True):
            outputs, state = decoder(previous)
        structure[:] = [len(outputs), state]
        return [*outputs, *tf.nest.flatten(state)]

    if tf.inside_function():
        # There branches are functions of their own, which cannot share a cell: the results are chosen from.
        taken, other = branch(True), branch(False)
        found = _V1.cond(feeds_previous, lambda: taken, lambda: other)
    else:
        found = _V1.cond(feeds_previous, lambda: branch(True), lambda: branch(False))
    count, state = structure
    return found[:count], tf.nest.pack_sequence_as(state, found[count:])


def check_projection(projection: Any, symbols: int, dtype: Any, *, weights: bool = True) -> None:
    """Raises `ValueError` if a projection's shapes cannot give logits of so many symbols."""
    if projection is None:
        return
    if weights:
        tf.convert_to_tensor(projection[0], dtype=dtype).shape.assert_is_compatible_with([None, symbols])
    tf.convert_to_tensor(projection[1], dtype=dtype).shape.assert_is_compatible_with([symbols])
