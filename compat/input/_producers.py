"""`tf.train`'s input producers: queues of rows, in rounds (TF 1's epochs)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .._types import Operation, Shape
from . import _elements as elements
from ._graphs import in_graphs
from ._queue import InputQueue

_NOTHING = "string_input_producer requires a non-null input tensor"


@in_graphs(tf.compat.v1.train.limit_epochs)
def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> tf.Tensor:
    """`tensor`, `num_epochs` times; then the step raises `tf.errors.OutOfRangeError`.

    As `tf.compat.v1.train.limit_epochs`, but the count belongs to the pipeline: no local variable is to be
    initialised.

    Args:
      tensor: of any shape.
      num_epochs: how many times; `None`: without end.
      name: of the operation that gives it.

    Raises:
      ValueError: `num_epochs` is 0 or less.
    """
    if num_epochs is None:
        return tensor
    _check_epochs(num_epochs)
    tensor = elements.traced(tensor)
    feed = elements.feed(
        "limit_epochs", [num_epochs], [tensor], lambda: elements.dataset_of([tensor]).take(num_epochs)
    )
    return feed.next(name)[0]


@in_graphs(tf.compat.v1.train.match_filenames_once)
def match_filenames_once(pattern: Any, name: str | None = None) -> tf.Tensor:
    """The names of the files that match `pattern`, as `tf.compat.v1.train.match_filenames_once`.

    They are looked for once, where the first step asks: no local variable is to be initialised.

    Args:
      pattern: a pattern of file names, or several, [N].
      name: of the operation that gives them.
    """
    names = tf.io.matching_files(elements.traced(pattern, tf.string))
    feed = elements.feed(
        "match_filenames_once", [], [names], lambda: elements.dataset_of([names]).take(1).cache().repeat()
    )
    return feed.next(name)[0]


@in_graphs(tf.compat.v1.train.input_producer)
def input_producer(
    input_tensor: Any,
    element_shape: Shape = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation = None,
) -> InputQueue:
    """A queue of the rows of `input_tensor`, as `tf.compat.v1.train.input_producer`.

    The tensor is computed anew for each epoch, and shuffled anew.

    Args:
      input_tensor: [N, …], of which each `dequeue` gives one row, […].
      element_shape: of a row, where it is not known.
      num_epochs: how many times; `None`: for ever.
      shuffle: whether each time in another order.
      seed: of that order, which is TF 1.15's.
      capacity: how many may wait.
      shared_name: without an effect.
      summary_name: without an effect: a pipeline has no queue whose size a summary could tell.
      name: of the queue.
      cancel_op: without an effect: a pipeline has no thread to cancel.

    Raises:
      ValueError: the shape of a row is not known.
    """
    del shared_name, summary_name, cancel_op
    rows = elements.traced(input_tensor)
    row_shape = tf.TensorShape(rows.shape[1:]).merge_with(element_shape)
    if not row_shape.is_fully_defined():
        raise ValueError(
            "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
        )
    if num_epochs is not None:
        _check_epochs(num_epochs)
    feed = elements.feed(
        "input_producer",
        [num_epochs, shuffle, seed],
        [rows],
        lambda: _epochs_of(rows, row_shape, num_epochs, shuffle, seed).prefetch(capacity),
    )
    return InputQueue(feed, name or "input_producer")


@in_graphs(tf.compat.v1.train.string_input_producer)
def string_input_producer(
    string_tensor: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Operation = None,
) -> InputQueue:
    """A queue of strings, such as file names for a reader, as `tf.compat.v1.train.string_input_producer`.

    Args:
      string_tensor: [N], of which each `dequeue` gives one scalar.
      num_epochs: how many times; `None`: for ever.
      shuffle: whether each time in another order.
      seed: of that order, which is TF 1.15's.
      capacity: how many may wait.
      shared_name: without an effect.
      name: of the queue.
      cancel_op: without an effect: a pipeline has no thread to cancel.

    Raises:
      ValueError: `string_tensor` is an empty list.
      tf.errors.InvalidArgumentError: from the step, where it is an empty tensor.
    """
    if not tf.is_tensor(string_tensor) and len(string_tensor) == 0:
        raise ValueError(_NOTHING)
    strings = elements.traced(string_tensor, tf.string)
    with tf.control_dependencies([tf.debugging.Assert(tf.size(strings) > 0, [_NOTHING])]):
        strings = tf.identity(strings)
    return input_producer(
        strings, [], num_epochs, shuffle, seed, capacity, shared_name, None, name, cancel_op
    )


@in_graphs(tf.compat.v1.train.range_input_producer)
def range_input_producer(
    limit: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> InputQueue:
    """A queue of the integers from 0 to below `limit`, as `tf.compat.v1.train.range_input_producer`.

    Args:
      limit: a scalar of int32; each `dequeue` gives one, too.
      num_epochs: how many times; `None`: for ever.
      shuffle: whether each time in another order.
      seed: of that order, which is TF 1.15's.
      capacity: how many may wait.
      shared_name: without an effect.
      name: of the queue.

    Raises:
      ValueError: `num_epochs` is 0 or less.
    """
    return input_producer(tf.range(limit), [], num_epochs, shuffle, seed, capacity, shared_name, None, name)


@in_graphs(tf.compat.v1.train.slice_input_producer)
def slice_input_producer(
    tensor_list: Sequence[Any],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[tf.Tensor]:
    """One row of each tensor, the same of all, as `tf.compat.v1.train.slice_input_producer`.

    Args:
      tensor_list: tensors [N, …], with one N, which become […].
      num_epochs: how many times; `None`: for ever.
      shuffle: whether each time in another order.
      seed: of that order, which is TF 1.15's.
      capacity: how many may wait.
      shared_name: without an effect.
      name: of the queue of numbers of rows.

    Raises:
      ValueError: `tensor_list` is empty.
    """
    if not tensor_list:
        raise ValueError("Expected at least one tensor in slice_input_producer().")
    tensors = [elements.traced(tensor) for tensor in tensor_list]
    size = tf.shape(tensors[0])[0]
    index = range_input_producer(size, num_epochs, shuffle, seed, capacity, shared_name, name).dequeue()
    return [tf.gather(tensor, index) for tensor in tensors]


def _epochs_of(
    rows: tf.Tensor, row_shape: tf.TensorShape, num_epochs: int | None, shuffle: bool, seed: int | None
) -> tf.data.Dataset:
    epochs = elements.dataset_of([rows])
    if num_epochs is not None:
        epochs = epochs.take(num_epochs)

    def row(value: tf.Tensor) -> tuple[tf.Tensor]:
        return (tf.ensure_shape(value, row_shape),)

    if shuffle:
        epochs = epochs.map(lambda values: tf.random.shuffle(values, seed=seed))
    return epochs.flat_map(tf.data.Dataset.from_tensor_slices).map(row)


def _check_epochs(num_epochs: int) -> None:
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
