"""`tf.contrib.util`: tensors as protocol buffers and back."""

from __future__ import annotations

from types import SimpleNamespace

import tensorflow as tf

from .._listing import listed
from .._tf.contrib import ops_used_by_graph_def as ops_used_by_graph_def
from .._tf.contrib import stripped_op_list_for_graph as stripped_op_list_for_graph
from ._names import lookup

__dir__ = listed(__name__)

constant_value = tf.get_static_value
loader = SimpleNamespace(load_op_library=tf.load_op_library)
make_ndarray = tf.make_ndarray
make_tensor_proto = tf.make_tensor_proto

__getattr__ = lookup("util", [])
