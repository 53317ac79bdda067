"""`tf.contrib.losses`, by tf_slim."""

from __future__ import annotations

from ._names import lookup
from ._slim import tf_slim

__getattr__ = lookup("losses", [tf_slim.losses])
