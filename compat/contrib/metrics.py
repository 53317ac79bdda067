"""`tf.contrib.metrics`, by tf_slim and `tf.sets`."""

from __future__ import annotations

from types import SimpleNamespace

import tensorflow as tf

from .._listing import listed
from ._names import lookup
from ._slim import tf_slim

__dir__ = listed(__name__)

_SETS = SimpleNamespace(
    confusion_matrix=tf.compat.v1.confusion_matrix,
    set_difference=tf.sets.difference,
    set_intersection=tf.sets.intersection,
    set_size=tf.sets.size,
    set_union=tf.sets.union,
)

__getattr__ = lookup("metrics", [tf_slim.metrics, _SETS])
