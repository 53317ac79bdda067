"""TF 1 summaries, written by TF 2's writers."""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def add_summary(writer: Any, summary: Any, global_step: Any = None) -> None:
    """Write a merged or single TF 1 summary, as `tf.summary.FileWriter.add_summary` did.

    Args:
      writer: from `tf.summary.create_file_writer`.
      summary: a serialised `Summary` protocol buffer (`bytes`, or a scalar string tensor), as the operations
        of `tf.compat.v1.summary` give it, or a `tf.compat.v1.Summary`.
      global_step: the step to write it under; 0 where it is not given, as TF 1 wrote it.
    """
    if isinstance(summary, tf.compat.v1.Summary):
        summary = summary.SerializeToString()
    step = 0 if global_step is None else int(global_step)
    with writer.as_default(step):
        tf.summary.experimental.write_raw_pb(summary)


def merge_summaries(inputs: Any, collections: Any = None, name: Any = None) -> Any:
    """As `tf.compat.v1.summary.merge`, a scalar string; of no inputs, a summary of nothing.

    The queues of TF 1 had summaries of their own, which their successors have not: there may be none left.
    """
    inputs = list(inputs)
    return tf.compat.v1.summary.merge(inputs, collections, name) if inputs else tf.constant(b"", name=name)
