"""`tf.contrib.compiler`: scopes whose operations XLA may compile."""

from __future__ import annotations

from types import SimpleNamespace

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

jit = SimpleNamespace(experimental_jit_scope=tf.xla.experimental.jit_scope)

__getattr__ = lookup("compiler", [])
