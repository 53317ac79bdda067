"""Batches of examples that are alike, by queues: one for each bucket, and one for what is ready."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ..._tf import contrib as _inner

_V1 = tf.compat.v1


def bucket(
    tensors: Any,
    which_bucket: Any,
    batch_size: Any,
    num_buckets: int,
    num_threads: int = 1,
    capacity: int = 32,
    bucket_capacities: Sequence[int] | None = None,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    keep_input: Any = True,
    shared_name: str | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """A bucket's number and a batch of it, from examples that come one by one.

    Args:
      tensors: an example, in a list or a dictionary.
      which_bucket: where it belongs, an int32 scalar.
      batch_size: of all buckets, or a list of one for each.
      num_buckets: how many there are.
      num_threads: how many threads put examples into buckets.
      capacity: how many batches are kept ready.
      bucket_capacities: how many examples each bucket holds; by default `capacity`.
      shapes: those of the example, by default as they are known.
      dynamic_pad: whether examples are padded to the longest of their batch.
      allow_smaller_final_batch: whether what is left in the end comes as smaller batches.
      keep_input: whether the example is taken, a bool scalar.
      shared_name: under which sessions share the queues.
      name: of the scope.

    Raises:
      ValueError: there is no example, or not one size and one capacity for each bucket.
    """
    sizes = list(batch_size) if isinstance(batch_size, (list, tuple)) else [batch_size] * num_buckets
    if len(sizes) != num_buckets:
        raise ValueError("If batch_size is a list it must have num_buckets elements")
    capacities = [capacity] * num_buckets if bucket_capacities is None else list(bucket_capacities)
    if len(capacities) != num_buckets:
        raise ValueError(
            f"The list bucket_capacities ({capacities}) must have num_buckets ({num_buckets}) elements."
        )
    values = _inner.as_tensor_list(tensors)
    with _V1.name_scope(name, "bucket", values):
        values = _inner.convert_n_to_tensor_or_indexed_slices(values)
        if not values:
            raise ValueError("Expected at least one tensor in bucket().")
        keep_input = _inner.validate_keep_input(keep_input, enqueue_many=False)
        values, sparse = _inner.store_sparse_tensors(values, enqueue_many=False, keep_input=keep_input)
        types = _inner.types_of([values])
        shapes = _inner.shapes_of([values], shapes, enqueue_many=False)
        which_bucket = tf.convert_to_tensor(which_bucket, tf.int32)
        make = _V1.PaddingFIFOQueue if dynamic_pad else _V1.FIFOQueue
        queues = [
            make(
                capacity=capacities[index],
                dtypes=types,
                shapes=shapes,
                shared_name=None if shared_name is None else f"{shared_name}_{index}",
                name=f"bucket_queue_{index}",
            )
            for index in range(num_buckets)
        ]
        of_one_size = not (allow_smaller_final_batch or isinstance(batch_size, (list, tuple)))
        static = tf.get_static_value(tf.convert_to_tensor(sizes[-1])) if of_one_size else None
        ready = _V1.PaddingFIFOQueue(
            capacity=capacity,
            dtypes=[tf.int32, *types],
            shapes=[
                tf.TensorShape([]),
                *(tf.TensorShape([static]).concatenate(shape) for shape in queues[0].shapes),
            ],
            shared_name=shared_name,
            name="top_queue",
        )

        def put_in() -> Any:
            branches = [
                _V1.cond(tf.equal(which_bucket, index), lambda queue=queue: queue.enqueue(values), tf.no_op)
                for index, queue in enumerate(queues)
            ]
            return tf.group(*branches, name="group_enqueues")

        taken = tf.get_static_value(keep_input)
        put = _V1.cond(keep_input, put_in, tf.no_op) if taken is None else put_in() if taken else tf.no_op()
        moved = [
            ready.enqueue([tf.constant(index), *_taken(queue, sizes[index], allow_smaller_final_batch)])
            for index, queue in enumerate(queues)
        ]
        _run(queues[0], moved, [ready])
        _run(ready, [put] * num_threads, queues)
        size = tf.cast(ready.size(), tf.float32)
        for queue in queues:
            _V1.summary.scalar(f"bucket/{queue.name}/size", size)
        _V1.summary.scalar(f"bucket/{ready.name}/fraction_of_{capacity}_full", size / capacity)
        which, *found = ready.dequeue(name="dequeue_top")
        restored = _inner.restore_sparse_tensors(found[0] if len(found) == 1 else found, sparse)
        return which, _inner.as_original_type(tensors, restored)


def _taken(queue: Any, size: Any, may_be_less: bool) -> list[Any]:
    taken = (queue.dequeue_up_to if may_be_less else queue.dequeue_many)(size)
    return list(taken) if isinstance(taken, (list, tuple)) else [taken]


def _run(queue: Any, operations: Sequence[Any], fed: Sequence[Any]) -> None:
    """Let a queue runner do `operations` until they have nothing more; then what they feed is closed."""
    _V1.train.add_queue_runner(
        _V1.train.QueueRunner(
            queue,
            operations,
            close_op=tf.group(*(one.close() for one in fed)),
            cancel_op=tf.group(*(one.close(cancel_pending_enqueues=True) for one in fed)),
            queue_closed_exception_types=(tf.errors.OutOfRangeError, tf.errors.CancelledError),
        )
    )


def bucket_by_sequence_length(
    input_length: Any,
    tensors: Any,
    batch_size: Any,
    bucket_boundaries: Sequence[int],
    num_threads: int = 1,
    capacity: int = 32,
    bucket_capacities: Sequence[int] | None = None,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    keep_input: Any = True,
    shared_name: str | None = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The lengths and a batch of examples whose lengths lie between two of the boundaries; see `bucket`.

    Raises:
      TypeError: the boundaries are no list of integers.
      ValueError: there are none, or they do not increase.
    """
    if not isinstance(bucket_boundaries, (list, tuple)):
        raise TypeError(f"bucket_boundaries must be a list or tuple, but received: {bucket_boundaries}")
    if not bucket_boundaries:
        raise ValueError("bucket_boundaries must not be empty")
    for low, high in itertools.pairwise(bucket_boundaries):
        if not isinstance(low, int) or not isinstance(high, int):
            raise TypeError(f"bucket boundaries must be integers, but saw: {low} and {high}")
        if low >= high:
            raise ValueError(
                f"Buckets must contain sequential increasing lengths, but saw: {low} before {high}"
            )
    values = _inner.as_tensor_list(tensors)
    with _V1.name_scope(name, "bucket_by_sequence_length", [input_length, *values]):
        length = tf.convert_to_tensor(input_length, tf.int32)
        which = tf.reduce_sum(tf.cast(np.array(bucket_boundaries, np.int32) <= length, tf.int32))
        _, found = bucket(
            tensors=[length, *values],
            which_bucket=which,
            batch_size=batch_size,
            num_buckets=len(bucket_boundaries) + 1,
            num_threads=num_threads,
            capacity=capacity,
            bucket_capacities=bucket_capacities,
            shapes=None if shapes is None else [tf.TensorShape([]), *shapes],
            dynamic_pad=dynamic_pad,
            allow_smaller_final_batch=allow_smaller_final_batch,
            keep_input=keep_input,
            shared_name=shared_name,
        )
        return found[0], _inner.as_original_type(tensors, found[1:])
