"""`tf.contrib.nn`: cross entropies with their arguments the old way round, and a few activations."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._listing import listed
from .._tf.contrib import compute_sampled_logits
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1

__getattr__ = lookup("nn", [])
conv1d_transpose = tf.nn.conv1d_transpose


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
    """Dropout that keeps mean and variance of self-normalising inputs.

    Raises:
      ValueError: `keep_prob` is a number that is none from 0 to 1, or 0.
    """
    with tf.compat.v1.name_scope(name, "alpha_dropout", [x]):
        x = tf.convert_to_tensor(x)
        if isinstance(keep_prob, (int, float)) and not 0 < keep_prob <= 1:
            raise ValueError(
                f"keep_prob must be a scalar tensor or a float in the range (0, 1], got {keep_prob:g}"
            )
        keep_prob = tf.convert_to_tensor(keep_prob, x.dtype)
        keep_prob.shape.assert_has_rank(0)
        if tf.get_static_value(keep_prob) == 1:
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


def scaled_softplus(x: Any, alpha: Any, clip: Any = None, name: Any = None) -> Any:
    """`alpha * softplus(x / alpha)`, at most `clip`."""
    with _V1.name_scope(name, "scaled_softplus", [x, alpha]):
        x = tf.convert_to_tensor(x)
        alpha = tf.convert_to_tensor(alpha, x.dtype)
        y = alpha * tf.nn.softplus(x / alpha)
        return y if clip is None else tf.minimum(y, tf.convert_to_tensor(clip, x.dtype))


def sampled_sparse_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_sparse_softmax_loss",
) -> Any:
    """`tf.nn.sampled_softmax_loss` with one class of each example, `labels` [batch, 1]."""
    logits, _ = compute_sampled_logits(
        weights=weights,
        biases=biases,
        labels=labels,
        inputs=inputs,
        num_sampled=num_sampled,
        num_classes=num_classes,
        num_true=1,
        sampled_values=sampled_values,
        subtract_log_q=True,
        remove_accidental_hits=remove_accidental_hits,
        partition_strategy=partition_strategy,
        name=name,
    )
    first = tf.zeros([tf.shape(logits)[0]], tf.int64)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(first, logits)


def rank_sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_resampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    resampling_temperature: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: Any = None,
) -> Any:
    """`tf.nn.sampled_softmax_loss` of the `num_resampled` sampled classes that the inputs rank first.

    Raises:
      ValueError: more are wanted than there are, or the strategy is neither `div` nor `mod`.
    """
    if num_sampled > num_classes:
        raise ValueError(f"num_sampled ({num_sampled}) cannot be greater than num_classes ({num_classes})")
    if num_sampled <= num_resampled:
        raise ValueError(f"num_resampled ({num_resampled}) must be less than num_sampled ({num_sampled})")
    if partition_strategy not in ("div", "mod"):
        raise ValueError(f"unsupported partition_strategy ({partition_strategy})")
    with _V1.name_scope(name, "rank_sampled_softmax_loss", [weights, biases, labels, inputs]) as scope:
        sampled, true_count, count = sampled_values or tf.random.learned_unigram_candidate_sampler(
            true_classes=labels,
            num_true=num_true,
            num_sampled=num_sampled,
            unique=True,
            range_max=num_classes,
        )
        sampled = tf.cast(tf.stop_gradient(sampled), tf.int64)
        weight = _V1.nn.embedding_lookup(weights, sampled, partition_strategy)
        bias = tf.reshape(_V1.nn.embedding_lookup(biases, sampled, partition_strategy), [-1])
        products = tf.matmul(weight, inputs / resampling_temperature, transpose_b=True)
        rank = tf.reduce_logsumexp(products, axis=1) + bias / resampling_temperature
        _, kept = tf.nn.top_k(rank, k=num_resampled, sorted=False)
        return _V1.nn.sampled_softmax_loss(
            weights=weights,
            biases=biases,
            labels=labels,
            inputs=inputs,
            num_sampled=num_resampled,
            num_classes=num_classes,
            num_true=num_true,
            sampled_values=(
                tf.gather(sampled, kept),
                tf.stop_gradient(true_count),
                tf.gather(tf.stop_gradient(count), kept),
            ),
            remove_accidental_hits=remove_accidental_hits,
            partition_strategy=partition_strategy,
            name=scope,
        )
