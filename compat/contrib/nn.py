"""`tf.contrib.nn`: cross entropies with their arguments the old way round, and a few activations."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ._names import lookup

__getattr__ = lookup("nn", [])


def deprecated_flipped_softmax_cross_entropy_with_logits(
    logits: Any, labels: Any, dim: int = -1, name: Any = None
) -> Any:
    """Softmax cross entropy; no gradient flows into the labels."""
    return tf.nn.softmax_cross_entropy_with_logits(tf.stop_gradient(labels), logits, dim, name)


def deprecated_flipped_sparse_softmax_cross_entropy_with_logits(
    logits: Any, labels: Any, name: Any = None
) -> Any:
    """Softmax cross entropy with class numbers as labels."""
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits, name)


def deprecated_flipped_sigmoid_cross_entropy_with_logits(logits: Any, targets: Any, name: Any = None) -> Any:
    """Sigmoid cross entropy."""
    return tf.nn.sigmoid_cross_entropy_with_logits(targets, logits, name)


def alpha_dropout(
    x: Any, keep_prob: Any, noise_shape: Any = None, seed: int | None = None, name: Any = None
) -> Any:
    """Dropout that keeps mean and variance of self-normalising inputs."""
    with tf.compat.v1.name_scope(name, "alpha_dropout", [x]):
        x = tf.convert_to_tensor(x)
        if not tf.is_tensor(keep_prob) and keep_prob == 1:
            return x
        alpha = -1.7580993408473766
        shape = tf.shape(x) if noise_shape is None else noise_shape
        kept = tf.floor(keep_prob + tf.random.uniform(shape, seed=seed, dtype=x.dtype))
        scale = (keep_prob + alpha**2 * keep_prob * (1.0 - keep_prob)) ** -0.5
        shift = -scale * alpha * (1 - keep_prob)
        return scale * (x * kept + alpha * (1 - kept)) + shift


def nth_element(input: Any, n: Any, reverse: bool = False, name: Any = None) -> Any:  # noqa: A002
    """The n-th smallest value (largest, if `reverse`) of the last dimension."""
    return tf.raw_ops.NthElement(input=input, n=n, reverse=reverse, name=name)
