"""`tf.contrib.signal`: `tf.signal`."""

from __future__ import annotations

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup("signal", [tf.compat.v1.signal])
