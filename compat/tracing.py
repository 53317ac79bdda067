"""Calls of steps that are traced, as a run of a session was by its `options` and `run_metadata`."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tensorflow as tf

from ._tf import tracing as tf_tracing


def traced(step: Callable[..., Any], options: Any, run_metadata: Any) -> Callable[..., Any]:
    """A step whose call tells what ran in it, and when.

        run_metadata = tf.compat.v1.RunMetadata()
        options = tf.compat.v1.RunOptions(trace_level=tf.compat.v1.RunOptions.FULL_TRACE)
        loss = compat.traced(train_step, options, run_metadata)(images)

    Behind the call, `run_metadata.step_stats` has each operation that ran in this process, or was started
    from it on another device, by its name in the step: `tensorflow.python.client.timeline` shows them. It has
    none where `options` ask for no trace. TensorFlow's profiler is started for the call, and stopped behind
    it.

    Args:
      step: what is called.
      options: `tf.compat.v1.RunOptions`, of which `trace_level` counts; or `None`.
      run_metadata: a `tf.compat.v1.RunMetadata` for what is told, in the place of what it had; or `None`.

    Raises:
      tf.errors.AlreadyExistsError: when it is called while another profiler runs.
    """
    if run_metadata is None:
        return step

    @functools.wraps(step)
    def call(*args: Any, **kwargs: Any) -> Any:
        run_metadata.Clear()
        if options is None or not options.trace_level:
            return step(*args, **kwargs)
        with tempfile.TemporaryDirectory() as folder:
            tf.profiler.experimental.start(folder)
            try:
                result = step(*args, **kwargs)
            finally:
                tf.profiler.experimental.stop()
            run_metadata.step_stats.CopyFrom(tf_tracing.step_stats(Path(folder)))
        return result

    return call
