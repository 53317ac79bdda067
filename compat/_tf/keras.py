"""What of tf_keras is inside."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf
from tf_keras.api._v1 import keras as keras_of_graphs
from tf_keras.src import backend
from tf_keras.src.optimizers.schedules import learning_rate_schedule

__all__ = [
    "LSTMCell",
    "LinearCosineDecay",
    "NoisyLinearCosineDecay",
    "keras_of_graphs",
    "take_for_tensorflow1",
]

LinearCosineDecay = learning_rate_schedule.LinearCosineDecay
NoisyLinearCosineDecay = learning_rate_schedule.NoisyLinearCosineDecay


class LSTMCell(keras_of_graphs.layers.LSTMCell):
    """An LSTM cell whose subclass says what its gates see."""

    def gated(self, i: Any, f: Any, c: Any, o: Any, before: Any) -> tuple[Any, Any]:
        """The carry and the output.

        Args:
          i, f, c, o: what the three gates and the candidate are of, [batch, units] each.
          before: the carry before this step, [batch, units].
        """
        raise NotImplementedError

    def _compute_carry_and_output(self, x: Sequence[Any], h_tm1: Any, c_tm1: Any) -> tuple[Any, Any]:
        kernels = tf.split(self.recurrent_kernel, 4, axis=1)
        i, f, c, o = (part + tf.matmul(h, kernel) for part, h, kernel in zip(x, h_tm1, kernels, strict=True))
        return self.gated(i, f, c, o, c_tm1)

    def _compute_carry_and_output_fused(self, z: Sequence[Any], c_tm1: Any) -> tuple[Any, Any]:
        i, f, c, o = z
        return self.gated(i, f, c, o, c_tm1)


@functools.cache
def take_for_tensorflow1(session: Callable[[], Any]) -> None:
    """Let tf_keras do what it does in a process of TensorFlow 1, eager or not, such as naming metrics.

    Where it would open a session, because the thread has none, it asks `session()` for one; of None it opens
    its own. TensorFlow, and Keras 3, do not ask what this changes.
    """
    plain = backend._get_session

    def get_session(inputs: Sequence[Any] = ()) -> Any:
        if tf.compat.v1.get_default_session() is None and not tf.inside_function():
            held = getattr(backend._SESSION, "session", None)
            if held is None or held.graph is not backend._current_graph(inputs):
                opened = session()
                if opened is not None:
                    backend._SESSION.session = opened
        return plain(inputs)

    backend._get_session = get_session
    backend.tf.__internal__.tf2.enabled = lambda: False
