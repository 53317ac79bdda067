"""Batches of examples that are taken by chance: some more often than they come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from ..._tf.contrib import assign_moving_average

_V1 = tf.compat.v1


def rejection_sample(
    tensors: Any,
    accept_prob_fn: Callable[[Any], Any],
    batch_size: int,
    queue_threads: int = 1,
    enqueue_many: bool = False,
    prebatch_capacity: int = 16,
    prebatch_threads: int = 1,
    runtime_checks: bool = False,
    name: str | None = None,
) -> list[Any]:
    """Batches of the examples that are accepted, each with the probability that `accept_prob_fn` gives it."""
    with _V1.variable_scope(name, "rejection_sample", tensors):
        values = [tf.convert_to_tensor(tensor) for tensor in tensors]
        if enqueue_many:
            values = _one_by_one(values, prebatch_threads, prebatch_capacity)
        probability = accept_prob_fn(values)
        if runtime_checks:
            checks = [
                _V1.assert_less_equal(0.0, probability),
                _V1.assert_less_equal(probability, 1.0),
            ]
            with tf.control_dependencies(checks):
                probability = tf.identity(probability, name="prob_with_checks")
        batch = _accepted(values, probability, batch_size, queue_threads)
        return [batch] if tf.is_tensor(batch) else batch


def stratified_sample(
    tensors: Sequence[Any],
    labels: Any,
    target_probs: Any,
    batch_size: int,
    init_probs: Any = None,
    enqueue_many: bool = False,
    queue_capacity: int = 16,
    threads_per_queue: int = 1,
    name: str | None = None,
) -> tuple[list[Any], Any]:
    """Batches in which classes are as frequent as `target_probs` says, and their labels.

    `init_probs` is how frequent they are as they come; without it they are counted, in a variable.
    """
    with _V1.name_scope(name, "stratified_sample", [*tensors, labels]):
        values = [tf.convert_to_tensor(tensor) for tensor in tensors]
        labels = tf.convert_to_tensor(labels)
        target = tf.convert_to_tensor(target_probs, tf.float32)
        if not enqueue_many:
            values = [value[None] for value in values]
            labels = labels[None]
        if init_probs is None:
            target.shape.assert_is_fully_defined()
            initial = _counted(labels, target.shape.num_elements())
        else:
            initial = tf.convert_to_tensor(init_probs, tf.float32)
        values, labels, initial, target = _checked(values, labels, initial, target)
        accepted = _acceptance(initial, target)
        *found, label = _one_by_one([*values, labels], threads_per_queue, queue_capacity)
        *batch, batch_labels = _accepted(
            [*found, label], tf.gather(accepted, label), batch_size, threads_per_queue
        )
        return batch, batch_labels


def _one_by_one(values: Sequence[Any], threads: int, capacity: int) -> list[Any]:
    single = _V1.train.batch(values, 1, num_threads=threads, capacity=capacity, enqueue_many=True)
    return [tf.squeeze(value, [0]) for value in ([single] if tf.is_tensor(single) else single)]


def _accepted(values: Sequence[Any], probability: Any, batch_size: int, threads: int) -> Any:
    kept = tf.random.uniform([]) < probability
    return _V1.train.maybe_batch(values, keep_input=kept, batch_size=batch_size, num_threads=threads)


def _counted(labels: Any, classes: int) -> Any:
    """How frequent classes have been so far, as if each had come ten times before."""
    seen = _V1.Variable([10] * classes, trainable=False, name="class_count", dtype=tf.int64)
    seen = seen.assign_add(tf.reduce_sum(tf.one_hot(labels, classes, dtype=tf.int64), 0)) + 0
    return tf.cast(seen / tf.reduce_sum(seen), tf.float32)


def _checked(values: Sequence[Any], labels: Any, *distributions: Any) -> list[Any]:
    if len({one.shape.num_elements() for one in distributions}) > 1:
        raise ValueError("Probability parameters must have the same length.")
    checked = []
    for one in distributions:
        one.shape.assert_is_fully_defined()
        total = tf.reduce_sum(one)
        checks = [
            _V1.assert_non_negative(one),
            _V1.assert_less(total, 1.0 + 1e-6),
            _V1.assert_less(1.0 - 1e-6, total),
        ]
        with tf.control_dependencies(checks):
            checked.append(tf.identity(one))
    count = tf.shape(labels)[0]
    classes = tf.cast(distributions[0].shape.num_elements(), labels.dtype)
    is_some = _V1.assert_positive(count)
    lengths = [_V1.assert_equal(tf.shape(value)[0], count) for value in values]
    with tf.control_dependencies([is_some, *lengths]):
        values = [tf.identity(value) for value in values]
    with tf.control_dependencies(
        [is_some, _V1.assert_non_negative(labels), _V1.assert_less(labels, classes)]
    ):
        labels = tf.identity(labels)
    return [values, labels, *checked]


def _acceptance(initial: Any, target: Any) -> Any:
    possible = tf.reduce_all(tf.logical_or(tf.not_equal(initial, 0), tf.equal(target, 0)))
    message = "All classes with zero initial probability must also have zero target probability: "
    with tf.control_dependencies([_V1.Assert(possible, [message, initial, target])]):
        ratio = target / tf.identity(initial)
    ratio = tf.where(tf.math.is_nan(ratio), tf.zeros_like(ratio), ratio)
    accepted = ratio / tf.reduce_max(ratio)
    warning = "Proportion of examples rejected by sampler is high."
    return _V1.cond(
        tf.reduce_sum((1 - accepted) * initial) < 0.5,
        lambda: accepted,
        lambda: _V1.Print(accepted, [accepted], message=warning, first_n=10),
    )


def resample_at_rate(
    inputs: Sequence[Any],
    rates: Any,
    scope: str | None = None,
    seed: int | None = None,
    back_prop: bool = False,
) -> list[Any]:
    """Each row of the inputs as often as a Poisson draw with its rate says."""
    with _V1.name_scope(scope, "resample_at_rate", [*inputs, rates]):
        rates = tf.convert_to_tensor(rates)
        counts = tf.cast(_V1.random_poisson(rates, (), rates.dtype, seed=seed), tf.int32)
        rows = tf.repeat(tf.range(tf.shape(counts)[0]), counts)
        if not back_prop:
            rows = tf.stop_gradient(rows)
        return [tf.gather(value, rows) for value in inputs]


def weighted_resample(
    inputs: Sequence[Any],
    weights: Any,
    overall_rate: Any,
    scope: str | None = None,
    mean_decay: float = 0.999,
    seed: int | None = None,
) -> tuple[list[Any], Any]:
    """Rows resampled by weights, `overall_rate` of them on average, and their rates.

    The mean weight is a moving average, in the local variable `estimate_mean/estimated_mean`.
    """
    with _V1.name_scope(scope, "weighted_resample", inputs) as opened:
        with _V1.variable_scope(scope, "estimate_mean", inputs):
            estimate = _V1.get_local_variable(
                "estimated_mean", initializer=tf.cast(0, weights.dtype), dtype=weights.dtype
            )
            mean = assign_moving_average(estimate, tf.reduce_mean(weights), mean_decay)
        rates = weights * overall_rate / mean
        found = resample_at_rate([rates, *inputs], rates, scope=opened, seed=seed)
        return found[1:], found[0]
