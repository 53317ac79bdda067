"""`tf.contrib.memory_stats`: how much memory of a GPU is in use."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from .._errors import CompatError
from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup(
    "memory_stats", [], {"BytesLimit": "nvidia-smi, or the limit that the program sets by itself"}
)


def BytesInUse() -> Any:  # noqa: N802  (TF 1's name)
    """The bytes in use on the device that this is put on, an int64 tensor."""
    return _read("current")


def MaxBytesInUse() -> Any:  # noqa: N802  (TF 1's name)
    """The most bytes that were in use on the device that this is put on, an int64 tensor."""
    return _read("peak")


def _read(which: str) -> Any:
    device = tf.constant(0).device  # where an operation goes here

    def measured() -> Any:
        if "GPU" not in device.upper():
            raise CompatError(f"TensorFlow 2 counts the memory of GPUs alone, and this is on {device!r}")
        return np.int64(tf.config.experimental.get_memory_info(device)[which])

    return tf.numpy_function(measured, [], tf.int64)
