"""Batches made ahead of the step: slim's prefetch queue, and staging areas."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .. import _traces as traces
from .._types import DType, Operation, Shape
from . import _elements as elements
from ._queues import FIFOQueue, PaddingFIFOQueue, Queue
from ._runners import QueueRunner

_NUMBERS = itertools.count()


def prefetch_queue(
    tensors: Any,
    capacity: int = 8,
    num_threads: int = 1,
    dynamic_pad: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Queue:
    """`tf.contrib.slim.prefetch_queue.prefetch_queue`: a queue of `tensors`, such as batches, in order.

    Args:
      tensors: a list, or a dictionary, of which each `dequeue` in a step gives the next ones.
      capacity: how many may wait.
      num_threads: how many are computed at the same time.
      dynamic_pad: shapes may be unknown in part.
      shared_name: queues of one such name are one, in all steps.
      name: of the queue.

    Raises:
      ValueError: a shape is not known, without `dynamic_pad`.
    """
    names = sorted(tensors) if isinstance(tensors, dict) else None
    listed = [elements.traced(value) for value in ([tensors[key] for key in names] if names else tensors)]
    make = PaddingFIFOQueue if dynamic_pad else FIFOQueue
    queue = make(
        capacity,
        [tensor.dtype for tensor in listed],
        [tensor.shape for tensor in listed],
        names,
        shared_name,
        name or "prefetch_queue",
    )
    enqueue = queue.enqueue(dict(zip(names, listed, strict=True)) if names else listed)
    QueueRunner(queue, [enqueue] * num_threads)
    return queue


class StagingArea:
    """`tf.contrib.staging.StagingArea`: values put by one step and taken by a later one, on their device.

    Args:
      dtypes: of the components.
      shapes: of the components; `None` if not known.
      names: of the components, if values are dictionaries.
      shared_name: areas of one such name are one, in all steps.
      capacity: how many may wait; 0 for any number.
      memory_limit: how many bytes may wait; 0 for any number.
    """

    def __init__(
        self,
        dtypes: Sequence[DType],
        shapes: Sequence[Shape] | None = None,
        names: Sequence[str] | None = None,
        shared_name: str | None = None,
        capacity: int = 0,
        memory_limit: int = 0,
    ) -> None:
        self.dtypes = [tf.as_dtype(dtype) for dtype in dtypes]
        self.shapes = [tf.TensorShape(shape) for shape in shapes or [None] * len(self.dtypes)]
        self.names = list(names or [])
        trace = traces.running()
        if trace is not None:
            key = trace.key("StagingArea", repr(self.dtypes), repr(self.shapes), shared_name)
            self.name = trace.state.once(key, _new_name)
        else:
            self.name = _new_name()
        self._attributes = {
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": "",
            "shared_name": self.name,
        }

    def put(self, values: Any, name: str | None = None) -> Operation:
        """The operation that puts a list, or a dictionary, of values in; waits while the area is full."""
        if isinstance(values, dict):
            values = [values[one] for one in self.names]
        elif not isinstance(values, (list, tuple)):
            values = [values]
        tensors = [
            tf.convert_to_tensor(value, dtype) for value, dtype in zip(values, self.dtypes, strict=True)
        ]
        return tf.raw_ops.Stage(values=tensors, name=name, **self._attributes)

    def get(self, name: str | None = None) -> Any:
        """The values that were put first, as a list or a dictionary; waits for some."""
        values = tf.raw_ops.Unstage(dtypes=self.dtypes, name=name, **self._attributes)
        trace = traces.running()
        if trace is not None:
            trace.pulled(values[0].op)
        for value, shape in zip(values, self.shapes, strict=True):
            value.set_shape(shape)
        return dict(zip(self.names, values, strict=True)) if self.names else list(values)

    def size(self, name: str | None = None) -> tf.Tensor:
        """How many wait."""
        return tf.raw_ops.StageSize(dtypes=self.dtypes, name=name, **self._attributes)

    def clear(self, name: str | None = None) -> Operation:
        """The operation that empties the area."""
        return tf.raw_ops.StageClear(dtypes=self.dtypes, name=name, **self._attributes)


def _new_name() -> str:
    return f"compat_staging_{next(_NUMBERS)}"
