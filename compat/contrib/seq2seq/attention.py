"""Attention: what of a memory each step of a cell looks at."""

from __future__ import annotations

import abc
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ... import layers

_V1 = tf.compat.v1


class AttentionMechanism(abc.ABC):
    """Compares what is asked, [batch, depth], with a memory, [batch, time, depth].

    Args:
      query_layer: a layer for what is asked, or none.
      memory: usually the outputs of an encoder.
      num_units: the units of the layer that makes the keys of the memory, `memory_layer`.
      memory_sequence_length: [batch], of numbers above 0: TF 1 checked that, here alignments become NaN. The
        memory is zero beyond it, and is not looked at there.
      probability_fn: from scores [batch, time] to alignments; `tf.nn.softmax` unless given.
      score_mask_value: the score beyond the length, by default -inf.
      dtype: the type of the layers, by default float32.
      custom_key_value_fn: from keys and values to those that are used.

    Raises:
      ValueError: the memory's depth is unknown.
    """

    def __init__(
        self,
        query_layer: Any,
        memory: Any,
        num_units: int,
        memory_sequence_length: Any = None,
        probability_fn: Callable[[Any], Any] | None = None,
        score_mask_value: Any = None,
        dtype: Any = None,
        custom_key_value_fn: Callable[[Any, Any], tuple[Any, Any]] | None = None,
    ) -> None:
        self.dtype = dtype or tf.float32
        self.query_layer = query_layer
        self.memory_layer = layers.Dense(num_units, name="memory_layer", use_bias=False, dtype=self.dtype)
        self._num_units = num_units
        self._probability_fn = probability_fn or tf.nn.softmax
        self._lengths = memory_sequence_length
        self._masked = -np.inf if score_mask_value is None else score_mask_value
        values = tf.convert_to_tensor(memory)
        if not values.shape[2:].is_fully_defined():
            raise ValueError(f"Expected memory {memory} to have fully defined inner dims")
        if memory_sequence_length is not None:
            mask = tf.sequence_mask(memory_sequence_length, tf.shape(values)[1], values.dtype)
            values *= tf.reshape(mask, [*tf.unstack(tf.shape(mask)), *[1] * (values.shape.rank - 2)])
        self.values = values
        self.keys = self.memory_layer(values)
        if custom_key_value_fn is not None:
            self.keys, self.values = custom_key_value_fn(self.keys, self.values)

    @property
    def batch_size(self) -> Any:
        """The number of memories."""
        return self.keys.shape[0] or tf.shape(self.keys)[0]

    @property
    def alignments_size(self) -> Any:
        """The number of steps in a memory."""
        return self.keys.shape[1] or tf.shape(self.keys)[1]

    @property
    def state_size(self) -> Any:
        """The size of the state, which is the last alignments."""
        return self.alignments_size

    def initial_alignments(self, batch_size: Any, dtype: Any) -> Any:
        """Zeros [batch, time]."""
        return tf.zeros(tf.stack([batch_size, self.alignments_size]), dtype)

    def initial_state(self, batch_size: Any, dtype: Any) -> Any:
        """Same as `initial_alignments`."""
        return self.initial_alignments(batch_size, dtype)

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """The alignments for `query`, [batch, time], and the next state."""
        scores = self._score(query)
        if self._lengths is not None:
            mask = tf.sequence_mask(self._lengths, tf.shape(scores)[1])
            scores = tf.where(mask, scores, tf.cast(self._masked, scores.dtype))
        alignments = self._probability_fn(scores)
        return alignments, alignments

    @abc.abstractmethod
    def _score(self, query: Any) -> Any:
        """The scores of the memory's steps, [batch, time]."""


class BahdanauAttention(AttentionMechanism):
    """Additive attention, as `tf.contrib.seq2seq.BahdanauAttention`; normalised if `normalize`.

    Variables: `memory_layer/kernel`, and where it is called `bahdanau_attention/query_layer/kernel`,
    `bahdanau_attention/attention_v`, and `attention_g` and `attention_b` there if it is normalised.
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        normalize: bool = False,
        probability_fn: Any = None,
        score_mask_value: Any = None,
        dtype: Any = None,
        custom_key_value_fn: Any = None,
        name: str = "BahdanauAttention",
    ) -> None:
        query_layer = layers.Dense(num_units, name="query_layer", use_bias=False, dtype=dtype or tf.float32)
        with _V1.name_scope(name):
            super().__init__(
                query_layer,
                memory,
                num_units,
                memory_sequence_length,
                probability_fn,
                score_mask_value,
                dtype,
                custom_key_value_fn,
            )
        self._normalize = normalize

    def _score(self, query: Any) -> Any:
        units = self._num_units
        with _V1.variable_scope(None, "bahdanau_attention", [query]):
            sums = self.keys + self.query_layer(query)[:, None]
            weights = _V1.get_variable("attention_v", [units], query.dtype)
            if self._normalize:
                scale = _V1.constant_initializer(math.sqrt(1 / units))
                gain = _V1.get_variable("attention_g", [], query.dtype, scale)
                sums += _V1.get_variable("attention_b", [units], query.dtype, _V1.zeros_initializer())
                weights = gain * weights * tf.math.rsqrt(tf.reduce_sum(tf.square(weights)))
            return tf.reduce_sum(weights * tf.tanh(sums), 2)


class LuongAttention(AttentionMechanism):
    """Multiplicative attention, as `tf.contrib.seq2seq.LuongAttention`; what asks has `num_units`.

    Variables: `memory_layer/kernel`, and with `scale` also `luong_attention/attention_g` where it is called.

    Raises:
      ValueError: when called with another number of units.
    """

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        scale: bool = False,
        probability_fn: Any = None,
        score_mask_value: Any = None,
        dtype: Any = None,
        custom_key_value_fn: Any = None,
        name: str = "LuongAttention",
    ) -> None:
        with _V1.name_scope(name):
            super().__init__(
                None,
                memory,
                num_units,
                memory_sequence_length,
                probability_fn,
                score_mask_value,
                dtype,
                custom_key_value_fn,
            )
        self._scale = scale

    def _score(self, query: Any) -> Any:
        if query.shape[-1] != self.keys.shape[-1]:
            raise ValueError(
                "Incompatible or unknown inner dimensions between query and keys: "
                f"{query.shape[-1]} and {self.keys.shape[-1]}"
            )
        with _V1.variable_scope(None, "luong_attention", [query]):
            scores = tf.matmul(query[:, None], self.keys, transpose_b=True)[:, 0]
            if self._scale:
                scores *= _V1.get_variable("attention_g", [], query.dtype, _V1.ones_initializer())
            return scores


def attend(mechanism: Any, output: Any, state: Any, layer: Any) -> tuple[Any, Any, Any]:
    """What a cell's output finds in the memory, the alignments, and the mechanism's next state."""
    alignments, state = mechanism(output, state=state)
    attention = tf.matmul(alignments[:, None], mechanism.values)[:, 0]
    if layer is not None:
        attention = layer(tf.concat([output, attention], 1))
    return attention, alignments, state


def listed(value: Any) -> Sequence[Any]:
    """One of something, or several, as several."""
    return tuple(value) if isinstance(value, list | tuple) else (value,)
