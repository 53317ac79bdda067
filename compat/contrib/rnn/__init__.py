"""`tf.contrib.rnn`: the cells of `compat.rnn_cell`, a few more, and functions that unroll them."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import rnn_cell
from ..rnn_cell.lstm import LSTM
from . import _wrappers
from ._names import lookup

_V1 = tf.compat.v1

EmbeddingWrapper = _wrappers.EmbeddingWrapper
InputProjectionWrapper = _wrappers.InputProjectionWrapper
OutputProjectionWrapper = _wrappers.OutputProjectionWrapper
static_bidirectional_rnn = _V1.nn.static_bidirectional_rnn
static_rnn = _V1.nn.static_rnn
static_state_saving_rnn = _V1.nn.static_state_saving_rnn

__getattr__ = lookup(
    "rnn",
    [rnn_cell],
    {"LSTMBlockFusedCell": "LSTMBlockCell with tf.compat.v1.nn.dynamic_rnn"},
)


class LSTMBlockCell(LSTM):
    """LSTM with optional peepholes and clipping, as `tf.contrib.rnn.LSTMBlockCell`, by plain operations.

    Variables: `lstm_cell/kernel`, `lstm_cell/bias`; with peepholes `w_i_diag`, `w_f_diag`, `w_o_diag`.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        dtype: Any = None,
        reuse: Any = None,
        name: str = "lstm_cell",
    ) -> None:
        super().__init__(num_units, None, reuse, name, dtype)
        self._forget_bias = forget_bias
        self._cell_clip = cell_clip if cell_clip is not None and cell_clip > 0 else None
        self._peepholes = "ifo" if use_peephole else ""


class GRUBlockCellV2(rnn_cell.GRUCell):
    """`GRUCell` under the arguments and the name of `tf.contrib.rnn.GRUBlockCellV2`."""

    def __init__(
        self,
        num_units: int | None = None,
        cell_size: int | None = None,
        reuse: Any = None,
        name: str = "gru_cell",
    ) -> None:
        units = cell_size if num_units is None else num_units
        if units is None:
            raise ValueError("num_units must be given")
        super().__init__(units, reuse=reuse, name=name)


class LayerNormBasicLSTMCell(rnn_cell.RNNCell):
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

    @property
    def state_size(self) -> Any:
        """`LSTMStateTuple(units, units)`."""
        return rnn_cell.LSTMStateTuple(self._num_units, self._num_units)

    @property
    def output_size(self) -> int:
        """The number of units."""
        return self._num_units

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
        return new_h, rnn_cell.LSTMStateTuple(new_c, new_h)

    def _norm(self, value: Any, scope: str) -> Any:
        if not self._layer_norm:
            return value
        with _V1.variable_scope(scope):
            gamma, beta = (
                _V1.get_variable(
                    name, value.shape[-1:], value.dtype, initializer=_V1.constant_initializer(constant)
                )
                for name, constant in (("gamma", self._norm_gain), ("beta", self._norm_shift))
            )
        mean, variance = tf.nn.moments(value, [1], keepdims=True)
        return tf.nn.batch_normalization(value, mean, variance, beta, gamma, 1e-12)


def transpose_batch_time(x: Any) -> Any:
    """Swap the first two dimensions."""
    return tf.transpose(x, [1, 0, *range(2, x.shape.rank)])


def stack_bidirectional_dynamic_rnn(
    cells_fw: Any,
    cells_bw: Any,
    inputs: Any,
    initial_states_fw: Any = None,
    initial_states_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    parallel_iterations: int | None = None,
    time_major: bool = False,
    scope: Any = None,
    swap_memory: bool = False,
) -> tuple[Any, Any, Any]:
    """Bidirectional layers, each fed with both outputs of the one below.

    Returns the outputs, the forward states and the backward states.
    """
    if not cells_fw or not cells_bw or len(cells_fw) != len(cells_bw):
        raise ValueError("Forward and Backward cells must be non-empty lists of one length.")
    states_fw, states_bw = [], []
    with _V1.variable_scope(scope or "stack_bidirectional_rnn"):
        for index, (forward, backward) in enumerate(zip(cells_fw, cells_bw, strict=True)):
            with _V1.variable_scope(f"cell_{index}"):
                outputs, (state_fw, state_bw) = _V1.nn.bidirectional_dynamic_rnn(
                    forward,
                    backward,
                    inputs,
                    initial_state_fw=initial_states_fw[index] if initial_states_fw else None,
                    initial_state_bw=initial_states_bw[index] if initial_states_bw else None,
                    sequence_length=sequence_length,
                    parallel_iterations=parallel_iterations,
                    dtype=dtype,
                    swap_memory=swap_memory,
                    time_major=time_major,
                )
                inputs = tf.concat(outputs, 2)
            states_fw.append(state_fw)
            states_bw.append(state_bw)
    return inputs, tuple(states_fw), tuple(states_bw)
