"""The LSTM cells: one set of equations, under the arguments and names of several."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._types import Activation, DType, Initializer, Name, Reuse, Shape
from ._cell import LayerRNNCell, initializer_config, linear
from ._sizes import LSTMSizes
from ._state import LSTMStateTuple

_V1 = tf.compat.v1


class LSTM(LSTMSizes, LayerRNNCell):
    """What the LSTM cells compute; plain, but for what a subclass sets.

    Variables: `kernel`, `bias`; with peepholes `w_f_diag`, `w_i_diag`, `w_o_diag`; with a projection
    `projection/kernel`. The state is an `LSTMStateTuple`, or one tensor with `state_is_tuple=False`.
    """

    _forget_bias = 1.0
    _peepholes = ""  # the gates that have one, in the order in which the variables are made
    _cell_clip: float | None = None
    _initializer: Any = None
    _proj_clip: float | None = None
    _num_unit_shards: int | None = None
    _num_proj_shards: int | None = None

    def build(self, inputs_shape: Shape) -> None:
        """Make the variables."""
        depth, units = self._depth(inputs_shape), self._num_units
        self._kernel = self.add_weight(
            "kernel",
            [depth + self.output_size, 4 * units],
            initializer=self._initializer,
            partitioner=_shards(self._num_unit_shards),
        )
        self._bias = self.add_weight("bias", [4 * units], initializer=_V1.zeros_initializer())
        self._diagonals = {
            gate: self.add_weight(f"w_{gate}_diag", [units], initializer=self._initializer)
            for gate in self._peepholes
        }
        if self._num_proj is not None:
            self._proj_kernel = self.add_weight(
                "projection/kernel",
                [units, self._num_proj],
                initializer=self._initializer,
                partitioner=_shards(self._num_proj_shards),
            )
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        if self._state_is_tuple:
            c_prev, m_prev = state
        else:
            c_prev, m_prev = tf.split(state, [self._num_units, self.output_size], axis=1)
        gates = linear(inputs, m_prev, self._kernel, self._bias)
        i, j, f, o = tf.split(gates, num_or_size_splits=4, axis=1)
        f = f + self._forget_bias
        if self._peepholes:
            f, i = f + self._diagonals["f"] * c_prev, i + self._diagonals["i"] * c_prev
        c = tf.sigmoid(f) * c_prev + tf.sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            c = tf.clip_by_value(c, -self._cell_clip, self._cell_clip)
        if self._peepholes:
            o = o + self._diagonals["o"] * c
        m = tf.sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            m = tf.matmul(m, self._proj_kernel)
            if self._proj_clip is not None:
                m = tf.clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else tf.concat([c, m], 1)


class BasicLSTMCell(LSTM):
    """LSTM without peepholes, clipping or projection, as `tf.nn.rnn_cell.BasicLSTMCell`.

    Inputs are [batch, size]; the output, and both parts of the state, are [batch, num_units]. Variables:
    `kernel`, [size + num_units, 4 × num_units], and `bias`, [4 × num_units].
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Activation = None,
        reuse: Reuse = None,
        name: Name = None,
        dtype: DType | None = None,
        **kwargs: Any,
    ) -> None:
        """Take what the cell of TF 1.15 takes.

        Args:
          num_units: the size of the output and of each part of the state.
          forget_bias: added to the forget gate.
          state_is_tuple: whether the state is an `LSTMStateTuple`, and not one tensor of both parts.
          activation: of the inner states; by default `tanh`.
          reuse: whether variables that are there are taken: a bool, or `tf.compat.v1.AUTO_REUSE`.
          name: of the cell, and of its variable scope.
          dtype: of the variables; by default that of the first input.
          kwargs: `trainable`.

        Raises:
          ValueError: when it is called: inputs whose last dimension is not known.
        """
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple

    def _own_config(self) -> dict[str, Any]:
        return {"forget_bias": self._forget_bias, "state_is_tuple": self._state_is_tuple}


class LSTMCell(LSTM):
    """LSTM, as `tf.nn.rnn_cell.LSTMCell`, with peepholes, clipping and projection.

    Inputs are [batch, size]; the output, and `h` of the state, are [batch, num_proj or num_units], and `c` is
    [batch, num_units]. Variables: `kernel`, `bias`, the three of peepholes, and `projection/kernel`.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Initializer = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Activation = None,
        reuse: Reuse = None,
        name: Name = None,
        dtype: DType | None = None,
        **kwargs: Any,
    ) -> None:
        """Take what the cell of TF 1.15 takes.

        Args:
          num_units: the size of `c`.
          use_peepholes: whether the gates see `c`.
          cell_clip: what `c` is clipped to, by its absolute value.
          initializer: gives the first values of the kernels; `None`: what the variable scope has.
          num_proj: the size of the output, if it is projected.
          proj_clip: what the projected output is clipped to, by its absolute value.
          num_unit_shards, num_proj_shards: how many parts the kernels are cut into.
          forget_bias: added to the forget gate.
          state_is_tuple: whether the state is an `LSTMStateTuple`, and not one tensor of both parts.
          activation: of the inner states; by default `tanh`.
          reuse: whether variables that are there are taken: a bool, or `tf.compat.v1.AUTO_REUSE`.
          name: of the cell, and of its variable scope.
          dtype: of the variables; by default that of the first input.
          kwargs: `trainable`.

        Raises:
          ValueError: when it is called: inputs whose last dimension is not known.
        """
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)
        self._peepholes = "fio" if use_peepholes else ""
        self._cell_clip = cell_clip
        self._initializer = initializer
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple

    def _own_config(self) -> dict[str, Any]:
        return {
            "use_peepholes": bool(self._peepholes),
            "cell_clip": self._cell_clip,
            "initializer": initializer_config(self._initializer),
            "num_proj": self._num_proj,
            "proj_clip": self._proj_clip,
            "num_unit_shards": self._num_unit_shards,
            "num_proj_shards": self._num_proj_shards,
            "forget_bias": self._forget_bias,
            "state_is_tuple": self._state_is_tuple,
        }


def _shards(count: int | None) -> Any:
    return None if count is None else _V1.fixed_size_partitioner(count)
