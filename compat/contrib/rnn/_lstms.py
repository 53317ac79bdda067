"""LSTMs of `tf.contrib.rnn` beside the plain ones: normalised, coupled, in groups, over frequencies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from ...rnn_cell import LSTMStateTuple, RNNCell
from ...rnn_cell import _sizes as sizes
from ._wrappers import Linear

_V1 = tf.compat.v1


class LayerNormBasicLSTMCell(sizes.LSTMSizes, RNNCell):
    """LSTM with layer normalisation and recurrent dropout, as `tf.contrib.rnn.LayerNormBasicLSTMCell`."""

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        input_size: int | None = None,
        activation: Any = tf.tanh,
        layer_norm: bool = True,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
        dropout_keep_prob: Any = 1.0,
        dropout_prob_seed: int | None = None,
        reuse: Any = None,
    ) -> None:
        del input_size
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._activation = activation
        self._forget_bias = forget_bias
        self._keep_prob = dropout_keep_prob
        self._seed = dropout_prob_seed
        self._layer_norm = layer_norm
        self._norm_gain = norm_gain
        self._norm_shift = norm_shift

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        c, h = state
        values = tf.concat([inputs, h], 1)
        kernel = _V1.get_variable("kernel", [values.shape[-1], 4 * self._num_units], dtype=values.dtype)
        gates = tf.matmul(values, kernel)
        if not self._layer_norm:
            gates = tf.nn.bias_add(gates, _V1.get_variable("bias", [4 * self._num_units], dtype=values.dtype))
        i, j, f, o = tf.split(gates, num_or_size_splits=4, axis=1)
        i, j, f, o = (
            self._norm(gate, scope)
            for gate, scope in ((i, "input"), (j, "transform"), (f, "forget"), (o, "output"))
        )
        g = self._activation(j)
        if not isinstance(self._keep_prob, float) or self._keep_prob < 1:
            g = tf.nn.dropout(g, rate=1 - self._keep_prob, seed=self._seed)
        new_c = self._norm(c * tf.sigmoid(f + self._forget_bias) + tf.sigmoid(i) * g, "state")
        new_h = self._activation(new_c) * tf.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)

    def _norm(self, value: Any, scope: str) -> Any:
        return layer_norm(value, scope, self._norm_gain, self._norm_shift) if self._layer_norm else value


class CoupledInputForgetGateLSTMCell(sizes.LSTMSizes, RNNCell):
    """An LSTM that takes in what it forgets (arxiv.org/abs/1503.04069)."""

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int = 1,
        num_proj_shards: int = 1,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = tf.tanh,
        reuse: Any = None,
        layer_norm: bool = False,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
    ) -> None:
        del initializer  # TF 1 did not use it either
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._shards = (num_unit_shards, num_proj_shards)
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = activation
        self._layer_norm = layer_norm
        self._norm_values = (norm_gain, norm_shift)

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        units, dtype = self._num_units, inputs.dtype
        c_prev, m_prev = state if self._state_is_tuple else tf.split(state, [units, self.output_size], axis=1)
        kernel = _sharded("W", [int(inputs.shape[1]) + self.output_size, 3 * units], dtype, self._shards[0])
        bias = _V1.get_variable("B", [3 * units], dtype, _V1.zeros_initializer())
        gates = tf.matmul(tf.concat([inputs, m_prev], 1), kernel)
        if not self._layer_norm:
            gates = tf.nn.bias_add(gates, bias)
        j, f, o = tf.split(gates, 3, axis=1)
        j, f, o = self._norm(j, "transform"), self._norm(f, "forget"), self._norm(o, "output")
        f = f + self._forget_bias
        if self._use_peepholes:
            w_f = _V1.get_variable("W_F_diag", [units], dtype)
            w_o = _V1.get_variable("W_O_diag", [units], dtype)
            f = f + w_f * c_prev
        f = tf.sigmoid(f)
        c = self._norm(f * c_prev + (1 - f) * self._activation(j), "state")
        if self._use_peepholes:
            o = o + w_o * c
        m = tf.sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            m = tf.matmul(m, _sharded("W_P", [units, self._num_proj], dtype, self._shards[1]))
            if self._proj_clip is not None:
                m = tf.clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else tf.concat([c, m], 1)

    def _norm(self, value: Any, scope: str) -> Any:
        return layer_norm(value, scope, *self._norm_values) if self._layer_norm else value


def layer_norm(value: Any, scope: str, gain: float, shift: float) -> Any:
    """`value` [batch, units] with mean 0 and variance 1 of each row, then scaled by `gamma` and `beta`."""
    with _V1.variable_scope(scope):
        gamma, beta = (
            _V1.get_variable(
                name, value.shape[-1:], value.dtype, initializer=_V1.constant_initializer(constant)
            )
            for name, constant in (("gamma", gain), ("beta", shift))
        )
    mean, variance = tf.nn.moments(value, [1], keepdims=True)
    return tf.nn.batch_normalization(value, mean, variance, beta, gamma, 1e-12)


def _sharded(name: str, shape: Sequence[int], dtype: Any, shards: int) -> Any:
    """Rows of variables `name_0`, `name_1`, … as one matrix."""
    if shards > shape[0]:
        raise ValueError(f"Too many shards: shape={shape}, num_shards={shards}")
    rows, more = divmod(shape[0], shards)
    parts = [
        _V1.get_variable(f"{name}_{index}", [rows + (index < more), *shape[1:]], dtype)
        for index in range(shards)
    ]
    return parts[0] if len(parts) == 1 else tf.concat(parts, 0)


class TimeFreqLSTMCell(sizes.UnitSizes, RNNCell):
    """An LSTM that runs over the frequencies of each step, too (Li et al., 2015)."""

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_unit_shards: int = 1,
        forget_bias: float = 1.0,
        feature_size: int | None = None,
        frequency_skip: int = 1,
        reuse: Any = None,
    ) -> None:
        del initializer  # TF 1 did not use it either
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._num_unit_shards = num_unit_shards
        self._forget_bias = forget_bias
        self._feature_size = feature_size
        self._frequency_skip = frequency_skip

    @property
    def state_size(self) -> Any:
        """Two numbers for each unit."""
        return 2 * self._num_units

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        units, dtype = self._num_units, inputs.dtype
        features = self._features(inputs)
        depth = int(features[0].shape[1]) + 2 * units
        kernel = _sharded("W", [depth, 4 * units], dtype, self._num_unit_shards)
        bias = _V1.get_variable("B", [4 * units], dtype, _V1.zeros_initializer())
        diagonals: dict[str, Any] = dict.fromkeys("FIO", 0.0)
        if self._use_peepholes:
            diagonals = {gate: _V1.get_variable(f"W_{gate}_diag", [units], dtype) for gate in "FIO"}
        m = tf.zeros(tf.stack([inputs.shape[0] or tf.shape(inputs)[0], units]), dtype)
        outputs, states = [], []
        for index, feature in enumerate(features):
            c_prev = state[:, 2 * index * units : (2 * index + 1) * units]
            m_prev = state[:, (2 * index + 1) * units : (2 * index + 2) * units]
            gates = tf.nn.bias_add(tf.matmul(tf.concat([feature, m_prev, m], 1), kernel), bias)
            i, j, f, o = tf.split(gates, 4, axis=1)
            f = tf.sigmoid(f + self._forget_bias + diagonals["F"] * c_prev)
            c = f * c_prev + tf.sigmoid(i + diagonals["I"] * c_prev) * tf.tanh(j)
            if self._cell_clip is not None:
                c = tf.clip_by_value(c, -self._cell_clip, self._cell_clip)
            m = tf.sigmoid(o + diagonals["O"] * c) * tf.tanh(c)
            outputs.append(m)
            states += [c, m]
        return tf.concat(outputs, 1), tf.concat(states, 1)

    def _features(self, inputs: Any) -> list[Any]:
        size, skip = self._feature_size or int(inputs.shape[1]), self._frequency_skip
        count = (int(inputs.shape[1]) - size) // skip + 1
        return [inputs[:, index * skip : index * skip + size] for index in range(count)]


class GLSTMCell(sizes.LSTMSizes, RNNCell):
    """An LSTM of groups of units that do not see each other (arxiv.org/abs/1703.10722).

    Raises:
      ValueError: units, projection or inputs cannot be divided into the groups.
    """

    def __init__(
        self,
        num_units: int,
        initializer: Any = None,
        num_proj: int | None = None,
        number_of_groups: int = 1,
        forget_bias: float = 1.0,
        activation: Any = tf.tanh,
        reuse: Any = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._initializer = initializer
        self._num_proj = num_proj
        self._forget_bias = forget_bias
        self._activation = activation
        self._number_of_groups = number_of_groups
        if num_units % number_of_groups:
            raise ValueError("num_units must be divisible by number_of_groups")
        if num_proj and num_proj % number_of_groups:
            raise ValueError("num_proj must be divisible by number_of_groups")
        self._linears: dict[str, Linear] = {}

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        c_prev, m_prev = state
        groups = self._number_of_groups
        if inputs.shape[1] % groups:
            raise ValueError(
                f"input size ({inputs.shape[1]}) must be divisible by number_of_groups ({groups})"
            )
        with _V1.variable_scope(_V1.get_variable_scope(), initializer=self._initializer):
            parts = []
            for group, seen in enumerate(
                zip(tf.split(inputs, groups, 1), tf.split(m_prev, groups, 1), strict=True)
            ):
                with _V1.variable_scope(f"group{group}"):
                    made = self._linear(f"group{group}", tf.concat(seen, 1), 4 * self._num_units // groups)
                parts.append(tf.split(made, 4, 1))
            i, j, f, o = (
                tf.nn.bias_add(tf.concat(gate, 1), self._bias(name, inputs.dtype))
                for name, gate in zip("ijfo", zip(*parts, strict=True), strict=True)
            )
        c = tf.sigmoid(f + self._forget_bias) * c_prev + tf.sigmoid(i) * tf.tanh(j)
        m = tf.sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            with _V1.variable_scope("projection"):
                m = self._linear("projection", m, self._num_proj)
        return m, LSTMStateTuple(c, m)

    def _linear(self, name: str, args: Any, size: int) -> Any:
        if name not in self._linears:
            self._linears[name] = Linear(args, size, build_bias=False)
        return self._linears[name](args)

    def _bias(self, name: str, dtype: Any) -> Any:
        zeros = _V1.constant_initializer(0.0, dtype=dtype)
        return _V1.get_variable(f"bias_{name}", [self._num_units], dtype, zeros)
