"""TF 1 summaries, and event files that begin with their first event, written by TF 2's writers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from ._types import Path, Writer


def create_file_writer(
    logdir: Path,
    max_queue: int | None = None,
    flush_millis: int | None = None,
    filename_suffix: str | None = None,
) -> tf.summary.SummaryWriter:
    """As `tf.summary.create_file_writer`, with an event file from the first event on.

    So did TF 1's `FileWriter`: it made its folder at once, and its file later, so that a program may empty
    the folder in between, and one that writes nothing leaves no file.

    Args:
      logdir: the folder; it is made if it is not there.
      max_queue: how many events wait in memory before they are written; `None`: TensorFlow's own number.
      flush_millis: after how many milliseconds they are; `None`: TensorFlow's own number.
      filename_suffix: what the file's name ends with; `None`: TensorFlow's own.
    """
    return _FileWriter(logdir, max_queue, flush_millis, filename_suffix)


class _FileWriter(tf.summary.SummaryWriter):
    """Opens TF 2's writer when it is first written with."""

    def __init__(self, logdir: Any, *options: Any) -> None:
        self._logdir = logdir
        self._options = options
        self._writer: Any = None
        tf.io.gfile.makedirs(logdir)

    def opened(self) -> Any:
        """TF 2's writer, from here on with a file."""
        if self._writer is None:
            with tf.init_scope():
                self._writer = tf.summary.create_file_writer(self._logdir, *self._options)
        return self._writer

    def as_default(self, step: Any = None) -> Any:
        return self.opened().as_default(step)

    def set_as_default(self, step: Any = None) -> None:
        self.opened().set_as_default(step)

    def init(self) -> Any:
        return self.opened().init()

    def flush(self) -> Any:
        return self._writer.flush() if self._writer is not None else None

    def close(self) -> Any:
        return self._writer.close() if self._writer is not None else None


def opened(writer: Any) -> Any:
    """TF 2's own writer, of one that `create_file_writer` gave, too."""
    return writer.opened() if isinstance(writer, _FileWriter) else writer


def add_summary(writer: Writer, summary: Any, global_step: Any = None) -> None:
    """Write a merged or single TF 1 summary, as `tf.summary.FileWriter.add_summary` did.

    Args:
      writer: from `compat.create_file_writer` or `tf.summary.create_file_writer`.
      summary: a serialised `Summary` protocol buffer (`bytes`, or a scalar string tensor), as the operations
        of `tf.compat.v1.summary` give it, or a `tf.compat.v1.Summary`.
      global_step: the step to write it under; 0 where it is not given, as TF 1 wrote it.
    """
    if isinstance(summary, tf.compat.v1.Summary):
        summary = summary.SerializeToString()
    step = 0 if global_step is None else int(global_step)
    with writer.as_default(step):
        tf.summary.experimental.write_raw_pb(summary)


def merge_summaries(inputs: Any, collections: Sequence[str] | None = None, name: str | None = None) -> Any:
    """As `tf.compat.v1.summary.merge`, a scalar string; of no inputs, a summary of nothing.

    The queues of TF 1 had summaries of their own, which their successors have not: there may be none left.

    Args:
      inputs: summaries, scalar strings.
      collections: of the graph, which it goes into.
      name: of the operation.

    Raises:
      ValueError: one of them is no summary.
    """
    inputs = list(inputs)
    return tf.compat.v1.summary.merge(inputs, collections, name) if inputs else tf.constant(b"", name=name)
