"""`tf.contrib.seq2seq`: its loss, basic decoding, attention and small helpers."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._names import lookup
from .attending import AttentionWrapper as AttentionWrapper
from .attending import AttentionWrapperState as AttentionWrapperState
from .attention import AttentionMechanism as AttentionMechanism
from .attention import BahdanauAttention as BahdanauAttention
from .attention import LuongAttention as LuongAttention
from .decoding import BasicDecoder as BasicDecoder
from .decoding import BasicDecoderOutput as BasicDecoderOutput
from .decoding import Decoder as Decoder
from .decoding import dynamic_decode as dynamic_decode
from .helpers import CustomHelper as CustomHelper
from .helpers import GreedyEmbeddingHelper as GreedyEmbeddingHelper
from .helpers import Helper as Helper
from .helpers import TrainingHelper as TrainingHelper

_ADDONS = ("BahdanauMonotonicAttention", "BeamSearchDecoder", "LuongMonotonicAttention")

__getattr__ = lookup("seq2seq", [], {name: f"tensorflow_addons.seq2seq.{name}" for name in _ADDONS})


def sequence_loss(
    logits: Any,
    targets: Any,
    weights: Any,
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    softmax_loss_function: Any = None,
    name: Any = None,
) -> Any:
    """The weighted cross entropy of logits [batch, time, classes], averaged over time, batch or both."""
    with tf.compat.v1.name_scope(name, "sequence_loss", [logits, targets, weights]):
        flat_logits = tf.reshape(logits, [-1, tf.shape(logits)[2]])
        flat_targets = tf.reshape(targets, [-1])
        if softmax_loss_function is None:
            entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(flat_targets, flat_logits)
        else:
            entropy = softmax_loss_function(labels=flat_targets, logits=flat_logits)
        entropy *= tf.reshape(weights, [-1])
        if average_across_timesteps and average_across_batch:
            # TF 1 guards against a total weight of zero.
            return tf.reduce_sum(entropy) / (tf.reduce_sum(weights) + 1e-12)
        entropy = tf.reshape(entropy, tf.shape(logits)[:2])
        if average_across_timesteps:
            return tf.reduce_sum(entropy, axis=1) / (tf.reduce_sum(weights, axis=1) + 1e-12)
        if average_across_batch:
            return tf.reduce_sum(entropy, axis=0) / (tf.reduce_sum(weights, axis=0) + 1e-12)
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
