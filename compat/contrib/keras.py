"""`tf.contrib.keras`: what of Keras builds no graph."""

from __future__ import annotations

from types import SimpleNamespace

import tensorflow as tf

from ._names import lookup

_host = SimpleNamespace(
    datasets=tf.keras.datasets, preprocessing=tf.keras.preprocessing, utils=tf.keras.utils
)

__getattr__ = lookup(
    "keras", [_host], {name: f"tf.keras.{name}" for name in ("applications", "backend", "models")}
)
