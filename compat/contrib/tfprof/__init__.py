"""`tf.contrib.tfprof`: the profiler of graphs, by `tf.compat.v1.profiler`."""

from __future__ import annotations

from ..._listing import listed
from .._names import lookup
from . import model_analyzer as model_analyzer
from . import tfprof_logger as tfprof_logger
from .model_analyzer import ProfileContext as ProfileContext

__dir__ = listed(__name__)

__getattr__ = lookup("tfprof", [model_analyzer])
