"""`tf.contrib.data`: what became `tf.data.experimental`, and the classes that were here before `tf.data`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .._listing import listed
from . import framework
from ._names import lookup

__dir__ = listed(__name__)

_V1 = tf.compat.v1

AUTOTUNE = tf.data.AUTOTUNE

__getattr__ = lookup(
    "data",
    [_V1.data.experimental, _V1.data],
    {
        "CheckpointInputPipelineHook": "tf.train.Checkpoint with the iterator",
        "LMDBDataset": "tf.data.Dataset.from_generator with the package lmdb",
    },
)

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


def assert_element_shape(expected_shapes: Any) -> Transformation:
    """Elements whose components are to have these shapes; those that are `None` are not looked at."""

    def check(*elements: Any) -> Any:
        checked = [
            framework.with_shape(shape, value) if shape else value
            for shape, value in zip(tf.nest.flatten(expected_shapes), tf.nest.flatten(elements), strict=True)
        ]
        packed = tf.nest.pack_sequence_as(elements, checked)
        return packed[0] if len(elements) == 1 else packed

    return lambda dataset: dataset.map(check)


def reduce_dataset(dataset: Any, reducer: Any) -> Any:
    """All elements in one value, by a `Reducer`; as in TF 1, its `finalize_func` is not called."""
    return dataset.reduce(reducer.init_func(tf.constant(0, tf.int64)), reducer.reduce_func)


def sliding_window_batch(
    window_size: Any, stride: Any = None, window_shift: Any = None, window_stride: Any = 1
) -> Transformation:
    """Batches that overlap: each begins `window_shift` (or `stride`) elements after the one before.

    Raises:
      ValueError: both are given.
    """
    if stride is not None and window_shift is not None:
        raise ValueError("Cannot specify both `stride` and `window_shift`")
    shift = next((given for given in (stride, window_shift) if given is not None), 1)

    def apply(dataset: Any) -> Any:
        windows = dataset.window(window_size, shift, window_stride, drop_remainder=True)
        return windows.flat_map(_as_batch)

    return apply


def _as_batch(*windows: Any) -> Any:
    batches = [
        tf.nest.map_structure(lambda part: part.batch(tf.int64.max, drop_remainder=False), window)
        for window in windows
    ]
    return _V1.data.Dataset.zip(batches[0] if len(batches) == 1 else tuple(batches))


def read_batch_features(
    file_pattern: Any,
    batch_size: int,
    features: Any,
    reader: Any = _V1.data.TFRecordDataset,
    reader_args: Any = None,
    randomize_input: bool = True,
    num_epochs: int | None = None,
    capacity: int = 10000,
) -> Any:
    """Parsed batches of the records in files, as tensors of a graph."""
    dataset = _V1.data.experimental.make_batched_features_dataset(
        file_pattern=file_pattern,
        batch_size=batch_size,
        features=features,
        reader=reader,
        reader_args=reader_args,
        num_epochs=num_epochs,
        shuffle=randomize_input,
        shuffle_buffer_size=capacity,
    )
    return _V1.data.make_one_shot_iterator(dataset).get_next()
