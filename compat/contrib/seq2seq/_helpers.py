"""Helpers of decoders: what a cell is given at each step, and when a sequence ends."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

import tensorflow as tf

_V1 = tf.compat.v1


class Helper(abc.ABC):
    """What `BasicDecoder` asks for the inputs of its cell; sample ids are scalars of int32 unless said."""

    sample_ids_shape: Any = tf.TensorShape([])
    sample_ids_dtype: Any = tf.int32

    @property
    @abc.abstractmethod
    def batch_size(self) -> Any:
        """The number of sequences, a scalar tensor."""

    @abc.abstractmethod
    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """Which sequences are finished at once, and the first inputs."""

    @abc.abstractmethod
    def sample(self, time: Any, outputs: Any, state: Any, name: Any = None) -> Any:
        """What is chosen by the outputs of a step."""

    @abc.abstractmethod
    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """Which sequences are finished now, the next inputs and the next state."""


class TrainingHelper(Helper):
    """Gives the steps of `inputs`, [batch, time, …] or time first, up to each sequence's length.

    Raises:
      ValueError: `sequence_length` is no vector.
    """

    def __init__(self, inputs: Any, sequence_length: Any, time_major: bool = False, name: Any = None) -> None:
        with _V1.name_scope(name, "TrainingHelper", [inputs, sequence_length]):
            self._inputs = tf.convert_to_tensor(inputs)
            self._sequence_length = tf.convert_to_tensor(sequence_length)
            if self._sequence_length.shape.rank != 1:
                raise ValueError(
                    "Expected sequence_length to be a vector, but received shape: "
                    f"{self._sequence_length.shape}"
                )
            steps = self._inputs
            if not time_major:
                steps = tf.transpose(steps, [1, 0, *range(2, steps.shape.rank)])
            self._batch_size = tf.size(self._sequence_length)
            self._none = tf.zeros_like(steps[0])
            self._steps = tf.TensorArray(
                steps.dtype, tf.shape(steps)[0], element_shape=steps.shape[1:]
            ).unstack(steps)

    @property
    def inputs(self) -> Any:
        """The inputs as they were given."""
        return self._inputs

    @property
    def sequence_length(self) -> Any:
        """The lengths, [batch]."""
        return self._sequence_length

    @property
    def batch_size(self) -> Any:
        """The number of sequences."""
        return self._batch_size

    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """Empty sequences are finished; the others begin with their first step."""
        with _V1.name_scope(name, "TrainingHelperInitialize"):
            return self._at(0)

    def sample(self, time: Any, outputs: Any, state: Any = None, name: Any = None) -> Any:
        """The index of the largest output."""
        with _V1.name_scope(name, "TrainingHelperSample", [time, outputs]):
            return tf.argmax(outputs, -1, tf.int32)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any = None, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """The next step of `inputs`; zeros where all sequences are finished."""
        with _V1.name_scope(name, "TrainingHelperNextInputs", [time, outputs]):
            return (*self._at(time + 1), state)

    def _at(self, time: Any) -> tuple[Any, Any]:
        finished = tf.cast(time, self._sequence_length.dtype) >= self._sequence_length
        is_end = tf.reduce_all(finished)
        return finished, _V1.cond(is_end, lambda: self._none, lambda: self._steps.read(time))


class GreedyEmbeddingHelper(Helper):
    """Gives what stands for the likeliest token of the step before, until that is the end token.

    Args:
      embedding: a function from tokens [batch] to inputs, or the matrix that has them as its rows.
      start_tokens: the first tokens, int32 of [batch].
      end_token: the token that ends a sequence, a scalar of int32.

    Raises:
      ValueError: `start_tokens` is no vector, or `end_token` no scalar.
    """

    def __init__(self, embedding: Any, start_tokens: Any, end_token: Any) -> None:
        self._embed: Callable[[Any], Any] = (
            embedding if callable(embedding) else lambda ids: tf.nn.embedding_lookup(embedding, ids)
        )
        self._start_tokens = tf.convert_to_tensor(start_tokens, tf.int32)
        self._end_token = tf.convert_to_tensor(end_token, tf.int32)
        if self._start_tokens.shape.rank != 1:
            raise ValueError("start_tokens must be a vector")
        if self._end_token.shape.rank != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size = tf.size(self._start_tokens)
        self._start_inputs = self._embed(self._start_tokens)

    @property
    def batch_size(self) -> Any:
        """The number of sequences."""
        return self._batch_size

    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """No sequence is finished; all begin with their start tokens."""
        return tf.fill([self._batch_size], False), self._start_inputs

    def sample(self, time: Any, outputs: Any, state: Any, name: Any = None) -> Any:
        """The likeliest token, from logits [batch, tokens].

        Raises:
          TypeError: the outputs are not one tensor.
        """
        if not tf.is_tensor(outputs):
            raise TypeError(f"Expected outputs to be a single Tensor, got: {type(outputs)}")
        return tf.argmax(outputs, -1, tf.int32)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """What stands for the tokens; sequences whose token is the end token are finished."""
        return tf.equal(sample_ids, self._end_token), self._embed(sample_ids), state


class CustomHelper(Helper):
    """A helper made of functions.

    Args:
      initialize_fn: gives (finished, inputs).
      sample_fn: gives sample ids for `time`, `outputs`, `state`.
      next_inputs_fn: gives (finished, inputs, state) for these and `sample_ids`.
      sample_ids_shape: the shape of one sample; a scalar unless given.
      sample_ids_dtype: its type, int32 unless given.
    """

    def __init__(
        self,
        initialize_fn: Callable[[], tuple[Any, Any]],
        sample_fn: Callable[..., Any],
        next_inputs_fn: Callable[..., tuple[Any, Any, Any]],
        sample_ids_shape: Any = None,
        sample_ids_dtype: Any = None,
    ) -> None:
        self._initialize = initialize_fn
        self._sample = sample_fn
        self._next_inputs = next_inputs_fn
        self._batch_size: Any = None
        self.sample_ids_shape = tf.TensorShape(sample_ids_shape or [])
        self.sample_ids_dtype = sample_ids_dtype or tf.int32

    @property
    def batch_size(self) -> Any:
        """The number of sequences, known after `initialize`."""
        if self._batch_size is None:
            raise ValueError("batch_size accessed before initialize was called")
        return self._batch_size

    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """Calls `initialize_fn`."""
        finished, inputs = self._initialize()
        if self._batch_size is None:
            self._batch_size = tf.size(finished)
        return finished, inputs

    def sample(self, time: Any, outputs: Any, state: Any, name: Any = None) -> Any:
        """Calls `sample_fn`."""
        return self._sample(time=time, outputs=outputs, state=state)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """Calls `next_inputs_fn`."""
        return self._next_inputs(time=time, outputs=outputs, state=state, sample_ids=sample_ids)
