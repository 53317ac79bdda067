"""The global step, where TensorFlow looks for it."""

from __future__ import annotations

import tensorflow as tf

_v1 = tf.compat.v1


def collect_global_step(graph: tf.Graph) -> None:
    """Let TensorFlow find the variable that `graph` has by the name of `global_step`.

    It looks in a collection, then for the tensor of that name. In TensorFlow 1 that was an integer; today it
    is the variable's handle, which is refused.
    """
    if graph.get_collection(_v1.GraphKeys.GLOBAL_STEP):
        return
    for variable in graph.get_collection(_v1.GraphKeys.GLOBAL_VARIABLES):
        if variable.op.name == "global_step" and variable.dtype.is_integer:
            graph.add_to_collection(_v1.GraphKeys.GLOBAL_STEP, variable)
