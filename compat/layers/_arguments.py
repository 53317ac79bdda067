"""Arguments that layers share, checked as TF 1 checked them."""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def activation_of(activation: Any) -> Any:
    """A function for what TF 1 took as an activation: a function, the name of one in `tf.nn`, or none."""
    if activation in (None, "linear"):
        return None
    if callable(activation):
        return activation
    function = getattr(tf.nn, activation, None) or getattr(tf.math, activation, None)
    if function is None:
        raise ValueError(f"Unknown activation function: {activation}")
    return function


def per_dimension(value: Any, rank: int, name: str) -> tuple[int, ...]:
    """`value` once for each dimension, or the tuple that it is.

    Raises:
      ValueError: it is neither a number nor one for each dimension.
    """
    try:
        values = (value,) * rank if isinstance(value, int) else tuple(value)
        are_numbers = len(list(map(int, values))) == rank
    except TypeError:
        are_numbers = False
    if not are_numbers:
        raise ValueError(f"The `{name}` argument must be a tuple of {rank} integers. Received: {value}")
    return values


def padding_of(padding: str, *more: str) -> str:
    """A padding in lower case, `valid` or `same`."""
    if padding.lower() not in ("valid", "same", *more):
        raise ValueError(f'The `padding` argument must be one of "valid", "same". Received: {padding}')
    return padding.lower()


def data_format_of(data_format: str) -> str:
    """A data format in lower case, `channels_last` or `channels_first`."""
    if data_format.lower() not in ("channels_last", "channels_first"):
        raise ValueError(
            'The `data_format` argument must be one of "channels_first", "channels_last". '
            f"Received: {data_format}"
        )
    return data_format.lower()
