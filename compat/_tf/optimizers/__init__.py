"""Optimizers of TensorFlow 1, in terms of what TensorFlow's own have inside: their slots and updates.

`compat.contrib.opt` shows those that `tf.contrib.opt` had.
"""

from __future__ import annotations

from . import adams, decay, momentum, signs
from .around import around_updates, learning_rate, prepare

__all__ = ["adams", "around_updates", "decay", "learning_rate", "momentum", "prepare", "signs"]
