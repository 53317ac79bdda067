"""`tf.contrib.keras`: what of Keras builds no graph."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

_host = SimpleNamespace(
    datasets=tf.keras.datasets, preprocessing=tf.keras.preprocessing, utils=tf.keras.utils
)

# `tf.contrib.keras.api.keras` is this part, too.
api = SimpleNamespace(keras=sys.modules[__name__])

__getattr__ = lookup(
    "keras", [_host], {name: f"tf.keras.{name}" for name in ("applications", "backend", "models")}
)
