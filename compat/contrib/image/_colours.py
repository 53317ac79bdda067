"""Hue, saturation and value changed by a linear map in YIQ, as `tf.contrib.image` did."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

# For the value, and for the saturation along and across the hue's turn: what each colour gets of each.
_OF_VALUE = [[0.299, 0.587, 0.114]] * 3
_ALONG = [[0.701, -0.587, -0.114], [-0.299, 0.413, -0.114], [-0.300, -0.588, 0.886]]
_ACROSS = [[0.168, 0.330, -0.497], [-0.328, 0.035, 0.292], [1.25, -1.05, -0.203]]


def adjust_hsv_in_yiq(
    image: Any, delta_hue: Any = 0, scale_saturation: Any = 1, scale_value: Any = 1, name: str | None = None
) -> Any:
    """Images [..., 3] with their hue turned, and saturation and value multiplied."""
    with tf.compat.v1.name_scope(name, "adjust_hsv_in_yiq", [image]):
        image = tf.convert_to_tensor(image)
        colours = tf.image.convert_image_dtype(image, tf.float32)
        value = tf.cast(scale_value, tf.float32)
        saturation, turn = value * tf.cast(scale_saturation, tf.float32), tf.cast(delta_hue, tf.float32)
        matrix = (
            tf.constant(_OF_VALUE) * value
            + tf.constant(_ALONG) * saturation * tf.cos(turn)
            + tf.constant(_ACROSS) * saturation * tf.sin(turn)
        )
        changed = tf.tensordot(colours, matrix, [[-1], [1]])
        changed.set_shape(image.shape)
        return tf.image.convert_image_dtype(changed, image.dtype)


def random_hsv_in_yiq(
    image: Any,
    max_delta_hue: float = 0,
    lower_saturation: float = 1,
    upper_saturation: float = 1,
    lower_value: float = 1,
    upper_value: float = 1,
    seed: int | None = None,
) -> Any:
    """`adjust_hsv_in_yiq` by chance.

    Raises:
      ValueError: a bound is negative, or a lower one above an upper one.
    """
    if max_delta_hue < 0:
        raise ValueError("max_delta must be non-negative.")
    for what, lower, upper in (
        ("saturation", lower_saturation, upper_saturation),
        ("value", lower_value, upper_value),
    ):
        if lower < 0:
            raise ValueError(f"lower_{what} must be non-negative.")
        if lower > upper:
            raise ValueError(f"lower_{what} must be < upper_{what}.")

    def drawn(low: float, high: float) -> Any:
        return low if low == high else tf.random.uniform([], low, high, seed=seed)

    turn = drawn(-max_delta_hue, max_delta_hue) if max_delta_hue else 0
    saturation = drawn(lower_saturation, upper_saturation)
    return adjust_hsv_in_yiq(image, turn, saturation, drawn(lower_value, upper_value))
