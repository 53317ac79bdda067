"""Monotonic attention: what is looked at moves through the memory one way (arxiv.org/abs/1704.00784)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ._attention import BaseAttentionMechanism, additive_score, multiplicative_score, projection

_V1 = tf.compat.v1


def safe_cumprod(x: Any, *args: Any, **kwargs: Any) -> Any:
    """`tf.cumprod` of numbers from 0 to 1, by logarithms."""
    with _V1.name_scope(None, "SafeCumprod", [x]):
        x = tf.convert_to_tensor(x)
        tiny = np.finfo(x.dtype.as_numpy_dtype).tiny
        return tf.exp(tf.cumsum(tf.math.log(tf.clip_by_value(x, tiny, 1)), *args, **kwargs))


def monotonic_attention(p_choose_i: Any, previous_attention: Any, mode: str) -> Any:
    """Attention [batch, time] from the probabilities to stop at each step, and the attention before.

    Raises:
      ValueError: `mode` is none of `recursive`, `parallel` and `hard`.
    """
    choose, previous = tf.convert_to_tensor(p_choose_i), tf.convert_to_tensor(previous_attention)
    if mode == "recursive":
        batch = choose.shape[0] or tf.shape(choose)[0]
        going_on = tf.concat([tf.ones(tf.stack([batch, 1])), 1 - choose[:, :-1]], 1)
        reached = _V1.scan(
            lambda before, now: tf.reshape(now[0] * before + now[1], tf.stack([batch])),
            [tf.transpose(going_on), tf.transpose(previous)],
            tf.zeros(tf.stack([batch])),
        )
        return choose * tf.transpose(reached)
    if mode == "parallel":
        passed = safe_cumprod(1 - choose, axis=1, exclusive=True)
        return choose * passed * tf.cumsum(previous / tf.clip_by_value(passed, 1e-10, 1.0), axis=1)
    if mode == "hard":
        choose *= tf.cumsum(previous, axis=1)
        return choose * tf.math.cumprod(1 - choose, axis=1, exclusive=True)
    raise ValueError("mode must be 'recursive', 'parallel', or 'hard'.")


class _Monotonic(BaseAttentionMechanism):
    _scope: str

    def __init__(
        self,
        query_layer: Any,
        num_units: int,
        memory: Any,
        probability_fn: Callable[[Any, Any], Any],
        memory_sequence_length: Any,
        score_mask_value: Any,
        score_bias_init: float,
        dtype: Any,
        name: str,
    ) -> None:
        super().__init__(
            query_layer,
            memory,
            probability_fn,
            memory_sequence_length,
            projection(num_units, "memory_layer", dtype),
            score_mask_value=score_mask_value,
            name=name,
        )
        self._num_units = num_units
        self._score_bias_init = score_bias_init

    def initial_alignments(self, batch_size: Any, dtype: Any) -> Any:
        """The first step of each memory, [batch, time]."""
        return tf.one_hot(tf.zeros(tf.stack([batch_size]), tf.int32), self._alignments_size, dtype=dtype)

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """The alignments for `query`, [batch, time], and the next state."""
        with _V1.variable_scope(None, self._scope, [query]):
            bias = _V1.constant_initializer(self._score_bias_init)
            score = self._score(query) + _V1.get_variable("attention_score_bias", [], query.dtype, bias)
        alignments = self._probability_fn(score, state)
        return alignments, alignments


def _probability(noise: float, seed: int | None, mode: str) -> Callable[[Any, Any], Any]:
    def probability(score: Any, previous: Any) -> Any:
        if noise > 0:
            score += noise * tf.random.normal(tf.shape(score), dtype=score.dtype, seed=seed)
        choose = tf.cast(score > 0, score.dtype) if mode == "hard" else tf.sigmoid(score)
        return monotonic_attention(choose, previous, mode)

    return probability


class BahdanauMonotonicAttention(_Monotonic):
    """Monotonic attention with additive scores, as `tf.contrib.seq2seq.BahdanauMonotonicAttention`."""

    _scope = "bahdanau_monotonic_attention"

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        normalize: bool = False,
        score_mask_value: Any = None,
        sigmoid_noise: float = 0.0,
        sigmoid_noise_seed: int | None = None,
        score_bias_init: float = 0.0,
        mode: str = "parallel",
        dtype: Any = None,
        name: str = "BahdanauMonotonicAttention",
    ) -> None:
        asked = projection(num_units, "query_layer", dtype)
        probability = _probability(sigmoid_noise, sigmoid_noise_seed, mode)
        lengths, masked = memory_sequence_length, score_mask_value
        super().__init__(asked, num_units, memory, probability, lengths, masked, score_bias_init, dtype, name)
        self._normalize = normalize

    def _score(self, query: Any) -> Any:
        return additive_score(self, query, self._num_units, self._normalize)


class LuongMonotonicAttention(_Monotonic):
    """Monotonic attention with multiplicative scores, as `tf.contrib.seq2seq.LuongMonotonicAttention`."""

    _scope = "luong_monotonic_attention"

    def __init__(
        self,
        num_units: int,
        memory: Any,
        memory_sequence_length: Any = None,
        scale: bool = False,
        score_mask_value: Any = None,
        sigmoid_noise: float = 0.0,
        sigmoid_noise_seed: int | None = None,
        score_bias_init: float = 0.0,
        mode: str = "parallel",
        dtype: Any = None,
        name: str = "LuongMonotonicAttention",
    ) -> None:
        probability = _probability(sigmoid_noise, sigmoid_noise_seed, mode)
        lengths, masked = memory_sequence_length, score_mask_value
        super().__init__(None, num_units, memory, probability, lengths, masked, score_bias_init, dtype, name)
        self._scale = scale

    def _score(self, query: Any) -> Any:
        return multiplicative_score(self, query, self._scale)
