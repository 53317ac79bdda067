"""What `tf.keras` of TensorFlow 1 took from `tf.train`, for Keras 3."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ._listing import listed
from ._tf.keras3 import mean_squares

__dir__ = listed(__name__)


@tf.keras.utils.register_keras_serializable("compat")
class RMSprop(tf.keras.optimizers.RMSprop):
    """Keras's RMSprop, whose mean squares start from one as those of `tf.train.RMSPropOptimizer` do."""

    def build(self, variables: Any) -> None:
        """Make the optimizer's variables."""
        if not self.built:
            super().build(variables)
            for squares in mean_squares(self):
                squares.assign(tf.ones_like(squares))
