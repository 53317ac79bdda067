"""The states of cells: LSTM's pair, and zeros of any structure."""

from __future__ import annotations

from typing import Any, NamedTuple

import tensorflow as tf


class _Pair(NamedTuple):
    c: Any
    h: Any


class LSTMStateTuple(_Pair):
    """The state of an LSTM cell, `(c, h)`, as `tf.nn.rnn_cell.LSTMStateTuple`.

    Args:
      c: what it remembers, [batch, num_units].
      h: its output, [batch, num_units], or smaller where it is projected.
    """

    __slots__ = ()

    @property
    def dtype(self) -> tf.DType:
        """The type of both tensors.

        Raises:
          TypeError: they have different ones.
        """
        if self.c.dtype != self.h.dtype:
            raise TypeError(f"Inconsistent dtypes for internal state: {self.c.dtype} vs {self.h.dtype}")
        return self.c.dtype


def zeros(state_size: Any, batch_size: Any, dtype: Any) -> Any:
    """Zeros of shape [batch_size, size] for each size in the structure `state_size`."""
    if isinstance(batch_size, bool):
        batch_size = int(batch_size)

    def zero(size: Any) -> Any:
        tail = tf.TensorShape(size if isinstance(size, tf.TensorShape | tuple | list) else [size])
        state = tf.zeros(tf.concat([tf.reshape(batch_size, [1]), tail.as_list()], 0), dtype)
        static = tf.get_static_value(batch_size) if tf.is_tensor(batch_size) else batch_size
        state.set_shape(tf.TensorShape([static]).concatenate(tail))
        return state

    return tf.nest.map_structure(zero, state_size)
