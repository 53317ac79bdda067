"""Decoders that look at all that was encoded, by additive attention, and a model with one of them."""

from __future__ import annotations

import copy
from typing import Any

import tensorflow as tf

from ..rnn._wrappers import EmbeddingWrapper, Linear, OutputProjectionWrapper
from ._feeding import check_projection, fed_by, previous_symbol

_V1 = tf.compat.v1


class _Heads:
    """What attends to `states`, [batch, length, size], with as many heads as are wanted."""

    def __init__(self, states: Any, count: int, dtype: Any) -> None:
        self._dtype = dtype
        self._length = states.shape[1] if states.shape[1] is not None else tf.shape(states)[1]
        self.size = states.shape[2]
        self._hidden = tf.reshape(states, [-1, self._length, 1, self.size])
        self._features: list[Any] = []
        self._vectors: list[Any] = []
        for head in range(count):
            kernel = _V1.get_variable(f"AttnW_{head}", [1, 1, self.size, self.size], dtype=dtype)
            self._features.append(_V1.nn.conv2d(self._hidden, kernel, [1, 1, 1, 1], "SAME"))
            self._vectors.append(_V1.get_variable(f"AttnV_{head}", [self.size], dtype=dtype))

    def zeros(self, batch_size: Any) -> list[Any]:
        """What the heads see before the first step."""
        shape = tf.stack([batch_size, self.size])
        seen = [tf.zeros(shape, dtype=self._dtype) for _ in self._vectors]
        for one in seen:
            one.set_shape([None, self.size])
        return seen

    def __call__(self, state: Any) -> list[Any]:
        """What each head sees for a decoder's state, [batch, size]."""
        query = tf.concat(tf.nest.flatten(state), 1) if tf.nest.is_nested(state) else state
        return [self._seen(head, query) for head in range(len(self._vectors))]

    def _seen(self, head: int, query: Any) -> Any:
        with _V1.variable_scope(f"Attention_{head}"):
            wanted = tf.cast(tf.reshape(Linear(query, self.size)(query), [-1, 1, 1, self.size]), self._dtype)
            scores = tf.reduce_sum(self._vectors[head] * tf.tanh(self._features[head] + wanted), [2, 3])
            shares = tf.cast(tf.nn.softmax(tf.cast(scores, tf.float32)), self._dtype)
            seen = tf.reduce_sum(tf.reshape(shares, [-1, self._length, 1, 1]) * self._hidden, [1, 2])
            return tf.reshape(seen, [-1, self.size])


def attention_decoder(
    decoder_inputs: Any,
    initial_state: Any,
    attention_states: Any,
    cell: Any,
    output_size: int | None = None,
    num_heads: int = 1,
    loop_function: Any = None,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """Outputs and last state of a decoder that attends to `attention_states`, [batch, length, size].

    Args:
      decoder_inputs: a list of [batch, input size].
      output_size: of each output; the cell's if not given.
      loop_function: `loop_function(output, i)` replaces input i.
      initial_state_attention: attend before the first step already, not to zeros.

    Raises:
      ValueError: there are no inputs or heads, or the size of what is attended to, or of an input, is not
        known.
    """
    if not decoder_inputs:
        raise ValueError("Must provide at least 1 input to attention decoder.")
    if num_heads < 1:
        raise ValueError("With less than 1 heads, use a non-attention decoder.")
    if attention_states.shape[2] is None:
        raise ValueError(f"Shape[2] of attention_states must be known: {attention_states.shape}")
    size = cell.output_size if output_size is None else output_size
    with _V1.variable_scope(scope or "attention_decoder", dtype=dtype) as inside:
        dtype = inside.dtype
        batch_size = tf.shape(decoder_inputs[0])[0]
        heads = _Heads(attention_states, num_heads, dtype)
        state, outputs, previous = initial_state, list[Any](), None
        seen = heads(initial_state) if initial_state_attention else heads.zeros(batch_size)
        for index, value in enumerate(decoder_inputs):
            if index > 0:
                _V1.get_variable_scope().reuse_variables()
            if loop_function is not None and previous is not None:
                with _V1.variable_scope("loop_function", reuse=True):
                    value = loop_function(previous, index)
            width = value.shape.with_rank(2)[1]
            if width is None:
                raise ValueError(f"Could not infer input size from input: {value.name}")
            inputs = [tf.cast(one, dtype) for one in (value, *seen)]
            output, state = cell(Linear(inputs, width)(inputs), state)
            again = True if index == 0 and initial_state_attention else None
            with _V1.variable_scope(_V1.get_variable_scope(), reuse=again):
                seen = heads(state)
            with _V1.variable_scope("AttnOutputProjection"):
                inputs = [tf.cast(output, dtype), *seen]
                output = Linear(inputs, size)(inputs)
            if loop_function is not None:
                previous = output
            outputs.append(output)
    return outputs, state


def embedding_attention_decoder(
    decoder_inputs: Any,
    initial_state: Any,
    attention_states: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_size: int | None = None,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """`attention_decoder` over symbols, int32 [batch]; with `feed_previous` over those it gave itself."""
    check_projection(output_projection, num_symbols, dtype, weights=False)
    with _V1.variable_scope(scope or "embedding_attention_decoder", dtype=dtype):
        embedding = _V1.get_variable("embedding", [num_symbols, embedding_size])
        loop_function = None
        if feed_previous:
            loop_function = previous_symbol(embedding, output_projection, update_embedding_for_previous)
        return attention_decoder(
            [_V1.nn.embedding_lookup(embedding, one) for one in decoder_inputs],
            initial_state,
            attention_states,
            cell,
            output_size,
            num_heads,
            loop_function,
            initial_state_attention=initial_state_attention,
        )


def embedding_attention_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Any], Any]:
    """As `embedding_rnn_seq2seq`, with a decoder that attends to the encoder's outputs."""
    with _V1.variable_scope(scope or "embedding_attention_seq2seq", dtype=dtype) as inside:
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        outputs, encoded = _V1.nn.static_rnn(encoder, encoder_inputs, dtype=inside.dtype)
        states = tf.concat([tf.reshape(one, [-1, 1, cell.output_size]) for one in outputs], 1)
        size = None
        if output_projection is None:
            cell, size = OutputProjectionWrapper(cell, num_decoder_symbols), num_decoder_symbols
        return fed_by(
            feed_previous,
            lambda previous: embedding_attention_decoder(
                decoder_inputs,
                encoded,
                states,
                cell,
                num_decoder_symbols,
                embedding_size,
                num_heads,
                size,
                output_projection,
                previous,
                isinstance(feed_previous, bool),
                initial_state_attention=initial_state_attention,
            ),
        )
