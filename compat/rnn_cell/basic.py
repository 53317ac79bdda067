"""The plain cells: BasicRNNCell, GRUCell and BasicLSTMCell."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .cell import LayerRNNCell
from .state import LSTMStateTuple

_V1 = tf.compat.v1


class BasicRNNCell(LayerRNNCell):
    """`activation(W × input + U × state + b)`, as `tf.nn.rnn_cell.BasicRNNCell`.

    Variables: `kernel`, `bias`.
    """

    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: Any = None,
        name: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, activation, reuse, name=name, dtype=dtype, **kwargs)

    @property
    def state_size(self) -> int:
        """The number of units."""
        return self._num_units

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        """Make `kernel` and `bias`."""
        depth = self._depth(inputs_shape)
        self._kernel = self.add_weight("kernel", [depth + self._num_units, self._num_units])
        self._bias = self.add_weight("bias", [self._num_units], initializer=_V1.zeros_initializer())
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._kernel), self._bias)
        output = self._activation(gates)
        return output, output


class GRUCell(LayerRNNCell):
    """Gated recurrent unit, as `tf.nn.rnn_cell.GRUCell`.

    Variables: `gates/kernel`, `gates/bias`, `candidate/kernel`, `candidate/bias`.
    """

    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: Any = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, activation, reuse, name=name, dtype=dtype, **kwargs)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    @property
    def state_size(self) -> int:
        """The number of units."""
        return self._num_units

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        """Make the kernels and biases of gates and candidate."""
        depth, units = self._depth(inputs_shape), self._num_units
        ones, zeros = _V1.constant_initializer(1.0), _V1.zeros_initializer()
        self._gate_kernel = self.add_weight(
            "gates/kernel", [depth + units, 2 * units], initializer=self._kernel_initializer
        )
        self._gate_bias = self.add_weight(
            "gates/bias", [2 * units], initializer=self._bias_initializer or ones
        )
        self._candidate_kernel = self.add_weight(
            "candidate/kernel", [depth + units, units], initializer=self._kernel_initializer
        )
        self._candidate_bias = self.add_weight(
            "candidate/bias", [units], initializer=self._bias_initializer or zeros
        )
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._gate_kernel), self._gate_bias)
        reset, update = tf.split(tf.sigmoid(gates), num_or_size_splits=2, axis=1)
        candidate = tf.matmul(tf.concat([inputs, reset * state], 1), self._candidate_kernel)
        candidate = self._activation(tf.nn.bias_add(candidate, self._candidate_bias))
        output = update * state + (1 - update) * candidate
        return output, output


class BasicLSTMCell(LayerRNNCell):
    """LSTM without peepholes, clipping or projection, as `tf.nn.rnn_cell.BasicLSTMCell`.

    Variables: `kernel`, `bias`. The state is an `LSTMStateTuple`, or one tensor [batch, 2 × units] with
    `state_is_tuple=False`.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: Any = None,
        name: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, activation, reuse, name=name, dtype=dtype, **kwargs)
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple

    @property
    def state_size(self) -> Any:
        """`LSTMStateTuple(units, units)`, or twice the units."""
        units = self._num_units
        return LSTMStateTuple(units, units) if self._state_is_tuple else 2 * units

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        """Make `kernel` and `bias`."""
        depth, units = self._depth(inputs_shape), self._num_units
        self._kernel = self.add_weight("kernel", [depth + units, 4 * units])
        self._bias = self.add_weight("bias", [4 * units], initializer=_V1.zeros_initializer())
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        c, h = state if self._state_is_tuple else tf.split(state, num_or_size_splits=2, axis=1)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, h], 1), self._kernel), self._bias)
        i, j, f, o = tf.split(gates, num_or_size_splits=4, axis=1)
        forget_bias = tf.constant(self._forget_bias, dtype=f.dtype)
        new_c = c * tf.sigmoid(f + forget_bias) + tf.sigmoid(i) * self._activation(j)
        new_h = self._activation(new_c) * tf.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h) if self._state_is_tuple else tf.concat([new_c, new_h], 1)
