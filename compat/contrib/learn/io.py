"""Arrays as input functions: `tf.contrib.learn.io`, and what `fit(x, y)` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from ... import estimator as _estimator
from ..._listing import listed
from ...estimator import _steps

__dir__ = listed(__name__)


def numpy_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
) -> Callable[[], Any]:
    """`tf.estimator.inputs.numpy_input_fn`, which shuffles unless it is told not to."""
    return _estimator.inputs.numpy_input_fn(  # type: ignore[no-any-return]
        x, y, batch_size, num_epochs, shuffle, queue_capacity, num_threads
    )


def pandas_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    target_column: str = "target",
) -> Callable[[], Any]:
    """`tf.estimator.inputs.pandas_input_fn`, which shuffles unless it is told not to."""
    return _estimator.inputs.pandas_input_fn(  # type: ignore[no-any-return]
        x, y, batch_size, num_epochs, shuffle, queue_capacity, num_threads, target_column
    )


def arrays_input_fn(
    x: Any,
    y: Any,
    input_fn: Callable[[], Any] | None,
    batch_size: int | None,
    epochs: int | None,
    shuffle: bool,
) -> Callable[[], Any]:
    """`input_fn`, or one that reads batches of the arrays `x` and `y`; all examples at once by default.

    Raises:
      ValueError: none or both of `x` and `input_fn` are given.
    """
    if input_fn is not None:
        if x is not None or y is not None:
            raise ValueError("Can not provide both input_fn and x, y.")
        return input_fn
    if x is None:
        raise ValueError("Either x or input_fn must be provided.")
    features = (
        {key: np.asarray(value) for key, value in x.items()} if isinstance(x, Mapping) else np.asarray(x)
    )
    arrays = features if y is None else (features, np.asarray(y))
    first = next(iter(features.values())) if isinstance(features, Mapping) else features
    count = len(first)

    def read() -> Any:
        dataset = tf.data.Dataset.from_tensor_slices(arrays)
        dataset = dataset.shuffle(count) if shuffle else dataset
        return dataset.repeat(epochs).batch(batch_size or count)

    return read


def infer_real_valued_columns_from_input(x: Any) -> list[Any]:
    """A column of numbers for an array of examples, or one for each of a dictionary."""
    given = x if isinstance(x, Mapping) else {"": x}
    return [_column(key, np.asarray(value).shape) for key, value in given.items()]


def infer_real_valued_columns_from_input_fn(input_fn: Callable[[], Any]) -> list[Any]:
    """Columns of numbers for the features of an input function."""
    with _steps.traced_into(tf.Graph()):
        features = input_fn()[0]
        given = features if isinstance(features, Mapping) else {"": features}
        return [_column(key, tensor.shape.as_list()) for key, tensor in given.items()]


def _column(key: str, shape: Any) -> Any:
    return tf.feature_column.numeric_column(key, shape=list(shape[1:]) or [1])
