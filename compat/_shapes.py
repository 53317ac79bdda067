"""Shapes as TensorFlow 1 read them."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import tensorflow as tf


def take_bools() -> None:
    """Let a bool in a shape be the size 0 or 1 that it counts as, in the whole process.

    `tf.Dimension(True)` of TensorFlow 1 was `Dimension(1)`. TensorFlow 2 keeps the bool, and fails with a
    `TypeError` where the shape of a variable or a placeholder goes to C++.
    """
    dimension = tf.compat.v1.Dimension
    made = dimension.__init__
    if hasattr(made, "__wrapped__"):
        return

    @functools.wraps(made)
    def make(self: Any, value: Any) -> None:
        made(self, int(value) if isinstance(value, (bool, np.bool_)) else value)

    dimension.__init__ = make
