"""Accumulators and queues of other processes, and calls that wait for them until they are told not to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.eager import cancellation
from tensorflow.python.framework import ops

from .cluster import CONTAINER

_ops = tf.raw_ops


class Named:
    """A resource on a device, that all who make one of its name there share."""

    def __init__(self, device: str, name: str, make: Callable[..., Any]) -> None:
        self.device = device
        self.name = name
        self._make = make
        self.handle = self._made()

    def _made(self) -> Any:
        with ops.init_scope(), ops.device(self.device):
            return self._make(shared_name=self.name, container=CONTAINER)

    def renew(self, name: str | None = None) -> tuple[Any, Any]:
        """Make it again, perhaps of another name; returns what named it, before and now."""
        before = self.handle
        self.name = name or self.name
        self.handle = self._made()
        return before, self.handle


class Accumulator:
    """Gathers the gradients of a variable, beside it.

    Those of sparse gradients have no handle that eager code could hold: each function makes its own, of one
    name. Call the methods in a function.
    """

    def __init__(self, variable: tf.Variable, gradient: Any) -> None:
        self.variable = variable
        self.is_sparse = isinstance(gradient, tf.IndexedSlices)
        self._dtype = gradient.dtype
        self._name = f"{variable.name}/grad_accum"
        self.named: Named | None = None
        if not self.is_sparse:
            self.named = Named(variable.device, self._name, self._dense)

    def _dense(self, **options: Any) -> Any:
        return _ops.ResourceConditionalAccumulator(dtype=self._dtype, shape=self.variable.shape, **options)

    def _sparse(self) -> Any:
        return _ops.SparseConditionalAccumulator(
            dtype=self._dtype, shape=self.variable.shape, shared_name=self._name, container=CONTAINER
        )

    def push(self, gradient: Any, local_step: Any) -> Any:
        """Add a gradient that was computed at a step; the operation. A stale one is dropped."""
        with tf.device(self.variable.device):
            if self.named is not None:
                return _ops.ResourceAccumulatorApplyGradient(
                    handle=self.named.handle, local_step=local_step, gradient=gradient
                )
            return _ops.SparseAccumulatorApplyGradient(
                handle=self._sparse(),
                local_step=local_step,
                gradient_indices=tf.cast(gradient.indices, tf.int64),
                gradient_values=gradient.values,
                gradient_shape=tf.constant(self.variable.shape.as_list(), tf.int64),
                has_known_shape=True,
            )

    def take(self, count: int) -> Any:
        """The mean of all gradients that are there, once these are `count` or more."""
        with tf.device(self.variable.device):
            if self.named is not None:
                return _ops.ResourceAccumulatorTakeGradient(
                    handle=self.named.handle, num_required=count, dtype=self._dtype
                )
            taken = _ops.SparseAccumulatorTakeGradient(
                handle=self._sparse(), num_required=count, dtype=self._dtype
            )
            return tf.IndexedSlices(taken.values, taken.indices, dense_shape=taken.shape)

    def empty(self, step: Any) -> Any:
        """Drop what is there, and take gradients of `step` and later ones from now on; the operation."""
        with tf.device(self.variable.device):
            handle = self._sparse() if self.named is None else self.named.handle
            if self.named is None:
                count, set_step = _ops.AccumulatorNumAccumulated, _ops.AccumulatorSetGlobalStep
            else:
                count, set_step = (
                    _ops.ResourceAccumulatorNumAccumulated,
                    _ops.ResourceAccumulatorSetGlobalStep,
                )
            there = count(handle=handle)

        def drop() -> Any:
            taken = self.take(1)
            values = taken.values if self.is_sparse else taken
            with tf.control_dependencies([values]):
                return tf.constant(0)

        dropped = tf.cond(there > 0, drop, lambda: tf.constant(0))
        with tf.control_dependencies([dropped]), tf.device(self.variable.device):
            return set_step(handle=handle, new_global_step=step)


class Tokens(Named):
    """A queue of steps. Call its methods in a function: one that waits in eager code blocks all others."""

    def __init__(self, device: str, name: str) -> None:
        super().__init__(device, name, self._queue)

    def _queue(self, **options: Any) -> Any:
        return _ops.FIFOQueueV2(component_types=[tf.int64], shapes=[[]], **options)

    def put(self, step: Any, count: int) -> Any:
        """Add tokens of a step; the operation."""
        with tf.device(self.device):
            return _ops.QueueEnqueueManyV2(handle=self.handle, components=[tf.fill([count], step)])

    def take(self) -> Any:
        """Wait for a token."""
        with tf.device(self.device):
            return _ops.QueueDequeueV2(handle=self.handle, component_types=[tf.int64])[0]

    def close(self) -> Any:
        """End the waiting of all with an `OutOfRangeError`; the operation."""
        with tf.device(self.device):
            return _ops.QueueCloseV2(handle=self.handle)


def create_slots(optimizer: Any, variables: Sequence[tf.Variable]) -> None:
    """Have an optimizer of TensorFlow 1 make what it keeps beside variables."""
    with ops.init_scope():
        optimizer._create_slots(list(variables))


def cancellable(function: Callable[[], Any]) -> tuple[Callable[[], Any], Callable[[], None]]:
    """The function, and what ends a call of it that waits, by a `CancelledError`."""
    manager = cancellation.CancellationManager()
    return manager.get_cancelable_function(function), manager.start_cancel
