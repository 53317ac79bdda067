"""Cells of `tf.contrib.rnn` that embed or project what goes into another, or comes out of it."""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

from ...rnn_cell import RNNCell
from ...rnn_cell._wrappers import check_cell

_V1 = tf.compat.v1


class Linear:
    """A matrix product and a bias; its variables, `kernel` and `bias`, lie in the scope that makes it.

    Raises:
      ValueError: there are no inputs, or they are no matrices of known width.
    """

    def __init__(
        self,
        args: Any,
        output_size: Any,
        build_bias: bool = True,
        bias_initializer: Any = None,
        kernel_initializer: Any = None,
    ) -> None:
        parts = _listed(args)
        if not parts:
            raise ValueError("`args` must be specified")
        shapes = [part.shape for part in parts]
        if any(shape.rank != 2 for shape in shapes):
            raise ValueError(f"linear is expecting 2D arguments: {shapes}")
        if any(shape[1] is None for shape in shapes):
            raise ValueError(f"linear expects shape[1] to be provided: {shapes}")
        dtype = parts[0].dtype
        depth = sum(shape[1] for shape in shapes)
        self._kernel = _V1.get_variable("kernel", [depth, output_size], dtype, kernel_initializer)
        self._bias: Any = None
        if build_bias:
            with _V1.variable_scope(_V1.get_variable_scope()) as scope:
                scope.set_partitioner(None)
                zeros = bias_initializer or _V1.constant_initializer(0.0, dtype=dtype)
                self._bias = _V1.get_variable("bias", [output_size], dtype=dtype, initializer=zeros)

    def __call__(self, args: Any) -> Any:
        """[batch, size] of one tensor, [batch, any], or of several side by side."""
        parts = _listed(args)
        joined = parts[0] if len(parts) == 1 else tf.concat(parts, 1)
        product = tf.matmul(joined, self._kernel)
        return product if self._bias is None else tf.nn.bias_add(product, self._bias)


def linear(
    args: Any, output_size: Any, bias: bool, bias_initializer: Any = None, kernel_initializer: Any = None
) -> Any:
    """A matrix product and a bias, whose variables lie in the current scope."""
    return Linear(args, output_size, bias, bias_initializer, kernel_initializer)(args)


def _listed(inputs: Any) -> list[Any]:
    if inputs is None:
        return []
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


class HighwayWrapper(_Around):
    """Lets what goes into a cell pass it by, as far as a gate says; both have one size."""

    def __init__(
        self, cell: Any, couple_carry_transform_gates: bool = True, carry_bias_init: float = 1.0
    ) -> None:
        super().__init__(cell)
        self._couple_carry_transform_gates = couple_carry_transform_gates
        self._carry_bias_init = carry_bias_init

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        """One step. The gates' variables lie in the scope in which this is called."""
        outputs, state = self._cell(inputs, state, scope=scope)
        tf.nest.assert_same_structure(inputs, outputs)
        return tf.nest.map_structure(self._highway, inputs, outputs), state

    def _highway(self, inputs: Any, outputs: Any) -> Any:
        inputs.shape.assert_is_compatible_with(outputs.shape)
        carry = self._gate("carry", inputs, self._carry_bias_init)
        if self._couple_carry_transform_gates:
            transform = 1 - carry
        else:
            transform = self._gate("transform", inputs, -self._carry_bias_init)
        return inputs * carry + outputs * transform

    def _gate(self, name: str, inputs: Any, bias: float) -> Any:
        size = inputs.shape[-1]
        weights = _V1.get_variable(f"{name}_w", [size, size])
        biases = _V1.get_variable(f"{name}_b", [size], initializer=_V1.constant_initializer(bias))
        return tf.sigmoid(_V1.nn.xw_plus_b(inputs, weights, biases))


class CompiledWrapper(_Around):
    """A cell that XLA may compile."""

    def __init__(self, cell: Any, compile_stateful: bool = False) -> None:
        super().__init__(cell)
        self._compile_stateful = compile_stateful

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        """One step of the cell."""
        with tf.xla.experimental.jit_scope():
            return self._cell(inputs, state, scope=scope)


class AttentionCellWrapper(_Around):
    """A cell that looks at its last `attn_length` outputs (arxiv.org/abs/1409.0473).

    The state is that of the cell, what is attended to, and the outputs remembered; side by side as one tensor
    with `state_is_tuple=False`.

    Raises:
      ValueError: nothing is to be remembered, or states that are tuples cannot lie side by side.
    """

    def __init__(
        self,
        cell: Any,
        attn_length: int,
        attn_size: int | None = None,
        attn_vec_size: int | None = None,
        input_size: int | None = None,
        state_is_tuple: bool = True,
        reuse: Any = None,
    ) -> None:
        super().__init__(cell, reuse)
        if tf.nest.is_nested(cell.state_size) and not state_is_tuple:
            raise ValueError(
                f"Cell returns tuple of states, but the flag state_is_tuple is not set: {cell.state_size}"
            )
        if attn_length <= 0:
            raise ValueError(f"attn_length should be greater than zero, got {attn_length}")
        self._state_is_tuple = state_is_tuple
        self._input_size = input_size
        self._attn_length = attn_length
        self._attn_size = attn_size or cell.output_size
        self._attn_vec_size = attn_vec_size or self._attn_size
        self._linears: dict[str, Linear] = {}

    @property
    def state_size(self) -> Any:
        """The sizes of the state's parts, or their sum."""
        sizes = (self._cell.state_size, self._attn_size, self._attn_size * self._attn_length)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> Any:
        """The size of what is attended to."""
        return self._attn_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """Zeros."""
        return RNNCell.zero_state(self, batch_size, dtype)

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        if self._state_is_tuple:
            state, attended, memory = state
        else:
            sizes = [self._cell.state_size, self._attn_size, self._attn_size * self._attn_length]
            state, attended, memory = tf.split(state, sizes, axis=1)
        memory = tf.reshape(memory, [-1, self._attn_length, self._attn_size])
        inputs = self._linear("inputs", [inputs, attended], self._input_size or inputs.shape[1])
        output, state = self._cell(inputs, state)
        query = tf.concat(tf.nest.flatten(state), 1)
        with _V1.variable_scope("attention"):
            attended = self._attend(query, memory)
        with _V1.variable_scope("attn_output_projection"):
            output = self._linear("output", [output, attended], self._attn_size)
        memory = tf.concat([memory[:, 1:], output[:, None]], 1)
        memory = tf.reshape(memory, [-1, self._attn_length * self._attn_size])
        new = (state, attended, memory)
        return output, new if self._state_is_tuple else tf.concat(new, 1)

    def _attend(self, query: Any, memory: Any) -> Any:
        kernel = _V1.get_variable("attn_w", [1, 1, self._attn_size, self._attn_vec_size])
        weights = _V1.get_variable("attn_v", [self._attn_vec_size])
        hidden = memory[:, :, None]
        features = tf.nn.conv2d(hidden, kernel, [1, 1, 1, 1], "SAME")
        asked = tf.reshape(self._linear("query", query, self._attn_vec_size), [-1, 1, 1, self._attn_vec_size])
        scores = tf.nn.softmax(tf.reduce_sum(weights * tf.tanh(features + asked), [2, 3]))
        return tf.reshape(tf.reduce_sum(scores[:, :, None, None] * hidden, [1, 2]), [-1, self._attn_size])

    def _linear(self, name: str, args: Any, size: Any) -> Any:
        if name not in self._linears:
            self._linears[name] = Linear(args, size)
        return self._linears[name](args)
