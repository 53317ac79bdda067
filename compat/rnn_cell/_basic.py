"""The cells whose state is their output: BasicRNNCell and GRUCell."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._types import Activation, DType, Initializer, Name, Reuse, Shape
from ._cell import LayerRNNCell, initializer_config, linear

_V1 = tf.compat.v1


class BasicRNNCell(LayerRNNCell):
    """`activation(W × input + U × state + b)`, as `tf.nn.rnn_cell.BasicRNNCell`.

    Inputs are [batch, size]; the output, which is the state, is [batch, num_units]. Variables: `kernel`,
    [size + num_units, num_units], and `bias`, [num_units].
    """

    def build(self, inputs_shape: Shape) -> None:
        """Make `kernel` and `bias`."""
        depth = self._depth(inputs_shape)
        self._kernel = self.add_weight("kernel", [depth + self._num_units, self._num_units])
        self._bias = self.add_weight("bias", [self._num_units], initializer=_V1.zeros_initializer())
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """One step."""
        output = self._activation(linear(inputs, state, self._kernel, self._bias))
        return output, output


class GRUCell(LayerRNNCell):
    """Gated recurrent unit, as `tf.nn.rnn_cell.GRUCell`.

    Inputs are [batch, size]; the output, which is the state, is [batch, num_units]. Variables:
    `gates/kernel`, `gates/bias`, `candidate/kernel`, `candidate/bias`.
    """

    def __init__(
        self,
        num_units: int,
        activation: Activation = None,
        reuse: Reuse = None,
        kernel_initializer: Initializer = None,
        bias_initializer: Initializer = None,
        name: Name = None,
        dtype: DType | None = None,
        **kwargs: Any,
    ) -> None:
        """Take what the cell of TF 1.15 takes.

        Args:
          num_units: the size of the output and of the state.
          activation: of the candidate; by default `tanh`.
          reuse: whether variables that are there are taken: a bool, or `tf.compat.v1.AUTO_REUSE`.
          kernel_initializer: gives the first values of the kernels; `None`: what the variable scope has.
          bias_initializer: gives those of the biases; `None`: one for the gates, zero for the candidate.
          name: of the cell, and of its variable scope.
          dtype: of the variables; by default that of the first input.
          kwargs: `trainable`.

        Raises:
          ValueError: when it is called: inputs whose last dimension is not known.
        """
        super().__init__(num_units, activation, reuse, name, dtype, **kwargs)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    def _own_config(self) -> dict[str, Any]:
        return {
            "kernel_initializer": initializer_config(self._kernel_initializer),
            "bias_initializer": initializer_config(self._bias_initializer),
        }

    def build(self, inputs_shape: Shape) -> None:
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
        gates = linear(inputs, state, self._gate_kernel, self._gate_bias)
        reset, update = tf.split(tf.sigmoid(gates), num_or_size_splits=2, axis=1)
        candidate = linear(inputs, reset * state, self._candidate_kernel, self._candidate_bias)
        candidate = self._activation(candidate)
        output = update * state + (1 - update) * candidate
        return output, output
