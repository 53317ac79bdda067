"""Elements that a step pulls: one iterator, made once, in place of a queue of TF 1."""

from __future__ import annotations

import weakref
from typing import Any

import tensorflow as tf

from .. import _tf
from .. import _traces as traces


class Resource:
    """An iterator of the runtime, outside of every trace, so that every step that uses it means the same one.

    Args:
      spec: the structure of `tf.TypeSpec` of its elements.
      handle: of one that was made before, and that belongs to another.
    """

    def __init__(self, spec: Any, handle: tf.Tensor | None = None) -> None:
        self.spec = spec
        # Outside of every trace: what it was last started with, and how often.
        self.dataset: tf.data.Dataset | None = None
        self.starts = 0
        if handle is not None:
            self.handle = handle
            return
        types, shapes = _tf.element_types(spec)
        with tf.init_scope(), tf.device("/device:CPU:0"):
            # Kept by its name until it is deleted, so that string handles can name it; and unlike IteratorV2
            # it knows all devices, which functions of datasets may need.
            self.handle, _ = tf.raw_ops.AnonymousIteratorV2(output_types=types, output_shapes=shapes)
        weakref.finalize(self, _tf.destroy, self.handle).atexit = False

    def start(self, dataset: tf.data.Dataset) -> Any:
        """Begin with the first element of `dataset`; in a trace, the operation that does."""
        if tf.executing_eagerly():
            self.dataset = dataset
            self.starts += 1
        options = tf.data.Options()
        # TF 1 makes no element before it is pulled, unless the pipeline says so: what makes it may read what
        # the program has changed since the last one.
        options.experimental_optimization.inject_prefetch = False
        options.experimental_optimization.map_parallelization = False
        with tf.device("/device:CPU:0"):
            variant = tf.data.experimental.to_variant(dataset)
            if not _is_of_earlier_runtime(variant):
                variant = tf.data.experimental.to_variant(dataset.with_options(options))
            return tf.raw_ops.MakeIterator(dataset=variant, iterator=self.handle)

    def restart(self) -> None:
        """Begin with the first element again, if the program has started it outside of every trace."""
        if self.dataset is not None:
            self.start(self.dataset)

    def next(self, name: str | None = None) -> Any:
        """The next element: eager tensors, or in a trace tensors that each call of the step pulls anew."""
        types, shapes = _tf.element_types(self.spec)
        with tf.device("/device:CPU:0"):
            tensors = tf.raw_ops.IteratorGetNext(
                iterator=self.handle, output_types=types, output_shapes=shapes, name=name
            )
        trace = traces.running()
        if trace is not None:
            trace.pulled(tensors[0].op)
            trace.state.pulls_from(self)
            trace.home.pulls_from(self)
        return _tf.element_of(self.spec, tensors)


class Feed:
    """The elements of one dataset, pulled by all steps that found the same feed.

    Args:
      dataset: made outside of every trace.
    """

    def __init__(self, dataset: tf.data.Dataset) -> None:
        options = tf.data.Options()
        options.deterministic = True
        options.experimental_optimization.map_parallelization = False  # seeded random ops draw in order
        # All parallelism is told; and an iterator that is tuned holds up its process for up to a minute
        # where it ends before its data do, as such pipelines have it.
        options.autotune.enabled = False
        self.resource = Resource(dataset.element_spec)
        self.resource.start(dataset.with_options(options))

    def next(self, name: str | None = None) -> Any:
        """The next element, pulled in each call of the step being traced.

        Raises:
          tf.errors.OutOfRangeError: from the step, when there is none left.
        """
        return self.resource.next(name)


def _is_of_earlier_runtime(tensor: tf.Tensor) -> bool:
    """Whether a tensor was made before the process joined a cluster, on a device that has another name now.

    An operation cannot take it as it is, so that a data set on it keeps TensorFlow 2's own options.
    """
    if not tf.executing_eagerly():
        return False
    jobs = {tf.DeviceSpec.from_string(one.name).job for one in tf.config.list_logical_devices()}
    return None not in jobs and tf.DeviceSpec.from_string(tensor.device).job not in jobs
