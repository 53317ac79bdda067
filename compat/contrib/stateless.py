"""`tf.contrib.stateless`: random numbers that a seed of two numbers decides alone, of `tf.random`."""

from __future__ import annotations

import tensorflow as tf

from .._listing import listed

__dir__ = listed(__name__)

_random = tf.compat.v1.random

stateless_multinomial = _random.stateless_multinomial
stateless_random_normal = _random.stateless_normal
stateless_random_uniform = _random.stateless_uniform
stateless_truncated_normal = _random.stateless_truncated_normal
