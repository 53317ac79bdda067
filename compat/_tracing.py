"""Calls of steps that are traced, as a run of a session was by its `options` and `run_metadata`."""

from __future__ import annotations

import contextlib
import functools
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import tensorflow as tf

from ._summaries import opened
from ._tf import tracing as tf_tracing
from ._types import Writer

_v1 = tf.compat.v1


def traced(
    step: Callable[..., Any],
    options: tf.compat.v1.RunOptions | None,
    run_metadata: tf.compat.v1.RunMetadata | None,
) -> Callable[..., Any]:
    """A step whose call tells what ran in it, and when.

        run_metadata = tf.compat.v1.RunMetadata()
        options = tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE)
        loss = compat.traced(train_step, options, run_metadata)(images)

    Behind the call, `run_metadata.step_stats` has each operation that ran in this process, or was started
    from it on another device, by its name in the step and with its time, though not the memory that it took:
    `tensorflow.python.client.timeline` shows them. It has none where `options` ask for no trace. TensorFlow's
    profiler is started for the call, and stopped behind it.

    Args:
      step: what is called.
      options: `tf.compat.v1.RunOptions`, of which `trace_level` counts; or `None`.
      run_metadata: a `tf.compat.v1.RunMetadata` for what is told, in the place of what it had; or `None`.
    """
    if run_metadata is None:
        return step

    @functools.wraps(step)
    def call(*args: Any, **kwargs: Any) -> Any:
        with collecting(options, run_metadata):
            return step(*args, **kwargs)

    # Other ways to call a step, for what hooks ask for beside it and where another task does it.
    if hasattr(step, "beside"):
        call.beside = lambda names: traced(step.beside(names), options, run_metadata)  # type: ignore[attr-defined]
    if hasattr(step, "counted"):
        call.counted = traced(step.counted, options, run_metadata)  # type: ignore[attr-defined]
    return call


@contextlib.contextmanager
def collecting(options: Any, run_metadata: Any) -> Iterator[None]:
    """Context manager behind which `run_metadata` has, if `options` ask for a trace, what ran in its block.

    Either may be `None`. Of traces at one time the first is taken, and others are warned of.
    """
    if run_metadata is not None:
        run_metadata.Clear()
    if run_metadata is None or options is None or not options.trace_level:
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        is_first = _begins(folder)
        try:
            yield
        finally:
            if is_first:
                tf.profiler.experimental.stop()
        if is_first:
            run_metadata.step_stats.CopyFrom(tf_tracing.step_stats(Path(folder)))


def _begins(folder: str) -> bool:
    """Begin a trace; whether no other one is running."""
    try:
        tf.profiler.experimental.start(folder)
    except tf.errors.AlreadyExistsError:
        warnings.warn("no trace of this run: another profiler runs", stacklevel=2)
        return False
    return True


def add_run_metadata(
    writer: Writer, run_metadata: tf.compat.v1.RunMetadata, tag: str, global_step: Any = None
) -> None:
    """Write what is told of a call, as `tf.summary.FileWriter.add_run_metadata` did; a tag may come again.

    Args:
      writer: from `compat.create_file_writer` or `tf.summary.create_file_writer`.
      run_metadata: a `tf.compat.v1.RunMetadata`.
      tag: what it is called in the event file.
      global_step: the step to write it under; none where it is not given.
    """
    told = _v1.summary.TaggedRunMetadata(tag=tag, run_metadata=run_metadata.SerializeToString())
    step = 0 if global_step is None else int(global_step)
    event = _v1.Event(wall_time=time.time(), step=step, tagged_run_metadata=told)
    tf_tracing.write_event(opened(writer), event)
