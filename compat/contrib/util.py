"""`tf.contrib.util`: tensors as protocol buffers and back."""

from __future__ import annotations

import tensorflow as tf

from ._names import lookup

constant_value = tf.get_static_value
make_ndarray = tf.make_ndarray
make_tensor_proto = tf.make_tensor_proto

__getattr__ = lookup("util", [])
