"""`tf.contrib.losses`, by tf_slim."""

from __future__ import annotations

from .._listing import listed
from ._names import lookup
from ._slim import tf_slim

__dir__ = listed(__name__)

__getattr__ = lookup("losses", [tf_slim.losses])
