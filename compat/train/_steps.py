"""The global step, where TensorFlow looks for it."""

from __future__ import annotations

import tensorflow as tf

from .._names import op_name

_v1 = tf.compat.v1


def get_global_step(graph: tf.Graph | None = None) -> tf.Variable | None:
    """`tf.compat.v1.train.get_global_step`, which also finds a variable that is only called `global_step`.

    Raises:
      TypeError: the graph has one that is no integer scalar.
    """
    collect_global_step(graph or _v1.get_default_graph())
    return _v1.train.get_global_step(graph)


def get_or_create_global_step(graph: tf.Graph | None = None) -> tf.Variable:
    """`tf.compat.v1.train.get_or_create_global_step`, which finds what `get_global_step` here finds.

    Raises:
      TypeError: the graph has one that is no integer scalar.
    """
    collect_global_step(graph or _v1.get_default_graph())
    return _v1.train.get_or_create_global_step(graph)


def collect_global_step(graph: tf.Graph) -> None:
    """Let TensorFlow find the variable that `graph` has by the name of `global_step`.

    It looks in a collection, then for the tensor of that name. In TensorFlow 1 that was an integer; today it
    is the variable's handle, which is refused.
    """
    if graph.get_collection(_v1.GraphKeys.GLOBAL_STEP):
        return
    for variable in graph.get_collection(_v1.GraphKeys.GLOBAL_VARIABLES):
        if op_name(variable) == "global_step" and variable.dtype.is_integer:
            graph.add_to_collection(_v1.GraphKeys.GLOBAL_STEP, variable)
