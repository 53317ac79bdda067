"""TF 1's queues: pipelines where a queue runner fills them, else the runtime's queues, which steps share."""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .. import _traces as traces
from .._errors import InputError
from .._types import DType, Operation, Shapes
from . import _elements as elements
from ._graphs import MadeInGraphs
from ._queue import InputQueue


class Queue(MadeInGraphs):
    """What the queues of TF 1 have in common.

    A step's `enqueue` and `dequeue` use one queue of the runtime, which the first trace makes. Once a
    `QueueRunner` is made for it, it is filled ahead of the steps by a pipeline of what its enqueue operations
    put in; no step runs those then.

    A program makes none itself: `kind`, `identity`, `make`, `names`, `shapes` and `name` come from classes
    derived from it, such as `FIFOQueue`.
    """

    def __init__(
        self,
        kind: str,
        identity: tuple[object, ...],
        make: Callable[[], tf.queue.QueueBase],
        names: Sequence[str] | None,
        shapes: Shapes,
        name: str,
    ) -> None:
        self.name = name
        self.names = list(names or [])
        self._shapes = shapes
        self._enqueued: dict[tf.Operation, tuple[list[tf.Tensor], bool]] = {}
        self._filled: InputQueue | None = None
        self._taken = False
        self._kind = kind
        trace = traces.running()
        if trace is None:
            with tf.device("/device:CPU:0"):
                self._queue = _closed_at_exit(make())
        else:
            self._queue = trace.state.once(
                trace.key(kind, *map(repr, identity)), lambda: _closed_at_exit(make())
            )

    @property
    def dtypes(self) -> list[tf.DType]:
        """The type of each component."""
        return list(self._queue.dtypes)

    @property
    def shapes(self) -> list[tf.TensorShape]:
        """The shape of each component of one element."""
        return list(self._queue.shapes)

    @property
    def queue_ref(self) -> tf.Tensor:
        """The handle of the runtime's queue."""
        return self._queue.queue_ref

    def enqueue(self, vals: Any, name: str | None = None) -> Operation:
        """Put one element in; waits while the queue is full."""
        return self._enqueue(self._queue.enqueue, vals, name, many=False)

    def enqueue_many(self, vals: Any, name: str | None = None) -> Operation:
        """Put the rows of `vals` in as elements."""
        return self._enqueue(self._queue.enqueue_many, vals, name, many=True)

    def dequeue(self, name: str | None = None) -> Any:
        """Take one element: a tensor, a list of them, or a dictionary where components have names.

        Raises:
          tf.errors.OutOfRangeError: from the step, where the queue is closed and empty.
        """
        if self._filled is not None:
            return self._filled.dequeue(name)
        return self._pulled(self._queue.dequeue(name))

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """Take `n` elements, each component `[n, ...]`."""
        if self._filled is not None:
            return self._filled.dequeue_many(n, name)
        return self._pulled(self._queue.dequeue_many(n, name))

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """Take `n` elements, or those that are left once the queue is closed."""
        if self._filled is not None:
            return self._filled.dequeue_up_to(n, name)
        return self._pulled(self._queue.dequeue_up_to(n, name))

    def size(self, name: str | None = None) -> tf.Tensor:
        """How many elements wait in it.

        Raises:
          InputError: a pipeline fills it, of which this is not known.
        """
        return self._filled.size(name) if self._filled is not None else self._queue.size(name)

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """Let no more elements in; what waits can still be taken."""
        if self._filled is not None:
            return self._filled.close(cancel_pending_enqueues, name)
        return self._queue.close(cancel_pending_enqueues, name)

    def is_closed(self, name: str | None = None) -> tf.Tensor:
        """Whether it was closed."""
        return self._queue.is_closed(name)

    def fill_from(self, enqueue_ops: Sequence[tf.Operation]) -> None:
        """Become a pipeline of what `enqueue_ops`, operations of this queue, put in; they take turns.

        Raises:
          InputError: an operation is not of this queue's `enqueue` or `enqueue_many` in this trace, or
            something was dequeued before.
        """
        if any(op not in self._enqueued for op in enqueue_ops):
            raise InputError(f"A queue runner of {self.name!r} runs an operation that is not its enqueue")
        if self._taken:
            raise InputError(f"Make the queue runner of {self.name!r} before anything is dequeued from it")
        given = list(dict.fromkeys(enqueue_ops))
        threads = len(enqueue_ops) // len(given)

        def make() -> tf.data.Dataset:
            parts = [self._part(*self._enqueued[op], threads) for op in given]
            return self._arranged(elements.taking_turns(parts))

        tensors = [tensor for op in given for tensor in self._enqueued[op][0]]
        feed = elements.feed(self._kind, [len(given)], tensors, make)
        traces.current("QueueRunner").replaced(given)
        self._filled = InputQueue(feed, self.name, self.names, pads=self._pads())

    def _part(self, tensors: list[tf.Tensor], many: bool, threads: int) -> tf.data.Dataset:
        dataset = elements.dataset_of(tensors, threads)
        if many:
            dataset = dataset.unbatch()
        return elements.shaped(dataset, self.shapes) if self._shapes is not None else dataset

    def _arranged(self, dataset: tf.data.Dataset) -> tf.data.Dataset:
        """The order in which elements come out."""
        return dataset

    def _pads(self) -> bool:
        return False

    def _enqueue(self, method: Callable[..., Any], vals: Any, name: str | None, *, many: bool) -> Any:
        op = method(vals, name)
        if op is not None:
            if isinstance(vals, dict):
                vals = [vals[one] for one in self.names]
            elif not isinstance(vals, (list, tuple)):
                vals = [vals]
            tensors = [elements.traced(value, dtype) for value, dtype in zip(vals, self.dtypes, strict=True)]
            self._enqueued[op] = (tensors, many)
        return op

    def _pulled(self, taken: Any) -> Any:
        self._taken = True
        trace = traces.running()
        if trace is not None:
            trace.pulled(tf.nest.flatten(taken)[0].op)
        return taken


def _closed_at_exit(queue: tf.queue.QueueBase) -> tf.queue.QueueBase:
    """A queue that is closed when the process ends: pipelines that wait in it would outlive the runtime."""
    atexit.register(_close, weakref.ref(queue))
    return queue


def _close(known: weakref.ref[tf.queue.QueueBase]) -> None:
    queue = known()
    if queue is not None:
        with tf.init_scope():
            queue.close(cancel_pending_enqueues=True)


class FIFOQueue(Queue):
    """`tf.compat.v1.FIFOQueue`: first in, first out.

    Args:
      capacity: how many elements may wait; enqueueing waits then.
      dtypes: the type of each component of an element.
      shapes: the shape of each; needed for `enqueue_many` and `dequeue_many`.
      names: of the components, where elements are dictionaries.
      shared_name: queues of one kind and one such name are one, in all steps.
      name: of the queue.

    Raises:
      ValueError: as many shapes or names as types are needed.
    """

    in_graphs = tf.queue.FIFOQueue

    def __init__(
        self,
        capacity: int,
        dtypes: DType | Sequence[DType],
        shapes: Shapes = None,
        names: Sequence[str] | None = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        def make() -> Any:
            return tf.queue.FIFOQueue(capacity, dtypes, shapes, names)

        super().__init__(
            "FIFOQueue", (capacity, dtypes, shapes, names, shared_name), make, names, shapes, name
        )


class RandomShuffleQueue(Queue):
    """`tf.compat.v1.RandomShuffleQueue`: out at random, while some elements stay.

    Args:
      capacity: how many elements may wait; enqueueing waits then.
      min_after_dequeue: how many stay; dequeueing waits while there are no more.
      dtypes: the type of each component of an element.
      shapes: the shape of each; needed for `enqueue_many` and `dequeue_many`.
      names: of the components, where elements are dictionaries.
      seed: of the order.
      shared_name: queues of one kind and one such name are one, in all steps.
      name: of the queue.

    Raises:
      ValueError: as many shapes or names as types are needed.
    """

    in_graphs = tf.queue.RandomShuffleQueue

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: DType | Sequence[DType],
        shapes: Shapes = None,
        names: Sequence[str] | None = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        def make() -> Any:
            return tf.queue.RandomShuffleQueue(capacity, min_after_dequeue, dtypes, shapes, names, seed)

        self._capacity, self._seed = capacity, seed
        identity = (capacity, min_after_dequeue, dtypes, shapes, names, seed, shared_name)
        super().__init__("RandomShuffleQueue", identity, make, names, shapes, name)

    def _arranged(self, dataset: tf.data.Dataset) -> tf.data.Dataset:
        return dataset.shuffle(self._capacity, self._seed)


class PaddingFIFOQueue(Queue):
    """`tf.compat.v1.PaddingFIFOQueue`: first in, first out; batches are padded to their longest element.

    Args:
      capacity: how many elements may wait; enqueueing waits then.
      dtypes: the type of each component of an element.
      shapes: the shape of each; what is padded has size `None`.
      names: of the components, where elements are dictionaries.
      shared_name: queues of one kind and one such name are one, in all steps.
      name: of the queue.

    Raises:
      ValueError: as many shapes or names as types are needed.
    """

    in_graphs = tf.queue.PaddingFIFOQueue

    def __init__(
        self,
        capacity: int,
        dtypes: DType | Sequence[DType],
        shapes: Shapes,
        names: Sequence[str] | None = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        def make() -> Any:
            return tf.queue.PaddingFIFOQueue(capacity, dtypes, shapes, names)

        identity = (capacity, dtypes, shapes, names, shared_name)
        super().__init__("PaddingFIFOQueue", identity, make, names, shapes, name)

    def _pads(self) -> bool:
        return True
