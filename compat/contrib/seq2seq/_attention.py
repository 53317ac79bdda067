"""Attention: what of a memory each step of a cell looks at."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ... import layers

_V1 = tf.compat.v1


class AttentionMechanism:
    """Base class of what `AttentionWrapper` takes.

    Not abstract, as in TF 1: a program's own mechanism may leave out what it is never asked for.
    """

    @property
    def alignments_size(self) -> Any:
        """The number of steps in a memory.

        Raises:
          NotImplementedError: the subclass, which TF 1 lets leave it out, is asked for it.
        """
        raise NotImplementedError

    @property
    def state_size(self) -> Any:
        """The size of the state.

        Raises:
          NotImplementedError: the subclass, which TF 1 lets leave it out, is asked for it.
        """
        raise NotImplementedError


class BaseAttentionMechanism(AttentionMechanism):
    """Compares what is asked, [batch, depth], with a memory, [batch, time, depth].

    Args:
      query_layer: a layer for what is asked, or none.
      memory: usually the outputs of an encoder.
      probability_fn: from scores [batch, time] and the state to alignments.
      memory_sequence_length: [batch], of numbers above 0: TF 1 checked that, here alignments become NaN. The
        memory is zero beyond it, and is not looked at there.
      memory_layer: the layer that makes the keys of the memory, or none.
      check_inner_dims_defined: whether the memory's depth is to be known.
      score_mask_value: the score beyond the length, by default -inf.
      custom_key_value_fn: from keys and values to those that are used.
      name: the name of the scope.

    Raises:
      ValueError: the memory's depth is unknown.
    """

    def __init__(
        self,
        query_layer: Any,
        memory: Any,
        probability_fn: Callable[[Any, Any], Any],
        memory_sequence_length: Any = None,
        memory_layer: Any = None,
        check_inner_dims_defined: bool = True,
        score_mask_value: Any = None,
        custom_key_value_fn: Callable[[Any, Any], tuple[Any, Any]] | None = None,
        name: str | None = None,
    ) -> None:
        self._query_layer = query_layer
        self._memory_layer = memory_layer
        self.dtype = memory_layer.dtype if memory_layer is not None else tf.float32
        masked = -np.inf if score_mask_value is None else score_mask_value

        def probability(score: Any, state: Any) -> Any:
            return probability_fn(mask_score(score, memory_sequence_length, masked), state)

        self._probability_fn = probability
        with _V1.name_scope(name, "BaseAttentionMechanismInit"):
            values = tf.convert_to_tensor(memory)
            if check_inner_dims_defined and not values.shape[2:].is_fully_defined():
                raise ValueError(f"Expected memory {memory} to have fully defined inner dims")
            if memory_sequence_length is not None:
                mask = tf.sequence_mask(memory_sequence_length, tf.shape(values)[1], values.dtype)
                values *= tf.reshape(mask, [*tf.unstack(tf.shape(mask)), *[1] * (values.shape.rank - 2)])
            keys = values if memory_layer is None else memory_layer(values)
            if custom_key_value_fn is not None:
                keys, values = custom_key_value_fn(keys, values)
            self._keys, self._values = keys, values
            self._batch_size = keys.shape[0] or tf.shape(keys)[0]
            self._alignments_size = keys.shape[1] or tf.shape(keys)[1]

    @property
    def query_layer(self) -> Any:
        """The layer for what is asked, or `None`."""
        return self._query_layer

    @property
    def memory_layer(self) -> Any:
        """The layer that makes the keys, or `None`."""
        return self._memory_layer

    @property
    def keys(self) -> Any:
        """What is compared with what is asked, [batch, time, depth]."""
        return self._keys

    @property
    def values(self) -> Any:
        """What is looked at, [batch, time, depth]."""
        return self._values

    @property
    def batch_size(self) -> Any:
        """The number of memories."""
        return self._batch_size

    @property
    def alignments_size(self) -> Any:
        """The number of steps in a memory."""
        return self._alignments_size

    @property
    def state_size(self) -> Any:
        """The size of the state, which is the last alignments."""
        return self._alignments_size

    def initial_alignments(self, batch_size: Any, dtype: Any) -> Any:
        """Zeros [batch, time]."""
        return tf.zeros(tf.stack([batch_size, self._alignments_size]), dtype)

    def initial_state(self, batch_size: Any, dtype: Any) -> Any:
        """Same as `initial_alignments`."""
        return self.initial_alignments(batch_size, dtype)

    def __call__(self, query: Any, state: Any) -> tuple[Any, Any]:
        """The alignments for `query`, [batch, time], and the next state."""
        alignments = self._probability_fn(self._score(query), state)
        return alignments, alignments

    def _score(self, query: Any) -> Any:
        """The scores of the memory's steps, [batch, time].

        Raises:
          NotImplementedError: the subclass does not define it: one that has a `__call__` of its own need not.
        """
        raise NotImplementedError


def mask_score(score: Any, lengths: Any, masked: Any) -> Any:
    """Scores [batch, time], with `masked` beyond each length."""
    if lengths is None:
        return score
    mask = tf.sequence_mask(lengths, tf.shape(score)[1])
    return tf.where(mask, score, tf.cast(masked, score.dtype))


def by_scores(probability_fn: Callable[[Any], Any] | None) -> Callable[[Any, Any], Any]:
    """A function of scores, `softmax` unless given, as one of scores and state."""
    probability = probability_fn or tf.nn.softmax
    return lambda score, _: probability(score)


def projection(units: int, name: str, dtype: Any) -> Any:
    """A layer without a bias."""
    return layers.Dense(units, name=name, use_bias=False, dtype=dtype or tf.float32)


class BahdanauAttention(BaseAttentionMechanism):
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
        super().__init__(
            query_layer=projection(num_units, "query_layer", dtype),
            memory_layer=projection(num_units, "memory_layer", dtype),
            memory=memory,
            probability_fn=by_scores(probability_fn),
            custom_key_value_fn=custom_key_value_fn,
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            name=name,
        )
        self._num_units = num_units
        self._normalize = normalize
        self._name = name

    def _score(self, query: Any) -> Any:
        with _V1.variable_scope(None, "bahdanau_attention", [query]):
            return additive_score(self, query, self._num_units, self._normalize)


class LuongAttention(BaseAttentionMechanism):
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
        super().__init__(
            query_layer=None,
            memory_layer=projection(num_units, "memory_layer", dtype),
            memory=memory,
            probability_fn=by_scores(probability_fn),
            custom_key_value_fn=custom_key_value_fn,
            memory_sequence_length=memory_sequence_length,
            score_mask_value=score_mask_value,
            name=name,
        )
        self._num_units = num_units
        self._scale = scale
        self._name = name

    def _score(self, query: Any) -> Any:
        with _V1.variable_scope(None, "luong_attention", [query]):
            return multiplicative_score(self, query, self._scale)


def additive_score(mechanism: BaseAttentionMechanism, query: Any, units: int, normalize: bool) -> Any:
    """Bahdanau's scores [batch, time]; its variables lie in the current scope."""
    asked = query if mechanism.query_layer is None else mechanism.query_layer(query)
    sums = mechanism.keys + asked[:, None]
    weights = _V1.get_variable("attention_v", [units], query.dtype)
    if normalize:
        scale = _V1.constant_initializer(math.sqrt(1 / units))
        gain = _V1.get_variable("attention_g", [], query.dtype, scale)
        sums += _V1.get_variable("attention_b", [units], query.dtype, _V1.zeros_initializer())
        weights = gain * weights * tf.math.rsqrt(tf.reduce_sum(tf.square(weights)))
    return tf.reduce_sum(weights * tf.tanh(sums), 2)


def multiplicative_score(mechanism: BaseAttentionMechanism, query: Any, scale: bool) -> Any:
    """Luong's scores [batch, time]; its variable lies in the current scope.

    Raises:
      ValueError: `query` has not the depth of the keys.
    """
    if query.shape[-1] != mechanism.keys.shape[-1]:
        raise ValueError(
            "Incompatible or unknown inner dimensions between query and keys: "
            f"{query.shape[-1]} and {mechanism.keys.shape[-1]}"
        )
    scores = tf.matmul(query[:, None], mechanism.keys, transpose_b=True)[:, 0]
    if scale:
        scores *= _V1.get_variable("attention_g", [], query.dtype, _V1.ones_initializer())
    return scores


def attend(
    attention_mechanism: Any, cell_output: Any, attention_state: Any, attention_layer: Any
) -> tuple[Any, Any, Any]:
    """What a cell's output finds in the memory, the alignments, and the mechanism's next state."""
    alignments, state = attention_mechanism(cell_output, state=attention_state)
    attention = tf.matmul(alignments[:, None], attention_mechanism.values)[:, 0]
    if attention_layer is not None:
        attention = attention_layer(tf.concat([cell_output, attention], 1))
    return attention, alignments, state


def listed(value: Any) -> Sequence[Any]:
    """One of something, or several, as several."""
    return tuple(value) if isinstance(value, list | tuple) else (value,)
