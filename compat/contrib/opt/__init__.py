"""`tf.contrib.opt`: says what took its place."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ._names import lookup

__getattr__ = lookup(
    "opt",
    [],
    {
        "AdaMaxOptimizer": "tf.keras.optimizers.Adamax",
        "AdamWOptimizer": "tf.keras.optimizers.AdamW",
        "LARSOptimizer": "an optimizer of your own",
        "LazyAdamOptimizer": "tf.compat.v1.train.AdamOptimizer (moments of all rows decay)",
        "NadamOptimizer": "tf.keras.optimizers.Nadam",
        "MovingAverageOptimizer": "tf.compat.v1.train.Optimizer with tf.train.ExponentialMovingAverage",
    },
)


def clip_gradients_by_global_norm(gradients_variables: Any, clip_norm: float = 20.0) -> list[tuple[Any, Any]]:
    """Gradients scaled so that their common norm is at most `clip_norm`, with their variables."""
    gradients, variables = zip(*gradients_variables, strict=True)
    clipped, _ = tf.clip_by_global_norm(gradients, clip_norm)
    return list(zip(clipped, variables, strict=True))
