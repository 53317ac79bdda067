"""LSTMs of `tf.contrib.rnn` that see images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from ...rnn_cell import LSTMStateTuple, RNNCell

_V1 = tf.compat.v1


class ConvLSTMCell(RNNCell):
    """An LSTM over images, or over what has one dimension or three (arxiv.org/abs/1506.04214).

    Raises:
      ValueError: `input_shape` has not `conv_ndims` dimensions and channels.
    """

    def __init__(
        self,
        conv_ndims: int,
        input_shape: Sequence[int],
        output_channels: int,
        kernel_shape: Sequence[int],
        use_bias: bool = True,
        skip_connection: bool = False,
        forget_bias: float = 1.0,
        initializers: Any = None,
        name: str = "conv_lstm_cell",
    ) -> None:
        del initializers  # TF 1 did not use them either
        super().__init__(name=name)
        if conv_ndims != len(input_shape) - 1:
            raise ValueError(f"Invalid input_shape {input_shape} for conv_ndims={conv_ndims}.")
        self._conv_ndims = conv_ndims
        self._input_shape = list(input_shape)
        self._output_channels = output_channels
        self._kernel_shape = list(kernel_shape)
        self._use_bias = use_bias
        self._skip_connection = skip_connection
        self._forget_bias = forget_bias

    @property
    def state_size(self) -> Any:
        """`LSTMStateTuple` of two shapes."""
        shape = tf.TensorShape([*self._input_shape[:-1], self._output_channels])
        return LSTMStateTuple(shape, shape)

    @property
    def output_size(self) -> Any:
        """The shape of the outputs."""
        skipped = self._input_shape[-1] if self._skip_connection else 0
        return tf.TensorShape([*self._input_shape[:-1], self._output_channels + skipped])

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        cell, hidden = state
        gates = self._convolved(tf.concat([inputs, hidden], -1), 4 * self._output_channels)
        i, j, f, o = tf.split(gates, 4, axis=self._conv_ndims + 1)
        new_cell = tf.sigmoid(f + self._forget_bias) * cell + tf.sigmoid(i) * tf.tanh(j)
        output = tf.tanh(new_cell) * tf.sigmoid(o)
        if self._skip_connection:
            output = tf.concat([output, inputs], axis=-1)
        return output, LSTMStateTuple(new_cell, output)

    def _convolved(self, value: Any, channels: int) -> Any:
        kernel = _V1.get_variable("kernel", [*self._kernel_shape, value.shape[-1], channels], value.dtype)
        convolved = tf.nn.convolution(value, kernel, padding="SAME")
        if not self._use_bias:
            return convolved
        zeros = _V1.constant_initializer(0.0, dtype=value.dtype)
        return convolved + _V1.get_variable("biases", [channels], value.dtype, zeros)


class Conv1DLSTMCell(ConvLSTMCell):
    """A `ConvLSTMCell` over one dimension."""

    def __init__(self, name: str = "conv_1d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=1, name=name, **kwargs)


class Conv2DLSTMCell(ConvLSTMCell):
    """A `ConvLSTMCell` over two dimensions."""

    def __init__(self, name: str = "conv_2d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=2, name=name, **kwargs)


class Conv3DLSTMCell(ConvLSTMCell):
    """A `ConvLSTMCell` over three dimensions."""

    def __init__(self, name: str = "conv_3d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=3, name=name, **kwargs)
