"""What of `tf.contrib.rnn` runs over all steps at once."""

from __future__ import annotations

import abc
from typing import Any

import tensorflow as tf

from ... import layers
from ...rnn_cell import LSTMStateTuple

_V1 = tf.compat.v1


class LSTMBlockWrapper(layers.Layer):
    """What runs over all steps at once, [time, batch, inputs], and knows its last states."""

    @property
    @abc.abstractmethod
    def num_units(self) -> int:
        """The number of units."""

    @abc.abstractmethod
    def _call_cell(
        self, inputs: Any, initial_cell_state: Any, initial_output: Any, dtype: Any, sequence_length: Any
    ) -> tuple[Any, Any]:
        """The states and the outputs of all steps."""

    def call(
        self, inputs: Any, initial_state: Any = None, dtype: Any = None, sequence_length: Any = None
    ) -> tuple[Any, Any]:
        """Outputs of all steps, zero beyond a sequence's length, and the last state.

        Raises:
          ValueError: there is neither a first state nor a type.
        """
        is_list = isinstance(inputs, list)
        if is_list:
            inputs = tf.stack(inputs)
        steps, batch = (inputs.shape[axis] or tf.shape(inputs)[axis] for axis in (0, 1))
        if initial_state is None:
            if dtype is None:
                raise ValueError("Either initial_state or dtype needs to be specified")
            zeros = tf.zeros(tf.stack([batch, self.num_units]), dtype)
            initial_state = (zeros, zeros)
        elif len(initial_state) != 2:
            raise ValueError("Expecting initial_state to be a tuple with length 2 or None")
        first_state, first_output = initial_state
        dtype = dtype or first_state.dtype
        states, outputs = self._call_cell(inputs, first_state, first_output, dtype, sequence_length)
        if sequence_length is None:
            last = LSTMStateTuple(states[-1], outputs[-1])
        else:
            mask = tf.transpose(tf.sequence_mask(sequence_length, steps, dtype))
            outputs *= mask[..., None]
            where = tf.stack([sequence_length, tf.range(batch, dtype=sequence_length.dtype)], 1)
            last = LSTMStateTuple(
                *(
                    tf.gather_nd(tf.concat([first[None], rest], 0), where)
                    for first, rest in ((first_state, states), (first_output, outputs))
                )
            )
        return (tf.unstack(outputs) if is_list else outputs), last


class LSTMBlockFusedCell(LSTMBlockWrapper):
    """An LSTM over all steps at once, by one operation; variables as those of `LSTMBlockCell`."""

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        reuse: Any = None,
        dtype: Any = None,
        name: str = "lstm_fused_cell",
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._cell_clip = -1.0 if cell_clip is None else cell_clip
        self._use_peephole = use_peephole
        self.input_spec = layers.InputSpec(ndim=3)

    @property
    def num_units(self) -> int:
        """The number of units."""
        return self._num_units

    def build(self, input_shape: Any) -> None:
        """Make the variables."""
        units = self._num_units
        self._kernel = self.add_weight("kernel", [tf.TensorShape(input_shape)[2] + units, 4 * units])
        self._bias = self.add_weight("bias", [4 * units], initializer=_V1.constant_initializer(0.0))
        gates = "ifo" if self._use_peephole else ""
        self._diagonals = {gate: self.add_weight(f"w_{gate}_diag", [units]) for gate in gates}
        self.built = True

    def _call_cell(
        self, inputs: Any, initial_cell_state: Any, initial_output: Any, dtype: Any, sequence_length: Any
    ) -> tuple[Any, Any]:
        steps = tf.shape(inputs)[0] if sequence_length is None else tf.reduce_max(sequence_length)
        none = tf.zeros([self._num_units], dtype)
        found = tf.raw_ops.BlockLSTM(
            seq_len_max=tf.cast(steps, tf.int64),
            x=inputs,
            cs_prev=initial_cell_state,
            h_prev=initial_output,
            w=self._kernel,
            wci=self._diagonals.get("i", none),
            wcf=self._diagonals.get("f", none),
            wco=self._diagonals.get("o", none),
            b=self._bias,
            forget_bias=self._forget_bias,
            cell_clip=self._cell_clip,
            use_peephole=self._use_peephole,
        )
        return found.cs, found.h


class FusedRNNCell(abc.ABC):
    """What runs over all steps at once: [time, batch, inputs], or a list of steps."""

    @abc.abstractmethod
    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> tuple[Any, Any]:
        """The outputs, as the inputs were given, and the last state."""


class FusedRNNCellAdaptor(FusedRNNCell):
    """Unrolls a cell, by `dynamic_rnn` or `static_rnn`."""

    def __init__(self, cell: Any, use_dynamic_rnn: bool = False) -> None:
        self._cell = cell
        self._use_dynamic_rnn = use_dynamic_rnn

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> tuple[Any, Any]:
        """The outputs, as the inputs were given, and the last state."""
        is_list = isinstance(inputs, list)
        options = {
            "initial_state": initial_state,
            "dtype": dtype,
            "sequence_length": sequence_length,
            "scope": scope,
        }
        if self._use_dynamic_rnn:
            steps = tf.stack(inputs) if is_list else inputs
            outputs, state = _V1.nn.dynamic_rnn(self._cell, steps, time_major=True, **options)
            return (tf.unstack(outputs) if is_list else outputs), state
        steps = inputs if is_list else tf.unstack(inputs)
        outputs, state = _V1.nn.static_rnn(self._cell, steps, **options)
        return (outputs if is_list else tf.stack(outputs)), state


class TimeReversedFusedRNN(FusedRNNCell):
    """Runs another one backwards in time."""

    def __init__(self, cell: Any) -> None:
        self._cell = cell

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> tuple[Any, Any]:
        """The outputs, in the order of the inputs, and the last state."""
        outputs, state = self._cell(
            _reversed(inputs, sequence_length),
            initial_state=initial_state,
            dtype=dtype,
            sequence_length=sequence_length,
            scope=scope,
        )
        return _reversed(outputs, sequence_length), state


def _reversed(steps: Any, lengths: Any) -> Any:
    if isinstance(steps, list):
        return steps[::-1]
    if lengths is None:
        return tf.reverse(steps, [0])
    return tf.reverse_sequence(steps, lengths, seq_axis=0, batch_axis=1)
