"""`tf.contrib.seq2seq`: its loss, decoding, beam search, attention and small helpers."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ..._listing import listed
from .._names import lookup
from . import _decoding
from ._attending import AttentionWrapper as AttentionWrapper
from ._attending import AttentionWrapperState as AttentionWrapperState
from ._attention import AttentionMechanism as AttentionMechanism
from ._attention import BahdanauAttention as BahdanauAttention
from ._attention import BaseAttentionMechanism as _BaseAttentionMechanism  # noqa: F401  (programs inherit it)
from ._attention import LuongAttention as LuongAttention
from ._attention import attend as _compute_attention  # noqa: F401  (programs wrap it)
from ._beams import BeamSearchDecoder as BeamSearchDecoder
from ._beams import BeamSearchDecoderOutput as BeamSearchDecoderOutput
from ._beams import BeamSearchDecoderState as BeamSearchDecoderState
from ._beams import FinalBeamSearchDecoderOutput as FinalBeamSearchDecoderOutput
from ._beams import gather_tree as gather_tree
from ._beams import gather_tree_from_array as gather_tree_from_array
from ._decoding import BasicDecoder as BasicDecoder
from ._decoding import BasicDecoderOutput as BasicDecoderOutput
from ._decoding import Decoder as Decoder
from ._decoding import dynamic_decode as dynamic_decode
from ._helpers import CustomHelper as CustomHelper
from ._helpers import GreedyEmbeddingHelper as GreedyEmbeddingHelper
from ._helpers import Helper as Helper
from ._helpers import TrainingHelper as TrainingHelper
from ._monotonic import BahdanauMonotonicAttention as BahdanauMonotonicAttention
from ._monotonic import LuongMonotonicAttention as LuongMonotonicAttention
from ._monotonic import monotonic_attention as monotonic_attention
from ._monotonic import safe_cumprod as safe_cumprod
from ._sampling import InferenceHelper as InferenceHelper
from ._sampling import SampleEmbeddingHelper as SampleEmbeddingHelper
from ._sampling import ScheduledEmbeddingTrainingHelper as ScheduledEmbeddingTrainingHelper
from ._sampling import ScheduledOutputTrainingHelper as ScheduledOutputTrainingHelper

__dir__ = listed(__name__)

# What programs took from the inner modules, to make mechanisms and decoders of their own.
_transpose_batch_time = _decoding.batch_first

__getattr__ = lookup("seq2seq", [])


def sequence_loss(
    logits: Any,
    targets: Any,
    weights: Any,
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    sum_over_timesteps: bool = False,
    sum_over_batch: bool = False,
    softmax_loss_function: Any = None,
    name: Any = None,
) -> Any:
    """The weighted cross entropy of logits [batch, time, classes], over time, batch or both.

    Averages are divided by the weights, sums by the number of weights that are not zero.

    Raises:
      ValueError: it is to be both averaged and summed.
    """
    if (average_across_timesteps and sum_over_timesteps) or (average_across_batch and sum_over_batch):
        raise ValueError("A loss cannot be averaged and summed over the same dimension.")
    with tf.compat.v1.name_scope(name, "sequence_loss", [logits, targets, weights]):
        flat_logits = tf.reshape(logits, [-1, tf.shape(logits)[2]])
        flat_targets = tf.reshape(targets, [-1])
        if softmax_loss_function is None:
            entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(flat_targets, flat_logits)
        else:
            entropy = softmax_loss_function(labels=flat_targets, logits=flat_logits)
        entropy *= tf.reshape(weights, [-1])
        counted = tf.cast(tf.not_equal(weights, 0), entropy.dtype)
        for over_time, over_batch, total in (
            (average_across_timesteps, average_across_batch, weights),
            (sum_over_timesteps, sum_over_batch, counted),
        ):
            if over_time and over_batch:
                return tf.math.divide_no_nan(tf.reduce_sum(entropy), tf.reduce_sum(total))
        entropy = tf.reshape(entropy, tf.shape(logits)[:2])
        for over_time, over_batch, total in (
            (average_across_timesteps, average_across_batch, weights),
            (sum_over_timesteps, sum_over_batch, counted),
        ):
            if over_time or over_batch:
                axis = 0 if over_batch else 1
                return tf.math.divide_no_nan(tf.reduce_sum(entropy, axis), tf.reduce_sum(total, axis))
        return entropy


def tile_batch(t: Any, multiplier: int, name: Any = None) -> Any:
    """Each entry of the batch `multiplier` times over, next to each other, in any structure of tensors."""

    def tile(value: Any) -> Any:
        value = tf.convert_to_tensor(value)
        tiled = tf.repeat(value, multiplier, axis=0)
        batch = value.shape[0]
        tiled.set_shape(
            tf.TensorShape([None if batch is None else batch * multiplier]).concatenate(value.shape[1:])
        )
        return tiled

    with tf.compat.v1.name_scope(name, "tile_batch", tf.nest.flatten(t)):
        return tf.nest.map_structure(tile, t)


def hardmax(logits: Any, name: Any = None) -> Any:
    """One where the last dimension is largest, zero elsewhere."""
    with tf.compat.v1.name_scope(name, "Hardmax", [logits]):
        logits = tf.convert_to_tensor(logits)
        return tf.one_hot(tf.argmax(logits, -1), logits.shape[-1] or tf.shape(logits)[-1], dtype=logits.dtype)
