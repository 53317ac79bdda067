"""`tf.contrib.eager`: what became TensorFlow 2 itself."""

from __future__ import annotations

import tensorflow as tf

from ._names import lookup

Checkpoint = tf.train.Checkpoint
GradientTape = tf.GradientTape
TensorSpec = tf.TensorSpec
Variable = tf.Variable
custom_gradient = tf.custom_gradient
defun = tf.function
executing_eagerly = tf.executing_eagerly
in_eager_mode = tf.executing_eagerly
function = tf.function
make_template = tf.compat.v1.make_template
py_func = tf.py_function

__getattr__ = lookup(
    "eager", [], {"Iterator": "iter(dataset)", "list_devices": "tf.config.list_logical_devices"}
)


def num_gpus() -> int:
    """The number of GPUs that programs can use."""
    return len(tf.config.list_logical_devices("GPU"))
