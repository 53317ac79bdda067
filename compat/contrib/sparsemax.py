"""`tf.contrib.sparsemax`: a softmax with zeros in it, and its loss (arxiv.org/abs/1602.02068)."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup("sparsemax", [])


def sparsemax(logits: Any, name: str | None = None) -> Any:
    """The point of the simplex that is nearest to each row of `logits` [batch, classes].

    As in TF 1, rows with NaN, or with an infinite maximum, become NaN.
    """
    with tf.compat.v1.name_scope(name, "sparsemax", [logits]):
        logits = tf.convert_to_tensor(logits, name="logits")
        classes = tf.shape(logits)[1]
        ordered, _ = tf.nn.top_k(logits, classes)
        sums = tf.cumsum(ordered, axis=1)
        count = tf.range(1, tf.cast(classes, logits.dtype) + 1, dtype=logits.dtype)
        supported = tf.reduce_sum(tf.cast(1 + count * ordered > sums, tf.int32), axis=1)
        # A row with NaN has no support: look its first sum up, the row is NaN in the end.
        last = tf.maximum(supported, 1) - 1
        threshold = (tf.gather(sums, last, batch_dims=1) - 1) / tf.cast(supported, logits.dtype)
        chosen = tf.maximum(tf.cast(0, logits.dtype), logits - threshold[:, None])
        broken = tf.logical_or(tf.equal(supported, 0), tf.math.is_nan(sums[:, -1]))
        return tf.where(
            broken[:, None], tf.fill(tf.shape(logits), tf.cast(float("nan"), logits.dtype)), chosen
        )


def sparsemax_loss(logits: Any, sparsemax: Any, labels: Any, name: str | None = None) -> Any:
    """The loss of each row, [batch]; `sparsemax` is that of the logits, `labels` are distributions."""
    with tf.compat.v1.name_scope(name, "sparsemax_loss", [logits, sparsemax, labels]):
        logits, sparsemax, labels = map(tf.convert_to_tensor, (logits, sparsemax, labels))
        zeros = tf.zeros_like(logits)
        # Nothing comes of a logit of minus infinity that has no support, or of an infinite one unlabelled.
        has_support = tf.logical_or(sparsemax > 0, tf.math.is_nan(sparsemax))
        supported = tf.where(has_support, sparsemax * (logits - 0.5 * sparsemax), zeros)
        unlabelled = tf.logical_and(tf.equal(labels, 0), tf.math.is_inf(logits))
        rest = tf.where(unlabelled, zeros, labels * (0.5 * labels - logits))
        return tf.reduce_sum(supported + rest, axis=1)
