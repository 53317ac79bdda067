"""`tf.contrib.eager`: what became TensorFlow 2 itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import tensorflow as tf

from .._listing import listed
from . import _metrics
from ._names import lookup

__dir__ = listed(__name__)

Checkpoint = tf.train.Checkpoint
GradientTape = tf.GradientTape
TensorSpec = tf.TensorSpec
Variable = tf.Variable
connect_to_remote_host = tf.config.experimental_connect_to_host
custom_gradient = tf.custom_gradient
defun = tf.function
executing_eagerly = tf.executing_eagerly
in_eager_mode = tf.executing_eagerly
function = tf.function
make_template = tf.compat.v1.make_template
py_func = tf.py_function

enable_eager_execution = tf.compat.v1.enable_eager_execution
run = tf.compat.v1.app.run
metrics = SimpleNamespace(Accuracy=_metrics.Accuracy, Mean=_metrics.Mean)

__getattr__ = lookup("eager", [], {"list_devices": "tf.config.list_logical_devices"})


def Iterator(dataset: Any) -> Any:  # noqa: N802  (TF 1's name)
    """The elements of a data set, one by one."""
    return iter(dataset)


def num_gpus() -> int:
    """The number of GPUs that programs can use."""
    return len(tf.config.list_logical_devices("GPU"))
