"""`tf.contrib.legacy_seq2seq`: encoders and decoders over Python lists, one tensor for each step in time."""

from __future__ import annotations

from ..._listing import listed
from .._names import lookup
from ._attention import attention_decoder, embedding_attention_decoder, embedding_attention_seq2seq
from ._buckets import model_with_buckets
from ._decoding import (
    basic_rnn_seq2seq,
    embedding_rnn_decoder,
    embedding_rnn_seq2seq,
    embedding_tied_rnn_seq2seq,
    rnn_decoder,
    tied_rnn_seq2seq,
)
from ._losses import sequence_loss, sequence_loss_by_example
from ._many import one2many_rnn_seq2seq

__dir__ = listed(__name__)

__all__ = [
    "attention_decoder",
    "basic_rnn_seq2seq",
    "embedding_attention_decoder",
    "embedding_attention_seq2seq",
    "embedding_rnn_decoder",
    "embedding_rnn_seq2seq",
    "embedding_tied_rnn_seq2seq",
    "model_with_buckets",
    "one2many_rnn_seq2seq",
    "rnn_decoder",
    "sequence_loss",
    "sequence_loss_by_example",
    "tied_rnn_seq2seq",
]

__getattr__ = lookup("legacy_seq2seq", [])
