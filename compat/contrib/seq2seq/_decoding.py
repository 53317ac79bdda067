"""`dynamic_decode`: a loop over a decoder's steps until all its sequences are finished."""

from __future__ import annotations

import abc
from typing import Any, NamedTuple

import tensorflow as tf

from ._helpers import Helper

_V1 = tf.compat.v1


class Decoder(abc.ABC):
    """What `dynamic_decode` runs."""

    # Whether `step` says of all sequences that were finished before that they still are.
    tracks_own_finished = False

    @property
    @abc.abstractmethod
    def batch_size(self) -> Any:
        """The number of sequences."""

    @property
    @abc.abstractmethod
    def output_size(self) -> Any:
        """The shape of the outputs of one sequence's step: numbers or shapes, in any structure."""

    @property
    @abc.abstractmethod
    def output_dtype(self) -> Any:
        """The types of the outputs, in the same structure."""

    @abc.abstractmethod
    def initialize(self, name: Any = None) -> tuple[Any, Any, Any]:
        """Which sequences are finished at once, the first inputs and the first state."""

    @abc.abstractmethod
    def step(self, time: Any, inputs: Any, state: Any, name: Any = None) -> tuple[Any, Any, Any, Any]:
        """Outputs, next state, next inputs, and which sequences are finished."""

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """What `dynamic_decode` gives for all outputs, time first, and the last state."""
        del sequence_lengths
        return outputs, final_state


class BasicDecoderOutput(NamedTuple):
    """What `BasicDecoder` gives: the outputs of the cell (or of the layer above it), and the sample ids."""

    rnn_output: Any
    sample_id: Any


class BasicDecoder(Decoder):
    """Runs a cell on what a helper gives.

    Args:
      cell: a cell of `compat.rnn_cell`.
      helper: a `Helper`.
      initial_state: the cell's first state.
      output_layer: a layer for the outputs, such as `compat.layers.Dense`; samples come from what it gives.

    Raises:
      TypeError: `helper` or `output_layer` is something else.
    """

    def __init__(self, cell: Any, helper: Any, initial_state: Any, output_layer: Any = None) -> None:
        if not isinstance(helper, Helper):
            raise TypeError(f"helper must be a Helper, received: {type(helper)}")
        if output_layer is not None and not hasattr(output_layer, "compute_output_shape"):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._helper = helper
        self._initial_state = initial_state
        self._output_layer = output_layer

    @property
    def batch_size(self) -> Any:
        """The helper's."""
        return self._helper.batch_size

    @property
    def output_size(self) -> Any:
        """The size of the cell's outputs, or of the layer's, and of the samples."""
        size = self._cell.output_size
        if self._output_layer is not None:
            size = tf.TensorShape(self._output_layer.compute_output_shape(_with_batch(None, size)))[1:]
        return BasicDecoderOutput(size, self._helper.sample_ids_shape)

    @property
    def output_dtype(self) -> Any:
        """The type of the state, and that of the samples."""
        kind = tf.nest.flatten(self._initial_state)[0].dtype
        outputs = tf.nest.map_structure(lambda _: kind, self.output_size.rnn_output)
        return BasicDecoderOutput(outputs, self._helper.sample_ids_dtype)

    def initialize(self, name: Any = None) -> tuple[Any, Any, Any]:
        """What the helper gives, and the initial state."""
        return (*self._helper.initialize(), self._initial_state)

    def step(self, time: Any, inputs: Any, state: Any, name: Any = None) -> tuple[Any, Any, Any, Any]:
        """One step of the cell."""
        with _V1.name_scope(name, "BasicDecoderStep", [time]):
            outputs, state = self._cell(inputs, state)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            ids = self._helper.sample(time=time, outputs=outputs, state=state)
            finished, inputs, state = self._helper.next_inputs(
                time=time, outputs=outputs, state=state, sample_ids=ids
            )
        return BasicDecoderOutput(outputs, ids), state, inputs, finished


def dynamic_decode(
    decoder: Any,
    output_time_major: bool = False,
    impute_finished: bool = False,
    maximum_iterations: Any = None,
    parallel_iterations: int = 32,
    swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Run a decoder until all its sequences are finished, or for `maximum_iterations`.

    With `impute_finished`, a sequence that is finished keeps its state, and its outputs are zero.

    Returns:
      The outputs [batch, time, …] (or time first), the last state, and the lengths of the sequences, [batch].

    Raises:
      TypeError: `decoder` is no `Decoder`.
      ValueError: `maximum_iterations` is no scalar.
    """
    if not isinstance(decoder, Decoder):
        raise TypeError(f"Expected decoder to be type Decoder, but saw: {type(decoder)}")

    def advance(time: Any, arrays: Any, state: Any, inputs: Any, finished: Any, lengths: Any) -> Any:
        outputs, next_state, next_inputs, ended = decoder.step(time, inputs, state)
        if impute_finished:
            outputs = tf.nest.map_structure(lambda new: _where(finished, tf.zeros_like(new), new), outputs)
            next_state = tf.nest.map_structure(lambda new, old: _where(finished, old, new), next_state, state)
        arrays = tf.nest.map_structure(lambda array, output: array.write(time, output), arrays, outputs)
        lengths = tf.where(finished, lengths, time + 1)
        if not decoder.tracks_own_finished:
            ended |= finished
        return time + 1, arrays, next_state, next_inputs, ended, lengths

    with _V1.variable_scope(scope, "decoder"):
        if maximum_iterations is not None:
            maximum_iterations = tf.convert_to_tensor(maximum_iterations, tf.int32)
            if maximum_iterations.shape.rank != 0:
                raise ValueError("maximum_iterations must be a scalar")
        finished, inputs, state = decoder.initialize()
        batch = tf.get_static_value(decoder.batch_size)
        arrays = tf.nest.map_structure(
            lambda size, kind: tf.TensorArray(
                kind, 0, dynamic_size=True, element_shape=_with_batch(batch, size)
            ),
            decoder.output_size,
            decoder.output_dtype,
        )
        _, arrays, state, _, _, lengths = _V1.while_loop(
            lambda time, arrays, state, inputs, finished, lengths: ~tf.reduce_all(finished),
            advance,
            (tf.constant(0), arrays, state, inputs, finished, tf.zeros_like(finished, tf.int32)),
            parallel_iterations=parallel_iterations,
            maximum_iterations=maximum_iterations,
            swap_memory=swap_memory,
        )
        outputs = tf.nest.map_structure(lambda array: array.stack(), arrays)
        outputs, state = decoder.finalize(outputs, state, lengths)
        if not output_time_major:
            outputs = tf.nest.map_structure(batch_first, outputs)
    return outputs, state, lengths


def _with_batch(batch: Any, size: Any) -> Any:
    shape = tf.TensorShape(size if isinstance(size, list | tuple | tf.TensorShape) else [size])
    return tf.TensorShape([batch]).concatenate(shape)


def _where(finished: Any, old: Any, new: Any) -> Any:
    """`old` for the sequences that are finished; what is no tensor of a batch has but its new value."""
    if isinstance(new, tf.TensorArray) or new.shape.rank == 0:
        return new
    new.set_shape(old.shape)
    return tf.where(tf.reshape(finished, [-1, *[1] * (new.shape.rank - 1)]), old, new)


def batch_first(value: Any) -> Any:
    """Swap the first two dimensions."""
    return tf.transpose(value, [1, 0, *range(2, value.shape.rank)])
