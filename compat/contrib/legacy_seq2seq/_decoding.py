"""Decoders without attention, and models of an encoder and such a decoder."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

import tensorflow as tf

from ..rnn._wrappers import EmbeddingWrapper, OutputProjectionWrapper
from ._feeding import check_projection, fed_by, previous_symbol

_V1 = tf.compat.v1


def rnn_decoder(
    decoder_inputs: Iterable[Any],
    initial_state: Any,
    cell: Any,
    loop_function: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """Outputs and last state of `cell` over a list of inputs; `loop_function(output, i)` replaces input i."""
    with _V1.variable_scope(scope or "rnn_decoder"):
        state, outputs, previous = initial_state, [], None
        for index, value in enumerate(decoder_inputs):
            if loop_function is not None and previous is not None:
                with _V1.variable_scope("loop_function", reuse=True):
                    value = loop_function(previous, index)
            if index > 0:
                _V1.get_variable_scope().reuse_variables()
            output, state = cell(value, state)
            outputs.append(output)
            if loop_function is not None:
                previous = output
    return outputs, state


def basic_rnn_seq2seq(
    encoder_inputs: Any, decoder_inputs: Any, cell: Any, dtype: Any = tf.float32, scope: Any = None
) -> tuple[list[Any], Any]:
    """Encode a list of inputs, and decode another from the encoder's last state."""
    with _V1.variable_scope(scope or "basic_rnn_seq2seq"):
        # The encoder's cell is another one, with variables of its own.
        _, state = _V1.nn.static_rnn(copy.deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)


def tied_rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    loop_function: Any = None,
    dtype: Any = tf.float32,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """As `basic_rnn_seq2seq`, with one set of variables for the encoder and the decoder."""
    with _V1.variable_scope("combined_tied_rnn_seq2seq"):
        scope = scope or "tied_rnn_seq2seq"
        _, state = _V1.nn.static_rnn(cell, encoder_inputs, dtype=dtype, scope=scope)
        _V1.get_variable_scope().reuse_variables()
        return rnn_decoder(decoder_inputs, state, cell, loop_function, scope)


def embedding_rnn_decoder(
    decoder_inputs: Any,
    initial_state: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """`rnn_decoder` over symbols, int32 [batch]; with `feed_previous` over those that it gave itself."""
    with _V1.variable_scope(scope or "embedding_rnn_decoder") as inside:
        check_projection(output_projection, num_symbols, inside.dtype)
        embedding = _V1.get_variable("embedding", [num_symbols, embedding_size])
        loop_function = None
        if feed_previous:
            loop_function = previous_symbol(embedding, output_projection, update_embedding_for_previous)
        # One by one, inside of the decoder, as their names in the graph were.
        embedded = (_V1.nn.embedding_lookup(embedding, one) for one in decoder_inputs)
        return rnn_decoder(embedded, initial_state, cell, loop_function)


def embedding_rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """Encode symbols, and decode symbols from the encoder's last state: logits, or what a projection takes.

    `feed_previous` may be a tensor of one truth value.
    """
    with _V1.variable_scope(scope or "embedding_rnn_seq2seq") as inside:
        if dtype is not None:
            inside.set_dtype(dtype)
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        _, encoded = _V1.nn.static_rnn(encoder, encoder_inputs, dtype=inside.dtype)
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)
        return fed_by(
            feed_previous,
            lambda previous: embedding_rnn_decoder(
                decoder_inputs,
                encoded,
                cell,
                num_decoder_symbols,
                embedding_size,
                output_projection,
                previous,
                isinstance(feed_previous, bool),
            ),
        )


def embedding_tied_rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs: Any,
    cell: Any,
    num_symbols: int,
    embedding_size: int,
    num_decoder_symbols: int | None = None,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """As `embedding_rnn_seq2seq`, with one embedding and one set of variables for both sides."""
    with _V1.variable_scope(scope or "embedding_tied_rnn_seq2seq", dtype=dtype) as inside:
        check_projection(output_projection, num_symbols, inside.dtype)
        embedding = _V1.get_variable("embedding", [num_symbols, embedding_size], dtype=inside.dtype)
        sources = [_V1.nn.embedding_lookup(embedding, one) for one in encoder_inputs]
        targets = [_V1.nn.embedding_lookup(embedding, one) for one in decoder_inputs]
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols or num_symbols)

        def decoder(previous: bool) -> tuple[list[Any], Any]:
            learns = isinstance(feed_previous, bool)
            loop_function = previous_symbol(embedding, output_projection, learns) if previous else None
            return tied_rnn_seq2seq(sources, targets, cell, loop_function, inside.dtype)

        return fed_by(feed_previous, decoder)
