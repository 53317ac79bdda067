"""A model with one encoder and several decoders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from ..rnn._wrappers import EmbeddingWrapper, OutputProjectionWrapper
from ._decoding import embedding_rnn_decoder
from ._feeding import fed_by

_V1 = tf.compat.v1


def one2many_rnn_seq2seq(
    encoder_inputs: Any,
    decoder_inputs_dict: Mapping[str, Any],
    enc_cell: Any,
    dec_cells_dict: Mapping[str, Any],
    num_encoder_symbols: int,
    num_decoder_symbols_dict: Mapping[str, int],
    embedding_size: int,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Encode symbols once, and decode them by each of the decoders; by their names.

    Raises:
      ValueError: not every decoder has its inputs and its cell.
    """
    if set(dec_cells_dict) != set(decoder_inputs_dict):
        raise ValueError("keys of dec_cells_dict != keys of decoder_inputs_dict")
    outputs: dict[str, list[Any]] = {}
    states: dict[str, Any] = {}
    with _V1.variable_scope(scope or "one2many_rnn_seq2seq", dtype=dtype) as inside:
        encoder = EmbeddingWrapper(enc_cell, num_encoder_symbols, embedding_size)
        _, encoded = _V1.nn.static_rnn(encoder, encoder_inputs, dtype=inside.dtype)
        for name, inputs in decoder_inputs_dict.items():
            symbols = num_decoder_symbols_dict[name]
            with _V1.variable_scope(f"one2many_decoder_{name}"):
                cell = OutputProjectionWrapper(dec_cells_dict[name], symbols)

                def decoder(
                    previous: bool, inputs: Any = inputs, cell: Any = cell, symbols: int = symbols
                ) -> tuple[list[Any], Any]:
                    return embedding_rnn_decoder(
                        inputs, encoded, cell, symbols, embedding_size, feed_previous=previous
                    )

                outputs[name], states[name] = fed_by(feed_previous, decoder)
    return outputs, states
