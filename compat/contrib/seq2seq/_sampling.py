"""Helpers of decoders that draw what comes next, at each step or at some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ._helpers import GreedyEmbeddingHelper, Helper, TrainingHelper

_V1 = tf.compat.v1


def _drawn(logits: Any, seed: int | None) -> Any:
    """One token of each row of logits [batch, tokens], int32."""
    kind = tf.int64 if logits.dtype.size > 4 else tf.int32
    return tf.cast(_V1.multinomial(logits, 1, seed=seed, output_dtype=kind)[:, 0], tf.int32)


def _decided(probability: Any, batch: Any, seed: int | None) -> Any:
    """Which sequences are drawn for, bool [batch]."""
    shape = tf.concat([[batch], tf.shape(probability)], 0) if probability.shape.rank == 0 else [1, batch]
    uniform = tf.random.uniform(shape, seed=seed, dtype=probability.dtype)
    return tf.reshape(uniform < probability, [batch])


def _probability(given: Any) -> Any:
    probability = tf.convert_to_tensor(given)
    if probability.shape.rank not in (0, 1):
        raise ValueError(
            f"sampling_probability must be either a scalar or a vector. saw shape: {probability.shape}"
        )
    return probability


class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """Gives what stands for a token that is drawn by the outputs of the step before, until the end token.

    `softmax_temperature` divides the logits; `seed` is that of the draws.
    """

    def __init__(
        self,
        embedding: Any,
        start_tokens: Any,
        end_token: Any,
        softmax_temperature: Any = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(embedding, start_tokens, end_token)
        self._softmax_temperature = softmax_temperature
        self._seed = seed

    def sample(self, time: Any, outputs: Any, state: Any, name: Any = None) -> Any:
        """A token, drawn by logits [batch, tokens].

        Raises:
          TypeError: the outputs are not one tensor.
        """
        if not tf.is_tensor(outputs):
            raise TypeError(f"Expected outputs to be a single Tensor, got: {type(outputs)}")
        heat = self._softmax_temperature
        return _drawn(outputs if heat is None else outputs / heat, self._seed)


class InferenceHelper(Helper):
    """A helper made of functions of the samples alone; `sample_fn` makes these of the outputs."""

    def __init__(
        self,
        sample_fn: Callable[[Any], Any],
        sample_shape: Any,
        sample_dtype: Any,
        start_inputs: Any,
        end_fn: Callable[[Any], Any],
        next_inputs_fn: Callable[[Any], Any] | None = None,
    ) -> None:
        self._sample_fn = sample_fn
        self._end_fn = end_fn
        self._next_inputs_fn = next_inputs_fn
        self._start_inputs = tf.convert_to_tensor(start_inputs)
        self._batch_size = tf.shape(self._start_inputs)[0]
        self.sample_ids_shape = tf.TensorShape(sample_shape)
        self.sample_ids_dtype = sample_dtype

    @property
    def batch_size(self) -> Any:
        """The number of sequences."""
        return self._batch_size

    def initialize(self, name: Any = None) -> tuple[Any, Any]:
        """No sequence is finished; all begin with `start_inputs`."""
        return tf.tile([False], [self._batch_size]), self._start_inputs

    def sample(self, time: Any, outputs: Any, state: Any, name: Any = None) -> Any:
        """Calls `sample_fn`."""
        return self._sample_fn(outputs)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """Calls `end_fn` and `next_inputs_fn`; without the latter the samples are the next inputs."""
        inputs = sample_ids if self._next_inputs_fn is None else self._next_inputs_fn(sample_ids)
        return self._end_fn(sample_ids), inputs, state


class ScheduledEmbeddingTrainingHelper(TrainingHelper):
    """Gives the steps of `inputs`, or with `sampling_probability` what stands for a token that is drawn.

    Raises:
      ValueError: the probability is neither a number nor one for each sequence.
    """

    def __init__(
        self,
        inputs: Any,
        sequence_length: Any,
        embedding: Any,
        sampling_probability: Any,
        time_major: bool = False,
        seed: int | None = None,
        scheduling_seed: int | None = None,
        name: Any = None,
    ) -> None:
        self._embed: Callable[[Any], Any] = (
            embedding if callable(embedding) else lambda ids: tf.nn.embedding_lookup(embedding, ids)
        )
        self._sampling_probability = _probability(sampling_probability)
        self._seed = seed
        self._scheduling_seed = scheduling_seed
        super().__init__(inputs, sequence_length, time_major, name)

    def sample(self, time: Any, outputs: Any, state: Any = None, name: Any = None) -> Any:
        """The drawn tokens, and -1 where none is."""
        chosen = _decided(self._sampling_probability, self.batch_size, self._scheduling_seed)
        return tf.where(chosen, _drawn(outputs, self._seed), tf.fill([self.batch_size], -1))

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any = None, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """What stands for the drawn tokens, and the next step of the other sequences."""
        finished, inputs, state = super().next_inputs(time, outputs, state, sample_ids, name)

        def mixed() -> Any:
            drawn = tf.where(sample_ids > -1)
            return tf.tensor_scatter_nd_update(inputs, drawn, self._embed(tf.gather_nd(sample_ids, drawn)))

        return finished, _V1.cond(tf.reduce_all(finished), lambda: inputs, mixed), state


class ScheduledOutputTrainingHelper(TrainingHelper):
    """Gives the steps of `inputs`, or with `sampling_probability` the output of the step before.

    `next_inputs_fn` makes inputs of outputs; `auxiliary_inputs` stand beside both.

    Raises:
      ValueError: the probability is neither a number nor one for each sequence.
    """

    def __init__(
        self,
        inputs: Any,
        sequence_length: Any,
        sampling_probability: Any,
        time_major: bool = False,
        seed: int | None = None,
        next_inputs_fn: Callable[[Any], Any] | None = None,
        auxiliary_inputs: Any = None,
        name: Any = None,
    ) -> None:
        self._sampling_probability = _probability(sampling_probability)
        self._seed = seed
        self._next_inputs_fn = next_inputs_fn
        self._auxiliary: Any = None
        if auxiliary_inputs is not None:
            beside = tf.convert_to_tensor(auxiliary_inputs)
            inputs = tf.concat([tf.convert_to_tensor(inputs), beside], -1)
            if not time_major:
                beside = tf.transpose(beside, [1, 0, *range(2, beside.shape.rank)])
            self._auxiliary = tf.TensorArray(
                beside.dtype, tf.shape(beside)[0], element_shape=beside.shape[1:]
            ).unstack(beside)
        super().__init__(inputs, sequence_length, time_major, name)

    def sample(self, time: Any, outputs: Any, state: Any = None, name: Any = None) -> Any:
        """Of which sequences the output is taken, int32 of 0 and 1."""
        return tf.cast(_decided(self._sampling_probability, self.batch_size, self._seed), tf.int32)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any = None, name: Any = None
    ) -> tuple[Any, Any, Any]:
        """Outputs where they are taken, and the next step of the other sequences."""
        finished, inputs, state = super().next_inputs(time, outputs, state, sample_ids, name)
        taken = tf.cast(sample_ids, tf.bool)

        def mixed() -> Any:
            where = tf.where(taken)
            made = tf.gather_nd(outputs, where)
            if self._next_inputs_fn is not None:
                made = self._next_inputs_fn(made)
            if self._auxiliary is not None:
                made = tf.concat([made, tf.gather_nd(self._auxiliary.read(time + 1), where)], -1)
            return tf.tensor_scatter_nd_update(inputs, where, made)

        none = tf.logical_or(tf.reduce_all(finished), tf.logical_not(tf.reduce_any(taken)))
        return finished, _V1.cond(none, lambda: inputs, mixed), state
