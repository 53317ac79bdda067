"""Queue runners: accepted, and with nothing to run, since pipelines fill themselves."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import tensorflow as tf

from .._types import Operation, Session
from ._graphs import MadeInGraphs, in_graphs
from ._queue import InputQueue
from ._queues import Queue


class QueueRunner(MadeInGraphs):
    """`tf.compat.v1.train.QueueRunner`: what fills a queue, which becomes a pipeline of its `enqueue_ops`.

    Args:
      queue: a queue of `compat.input`; dequeue from it after this.
      enqueue_ops: operations of its `enqueue` or `enqueue_many`, each run again and again.
      close_op, cancel_op, queue_closed_exception_types, queue_runner_def, import_scope: without an effect: a
        pipeline ends by itself.

    Raises:
      ValueError: no queue is given, or no operation.
    """

    in_graphs = tf.compat.v1.train.QueueRunner

    def __init__(
        self,
        queue: tf.queue.QueueBase | Queue | InputQueue | None = None,
        enqueue_ops: Sequence[tf.Operation] | None = None,
        close_op: Operation = None,
        cancel_op: Operation = None,
        queue_closed_exception_types: Sequence[type[BaseException]] | None = None,
        queue_runner_def: object = None,
        import_scope: str | None = None,
    ) -> None:
        del queue_closed_exception_types, queue_runner_def, import_scope
        if queue is None or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        self.queue = queue
        self.enqueue_ops = list(enqueue_ops)
        self.close_op = close_op
        self.cancel_op = cancel_op
        self.exceptions_raised: list[BaseException] = []
        if hasattr(queue, "fill_from"):
            queue.fill_from(self.enqueue_ops)

    @property
    def name(self) -> str:
        """The queue's name."""
        return str(self.queue.name)

    def create_threads(
        self,
        sess: Session | None = None,
        coord: tf.train.Coordinator | None = None,
        daemon: bool = False,
        start: bool = False,
    ) -> list[threading.Thread]:
        """No threads."""
        del sess, coord, daemon, start
        return []


@in_graphs(tf.compat.v1.train.add_queue_runner)
def add_queue_runner(qr: QueueRunner, collection: str = tf.compat.v1.GraphKeys.QUEUE_RUNNERS) -> None:
    """`tf.compat.v1.train.add_queue_runner`: accepted, as pipelines fill themselves.

    Args:
      qr: a queue runner.
      collection: without an effect: there is no graph to collect it in.
    """
    del qr, collection


def start_queue_runners(
    sess: Session | None = None,
    coord: tf.train.Coordinator | None = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = tf.compat.v1.GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """`tf.compat.v1.train.start_queue_runners`: no threads, so that `coord.join([])` returns at once.

    Args:
      sess, coord, daemon, start, collection: without an effect: nothing is to be started.
    """
    del sess, coord, daemon, start, collection
    return []
