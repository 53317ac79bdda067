"""Cells of `tf.contrib.rnn` that are neither LSTMs nor wrap another: gates over one state, or over two."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ...rnn_cell import LSTMStateTuple, RNNCell
from ...rnn_cell import _sizes as sizes
from ...rnn_cell._cell import LayerRNNCell
from ._wrappers import Linear

_V1 = tf.compat.v1


class NASCell(sizes.LSTMSizes, LayerRNNCell):
    """The cell that was found by neural architecture search (arxiv.org/abs/1611.01578)."""

    def __init__(
        self,
        num_units: int,
        num_proj: int | None = None,
        use_bias: bool = False,
        reuse: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(num_units, reuse=reuse, **kwargs)
        self.input_spec = None
        self._num_proj = num_proj
        self._use_bias = use_bias

    @property
    def output_size(self) -> int:
        """The size of the projection, or the number of units."""
        return self._num_units if self._num_proj is None else self._num_proj

    def build(self, inputs_shape: Any) -> None:
        """Make the variables."""
        units = self._num_units
        self.recurrent_kernel = self.add_weight("recurrent_kernel", [self.output_size, 8 * units])
        self.kernel = self.add_weight("kernel", [self._depth(inputs_shape), 8 * units])
        if self._use_bias:
            self.bias = self.add_weight("bias", [8 * units], initializer=_V1.zeros_initializer())
        if self._num_proj is not None:
            self.projection_weights = self.add_weight("projection_weights", [units, self._num_proj])
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        c_prev, m_prev = state
        recurrent = tf.matmul(m_prev, self.recurrent_kernel)
        if self._use_bias:
            recurrent = tf.nn.bias_add(recurrent, self.bias)
        m = tf.split(recurrent, 8, axis=1)
        x = tf.split(tf.matmul(inputs, self.kernel), 8, axis=1)
        first = tf.tanh(tf.sigmoid(x[0] + m[0]) * tf.nn.relu(x[1] + m[1]))
        second = tf.tanh(tf.sigmoid(x[2] + m[2]) + tf.nn.relu(x[3] * m[3]))
        third = tf.tanh(tf.tanh(x[4] + m[4]) * tf.sigmoid(x[5] + m[5]))
        fourth = tf.sigmoid(tf.tanh(x[6] + m[6]) + tf.sigmoid(x[7] + m[7]))
        new_c = tf.tanh(first + c_prev) * second
        new_m = tf.tanh(new_c * tf.tanh(third + fourth))
        if self._num_proj is not None:
            new_m = tf.matmul(new_m, self.projection_weights)
        return new_m, LSTMStateTuple(new_c, new_m)


class UGRNNCell(sizes.UnitSizes, RNNCell):
    """One gate for all (arxiv.org/abs/1611.09913)."""

    def __init__(
        self,
        num_units: int,
        initializer: Any = None,
        forget_bias: float = 1.0,
        activation: Any = tf.tanh,
        reuse: Any = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._initializer = initializer
        self._forget_bias = forget_bias
        self._activation = activation
        self._linear: Linear | None = None

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        with _V1.variable_scope(_V1.get_variable_scope(), initializer=self._initializer):
            both = tf.concat([inputs, state], 1)
            if self._linear is None:
                self._linear = Linear(both, 2 * self._num_units)
            g, c = tf.split(self._linear(both), 2, axis=1)
            g = tf.sigmoid(g + self._forget_bias)
            new = g * state + (1.0 - g) * self._activation(c)
        return new, new


class IntersectionRNNCell(UGRNNCell):
    """Gates through time and through depth (arxiv.org/abs/1611.09913).

    Raises:
      ValueError: when called with inputs of another size than `num_units`, and without `num_in_proj`.
    """

    def __init__(
        self,
        num_units: int,
        num_in_proj: int | None = None,
        initializer: Any = None,
        forget_bias: float = 1.0,
        y_activation: Any = tf.nn.relu,
        reuse: Any = None,
    ) -> None:
        super().__init__(num_units, initializer, forget_bias, y_activation, reuse)
        self._num_in_proj = num_in_proj
        self._projection: Linear | None = None

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        units = self._num_units
        with _V1.variable_scope(_V1.get_variable_scope(), initializer=self._initializer):
            if inputs.shape[1] != units:
                if not self._num_in_proj:
                    raise ValueError(
                        "Must have input size == output size for Intersection RNN. To fix, num_in_proj "
                        "should be set to num_units at cell init."
                    )
                with _V1.variable_scope("in_projection"):
                    if self._projection is None:
                        self._projection = Linear(inputs, units)
                    inputs = self._projection(inputs)
            both = tf.concat([inputs, state], 1)
            if self._linear is None:
                self._linear = Linear(both, 4 * units)
            gate_h, h, gate_y, y = tf.split(self._linear(both), 4, axis=1)
            gate_h = tf.sigmoid(gate_h + self._forget_bias)
            gate_y = tf.sigmoid(gate_y + self._forget_bias)
            new_state = gate_h * state + (1.0 - gate_h) * tf.tanh(h)
            return gate_y * inputs + (1.0 - gate_y) * self._activation(y), new_state


class SRUCell(LayerRNNCell):
    """The simple recurrent unit (arxiv.org/abs/1709.02755)."""

    def build(self, inputs_shape: Any) -> None:
        """Make the variables."""
        units = self._num_units
        self._kernel = self.add_weight("kernel", [self._depth(inputs_shape), 4 * units])
        self._bias = self.add_weight("bias", [2 * units], initializer=_V1.zeros_initializer())
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        made, f, r, passed = tf.split(tf.matmul(inputs, self._kernel), 4, axis=1)
        gates = tf.sigmoid(tf.nn.bias_add(tf.concat([f, r], 1), self._bias))
        f, r = tf.split(gates, 2, axis=1)
        c = f * state + (1.0 - f) * made
        return r * self._activation(c) + (1.0 - r) * passed, c


class IndRNNCell(LayerRNNCell):
    """A basic cell whose units see only themselves in the step before (arxiv.org/abs/1803.04831)."""

    def build(self, inputs_shape: Any) -> None:
        """Make the variables."""
        units = self._num_units
        self._kernel_w = self.add_weight("kernel_w", [self._depth(inputs_shape), units])
        self._kernel_u = self.add_weight("kernel_u", [1, units], initializer=_within_one(self.dtype))
        self._bias = self.add_weight("bias", [units], initializer=_V1.zeros_initializer())
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        gates = tf.matmul(inputs, self._kernel_w) + state * self._kernel_u
        output = self._activation(tf.nn.bias_add(gates, self._bias))
        return output, output


class _Indy(LayerRNNCell):
    _kernel_initializer: Any = None
    _bias_initializer: Any = None

    def _gates(self, names: tuple[str, str, str], depth: int, size: int, bias: Any) -> Callable[..., Any]:
        """Variables for `size` gates, and what they compute of the inputs and of what each unit was."""
        kernel_w = self.add_weight(names[0], [depth, size], initializer=self._kernel_initializer)
        kernel_u = self.add_weight(names[1], [1, size], initializer=_within_one(self.dtype))
        biases = self.add_weight(names[2], [size], initializer=self._bias_initializer or bias)

        def gates(inputs: Any, before: Any) -> Any:
            repeated = tf.tile(before, [1, size // self._num_units])
            return tf.nn.bias_add(tf.matmul(inputs, kernel_w) + repeated * kernel_u, biases)

        return gates


class IndyGRUCell(_Indy):
    """A GRU whose units see only themselves in the step before."""

    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: Any = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_units, activation, reuse, name, dtype)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    def build(self, inputs_shape: Any) -> None:
        """Make the variables."""
        depth, units = self._depth(inputs_shape), self._num_units
        names = ("gates/kernel_w", "gates/kernel_u", "gates/bias")
        self._decide = self._gates(names, depth, 2 * units, _V1.constant_initializer(1.0, dtype=self.dtype))
        names = ("candidate/kernel", "candidate/kernel_u", "candidate/bias")
        self._candidate = self._gates(names, depth, units, _V1.zeros_initializer(dtype=self.dtype))
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        r, u = tf.split(tf.sigmoid(self._decide(inputs, state)), 2, axis=1)
        c = self._activation(self._candidate(inputs, r * state))
        new = u * state + (1 - u) * c
        return new, new


class IndyLSTMCell(sizes.LSTMSizes, _Indy):
    """An LSTM whose units see only themselves in the step before."""

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        activation: Any = None,
        reuse: Any = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(num_units, activation, reuse, name, dtype)
        self._forget_bias = forget_bias
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    def build(self, inputs_shape: Any) -> None:
        """Make the variables."""
        names = ("kernel_w", "kernel_u", "bias")
        zeros = _V1.zeros_initializer(dtype=self.dtype)
        self._decide = self._gates(names, self._depth(inputs_shape), 4 * self._num_units, zeros)
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        c, h = state
        i, j, f, o = tf.split(self._decide(inputs, h), 4, axis=1)
        new_c = c * tf.sigmoid(f + self._forget_bias) + tf.sigmoid(i) * self._activation(j)
        new_h = self._activation(new_c) * tf.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)


class PhasedLSTMCell(sizes.LSTMSizes, RNNCell):
    """An LSTM whose units sleep most of the time (arxiv.org/abs/1610.09513); inputs are `(time, x)`."""

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        leak: float = 0.001,
        ratio_on: float = 0.1,
        trainable_ratio_on: bool = True,
        period_init_min: float = 1.0,
        period_init_max: float = 1000.0,
        reuse: Any = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._leak = leak
        self._ratio_on = ratio_on
        self._trainable_ratio_on = trainable_ratio_on
        self._periods = (period_init_min, period_init_max)
        self._linears: dict[str, Linear] = {}

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        c_prev, h_prev = state
        time, x = inputs
        gates = self._linear("mask_gates", [x, h_prev, *([c_prev] if self._use_peepholes else [])], 2)
        i, f = tf.split(tf.sigmoid(gates), 2, axis=1)
        new_c = c_prev * f + i * tf.tanh(self._linear("new_input", [x, h_prev], 1))
        gate = self._linear("output_gate", [x, h_prev, *([new_c] if self._use_peepholes else [])], 1)
        new_h = tf.tanh(new_c) * tf.sigmoid(gate)
        awake = self._openness(time)
        new_c = awake * new_c + (1 - awake) * c_prev
        new_h = awake * new_h + (1 - awake) * h_prev
        return new_h, LSTMStateTuple(new_c, new_h)

    def _linear(self, name: str, args: Any, times: int) -> Any:
        with _V1.variable_scope(name):
            if name not in self._linears:
                self._linears[name] = Linear(args, times * self._num_units)
            return self._linears[name](args)

    def _openness(self, time: Any) -> Any:
        """How awake each unit is at each time, [batch, units]."""
        units = [self._num_units]
        low, high = (math.log(bound) for bound in self._periods)

        def drawn(shape: Any, dtype: Any = tf.float32, partition_info: Any = None) -> Any:
            del partition_info
            return tf.exp(tf.random.uniform(shape, low, high, dtype))

        period = _V1.get_variable("period", units, initializer=drawn)
        within = _V1.random_uniform_initializer(0.0, period.initial_value)
        phase = _V1.get_variable("phase", units, initializer=within)
        ratio = _V1.get_variable(
            "ratio_on",
            units,
            initializer=_V1.constant_initializer(self._ratio_on),
            trainable=self._trainable_ratio_on,
        )
        shifted = time - tf.cast(phase, time.dtype)
        length = tf.cast(period, time.dtype)
        # The remainder's gradient is that of the time.
        cycle = (tf.stop_gradient(tf.math.floormod(shifted, length) - shifted) + shifted) / length
        cycle = tf.cast(cycle, tf.float32)
        up = 2 * cycle / ratio
        closed = self._leak * cycle
        opened = tf.where(cycle < ratio, 2 - up, closed)
        return tf.where(cycle < 0.5 * ratio, up, opened)


def _within_one(dtype: Any) -> Any:
    return _V1.random_uniform_initializer(minval=-1, maxval=1, dtype=dtype or tf.float32)
