"""`tf.contrib.slim`: tf_slim, with layers that also work in TF 2 steps."""

from __future__ import annotations

from types import SimpleNamespace

import tensorflow as tf

from .._listing import listed
from . import losses as losses
from . import metrics as metrics
from ._names import lookup
from ._slim import layers as layers
from ._slim import nets as nets
from ._slim import tf_slim
from .layers import embed_sequence as embed_sequence

__dir__ = listed(__name__)

# The module that contrib's own imports left among slim's names.
_LEFT = SimpleNamespace(init_ops=tf.compat.v1)

__getattr__ = lookup("slim", [tf_slim, _LEFT])
