"""`tf.concat` and `tf.split`, which had the axis first before TensorFlow 1.0.

A call that 1.15 would take is its; one with a number for the values, which it would refuse, is the older one.
"""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
import tensorflow as tf

_v1 = tf.compat.v1


def concat(values: Any = None, axis: Any = None, name: str = "concat", *, concat_dim: Any = None) -> Any:
    """`tf.concat(values, axis)`, or `tf.concat(concat_dim, values)`."""
    if concat_dim is not None:
        axis = concat_dim
    elif _is_number(values) and not _is_number(axis):
        values, axis = axis, values
    return _v1.concat(values, axis, name)


def split(
    value: Any = None,
    num_or_size_splits: Any = None,
    axis: Any = 0,
    num: Any = None,
    name: str = "split",
    *,
    split_dim: Any = None,
    num_split: Any = None,
) -> Any:
    """`tf.split(value, num_or_size_splits, axis)`, or `tf.split(split_dim, num_split, value)`."""
    if split_dim is not None or num_split is not None:
        return _v1.split(value, num_split, 0 if split_dim is None else split_dim, num, name)
    if _is_number(value) and not _is_number(axis):
        value, axis = axis, value
    return _v1.split(value, num_or_size_splits, axis, num, name)


def _is_number(value: Any) -> bool:
    if isinstance(value, (tf.Tensor, np.ndarray)):
        return bool(tf.TensorShape(value.shape).rank == 0)
    return isinstance(value, (numbers.Integral, _v1.Dimension))
