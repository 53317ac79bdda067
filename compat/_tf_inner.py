"""TensorFlow's inner modules that `tf.contrib` gave public names to, beside `_tf.py`."""

from __future__ import annotations

import importlib
from types import ModuleType


def inner(name: str) -> ModuleType:
    """The module `tensorflow.python.NAME`."""
    return importlib.import_module(f"tensorflow.python.{name}")
