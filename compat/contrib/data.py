"""`tf.contrib.data`: what became `tf.data.experimental`, and the classes that were here before `tf.data`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ._names import lookup

_V1 = tf.compat.v1

AUTOTUNE = tf.data.AUTOTUNE

__getattr__ = lookup("data", [_V1.data.experimental, _V1.data])

Transformation = Callable[[Any], Any]


def batch_and_drop_remainder(batch_size: int) -> Transformation:
    """Batches of one size; what does not fill the last one is dropped."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def padded_batch_and_drop_remainder(
    batch_size: int, padded_shapes: Any, padding_values: Any = None
) -> Transformation:
    """Padded batches of one size; what does not fill the last one is dropped."""
    return lambda dataset: dataset.padded_batch(
        batch_size, padded_shapes, padding_values, drop_remainder=True
    )


def enumerate_dataset(start: int = 0) -> Transformation:
    """Number the elements."""
    return lambda dataset: dataset.enumerate(start)


def sloppy_interleave(
    map_func: Callable[..., Any], cycle_length: int, block_length: int = 1
) -> Transformation:
    """Interleave in whatever order the elements arrive."""
    interleave: Transformation = _V1.data.experimental.parallel_interleave(
        map_func, cycle_length, block_length, sloppy=True
    )
    return interleave
