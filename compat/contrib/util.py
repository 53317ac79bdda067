"""`tf.contrib.util`: tensors as protocol buffers and back."""

from __future__ import annotations

from types import SimpleNamespace

import tensorflow as tf

from .._tf_inner import inner
from ._names import lookup

constant_value = tf.get_static_value
loader = SimpleNamespace(load_op_library=tf.load_op_library)
make_ndarray = tf.make_ndarray
make_tensor_proto = tf.make_tensor_proto
ops_used_by_graph_def = inner("framework.meta_graph").ops_used_by_graph_def
stripped_op_list_for_graph = inner("framework.meta_graph").stripped_op_list_for_graph

__getattr__ = lookup("util", [])
