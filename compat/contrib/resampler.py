"""`tf.contrib.resampler`: reading images between their pixels."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup("resampler", [])


def resampler(data: Any, warp: Any, name: str = "resampler") -> Any:
    """The values of `data` [batch, height, width, channels] at the points `warp` [batch, …, 2], x first.

    Between pixels bilinear; outside of the image zero, towards which it falls within one pixel.
    """
    with tf.compat.v1.name_scope(name, "resampler", [data, warp]):
        data, warp = tf.convert_to_tensor(data), tf.convert_to_tensor(warp)
        batch, height, width = (tf.shape(data)[axis] for axis in range(3))
        padded = tf.pad(data, [[0, 0], [1, 1], [1, 1], [0, 0]])
        points = tf.reshape(warp, [batch, -1, 2])
        x, y = points[..., 0], points[..., 1]
        left, top = tf.floor(x), tf.floor(y)

        def pixel(row: Any, column: Any) -> Any:
            row = tf.clip_by_value(tf.cast(row, tf.int32) + 1, 0, height + 1)
            column = tf.clip_by_value(tf.cast(column, tf.int32) + 1, 0, width + 1)
            return tf.gather_nd(padded, tf.stack([row, column], -1), batch_dims=1)

        right_part, lower_part = (x - left)[..., None], (y - top)[..., None]
        upper = (1 - right_part) * pixel(top, left) + right_part * pixel(top, left + 1)
        lower = (1 - right_part) * pixel(top + 1, left) + right_part * pixel(top + 1, left + 1)
        found = (1 - lower_part) * upper + lower_part * lower
        resampled = tf.reshape(found, tf.concat([tf.shape(warp)[:-1], tf.shape(data)[-1:]], 0))
        resampled.set_shape(warp.shape[:-1].concatenate(data.shape[-1:]))
        return resampled
