"""`tf.contrib.summary`: what became `tf.summary` of TensorFlow 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ._names import lookup

__getattr__ = lookup("summary", [], {"create_db_writer": "tf.summary.create_file_writer"})


def create_file_writer(
    logdir: str,
    max_queue: int | None = None,
    flush_millis: int | None = None,
    filename_suffix: str | None = None,
    name: str | None = None,
) -> Any:
    """A writer to the folder `logdir`; its events go there while it is `as_default()`."""
    return tf.summary.create_file_writer(logdir, max_queue, flush_millis, filename_suffix, name)


def always_record_summaries() -> Any:
    """Record every summary within this context."""
    return tf.summary.record_if(True)


def never_record_summaries() -> Any:
    """Record no summary within this context."""
    return tf.summary.record_if(False)


def record_summaries_every_n_global_steps(n: int, global_step: Any = None) -> Any:
    """Record summaries where the global step is a multiple of `n`."""
    step = _step(global_step)
    return tf.summary.record_if(lambda: tf.equal(tf.cast(step, tf.int64) % n, 0))


def scalar(name: str, tensor: Any, family: str | None = None, step: Any = None) -> Any:
    """Write a number."""
    return tf.summary.scalar(_in_family(name, family), tensor, _step(step))


def histogram(name: str, tensor: Any, family: str | None = None, step: Any = None) -> Any:
    """Write how values are spread."""
    return tf.summary.histogram(_in_family(name, family), tensor, _step(step))


def image(
    name: str,
    tensor: Any,
    bad_color: Any = None,
    max_images: int = 3,
    family: str | None = None,
    step: Any = None,
) -> Any:
    """Write images."""
    del bad_color
    return tf.summary.image(_in_family(name, family), tensor, _step(step), max_outputs=max_images)


def flush(writer: Any = None, name: str | None = None) -> Any:
    """Write out what has been recorded."""
    return tf.summary.flush(writer, name)


def _in_family(name: str, family: str | None) -> str:
    return name if family is None else f"{family}/{name}"


def _step(step: Any) -> Any:
    if step is not None:
        return step
    default: Callable[[], Any] = tf.compat.v1.train.get_or_create_global_step
    known = tf.summary.experimental.get_step()
    return default() if known is None else known
