"""Cells of `tf.contrib.rnn` that embed or project what goes into another, or comes out of it."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

from ..rnn_cell import RNNCell
from ..rnn_cell.wrappers import check_cell

_V1 = tf.compat.v1


class Linear:
    """A matrix product and a bias; its variables, `kernel` and `bias`, lie in the scope that makes it."""

    def __init__(self, inputs: Any, size: Any) -> None:
        parts = _listed(inputs)
        shapes = [part.shape for part in parts]
        if any(shape.rank != 2 for shape in shapes):
            raise ValueError(f"linear is expecting 2D arguments: {shapes}")
        if any(shape[1] is None for shape in shapes):
            raise ValueError(f"linear expects shape[1] to be provided: {shapes}")
        dtype = parts[0].dtype
        self._kernel = _V1.get_variable("kernel", [sum(shape[1] for shape in shapes), size], dtype=dtype)
        with _V1.variable_scope(_V1.get_variable_scope()) as scope:
            scope.set_partitioner(None)
            zeros = _V1.constant_initializer(0.0, dtype=dtype)
            self._bias = _V1.get_variable("bias", [size], dtype=dtype, initializer=zeros)

    def __call__(self, inputs: Any) -> Any:
        """[batch, size] of one tensor, [batch, any], or of several side by side."""
        parts = _listed(inputs)
        joined = parts[0] if len(parts) == 1 else tf.concat(parts, 1)
        return tf.nn.bias_add(tf.matmul(joined, self._kernel), self._bias)


def _listed(inputs: Any) -> list[Any]:
    return list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]


class _Around(RNNCell):
    """A cell with a layer of its own, whose variables lie in this cell's scope, as the other's do."""

    def __init__(self, cell: Any, reuse: Any = None) -> None:
        super().__init__(_reuse=reuse)
        check_cell("cell", cell)
        self._cell = cell

    @property
    def state_size(self) -> Any:
        """The other cell's."""
        return self._cell.state_size

    @property
    def output_size(self) -> Any:
        """The other cell's."""
        return self._cell.output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """The other cell's."""
        with _V1.name_scope(type(self).__name__ + "ZeroState"):
            return self._cell.zero_state(batch_size, dtype)


class EmbeddingWrapper(_Around):
    """Embeds symbols, int32 [batch] or [batch, 1], for a cell; on the CPU, as in TF 1.

    Raises:
      ValueError: there are no symbols, or an embedding has no size.
    """

    def __init__(
        self,
        cell: Any,
        embedding_classes: int,
        embedding_size: int,
        initializer: Any = None,
        reuse: Any = None,
    ) -> None:
        super().__init__(cell, reuse)
        if embedding_classes <= 0 or embedding_size <= 0:
            raise ValueError(
                "Both embedding_classes and embedding_size must be > 0: "
                f"{embedding_classes}, {embedding_size}."
            )
        self._shape = [embedding_classes, embedding_size]
        self._initializer = initializer

    def call(self, inputs: Any, state: Any) -> Any:
        """One step of the cell, with the symbols' embeddings."""
        with tf.device("/cpu:0"):
            initializer = self._initializer or _V1.get_variable_scope().initializer
            if not initializer:
                # Of variance one.
                initializer = _V1.random_uniform_initializer(-math.sqrt(3), math.sqrt(3))
            dtype = state[0].dtype if isinstance(state, tuple) else state.dtype
            embedding = _V1.get_variable("embedding", self._shape, initializer=initializer, dtype=dtype)
            return self._cell(_V1.nn.embedding_lookup(embedding, tf.reshape(inputs, [-1])), state)


class InputProjectionWrapper(_Around):
    """Projects the inputs of a cell to `num_proj` numbers."""

    def __init__(
        self, cell: Any, num_proj: int, activation: Any = None, input_size: Any = None, reuse: Any = None
    ) -> None:
        del input_size
        super().__init__(cell, reuse)
        self._size = num_proj
        self._activation = activation
        self._linear: Linear | None = None

    def call(self, inputs: Any, state: Any) -> Any:
        """One step of the cell, with the projected inputs."""
        if self._linear is None:
            self._linear = Linear(inputs, self._size)
        projected = self._linear(inputs)
        return self._cell(self._activation(projected) if self._activation else projected, state)


class OutputProjectionWrapper(_Around):
    """Projects the outputs of a cell to `output_size` numbers.

    Raises:
      ValueError: that is none.
    """

    def __init__(self, cell: Any, output_size: int, activation: Any = None, reuse: Any = None) -> None:
        super().__init__(cell, reuse)
        if output_size < 1:
            raise ValueError(f"Parameter output_size must be > 0: {output_size}.")
        self._size = output_size
        self._activation = activation
        self._linear: Linear | None = None

    @property
    def output_size(self) -> Any:
        """That of the projection."""
        return self._size

    def call(self, inputs: Any, state: Any) -> Any:
        """One step of the cell, its output projected."""
        output, state = self._cell(inputs, state)
        if self._linear is None:
            self._linear = Linear(output, self._size)
        projected = self._linear(output)
        return self._activation(projected) if self._activation else projected, state
