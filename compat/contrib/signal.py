"""`tf.contrib.signal`: `tf.signal`."""

from __future__ import annotations

import tensorflow as tf

from ._names import lookup

__getattr__ = lookup("signal", [tf.compat.v1.signal])
