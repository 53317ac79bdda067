"""`tf.contrib.slim`: tf_slim, with layers that also work in TF 2 steps."""

from __future__ import annotations

from ._names import lookup
from ._slim import layers as layers
from ._slim import nets as nets
from ._slim import tf_slim
from .layers import embed_sequence as embed_sequence

__getattr__ = lookup("slim", [tf_slim])
