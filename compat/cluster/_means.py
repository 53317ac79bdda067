"""Means of what all workers of a `MultiWorkerMirroredStrategy` have computed, applied by each to its copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .._towers import apply_gradients
from ._collective import CollectiveHome


def apply(home: CollectiveHome, optimizer: Any, pairs: Sequence[tuple[Any, Any]], global_step: Any) -> Any:
    """In a replica: apply the mean over the workers of each gradient; the operation.

    As TensorFlow's accumulators do it, a row of a sparse gradient is averaged over the workers that have it,
    and rows that none has are left alone.
    """
    given = [(gradient, variable) for gradient, variable in pairs if gradient is not None]
    dense = [(one, variable) for one, variable in given if not isinstance(one, tf.IndexedSlices)]
    workers = tf.distribute.get_replica_context().num_replicas_in_sync
    sums, all_are_here = home.summed(
        [tf.ensure_shape(gradient, variable.shape) for gradient, variable in dense]
    )
    means = {id(variable): total / workers for total, (_, variable) in zip(sums, dense, strict=True)}
    with tf.control_dependencies([all_are_here]):
        rows = [(_identity(one), variable) for one, variable in given if isinstance(one, tf.IndexedSlices)]
        means |= {id(variable): _mean_of_rows(one) for one, variable in rows}
    graph = tf.compat.v1.get_default_graph()
    before = len(graph.get_operations())
    apply_gradients(optimizer, [(means[id(variable)], variable) for _, variable in given], global_step)
    return tf.group(*(op for op in graph.get_operations()[before:] if _tf.has_effect(op)))


def _identity(gradient: Any) -> Any:
    return tf.nest.map_structure(tf.identity, gradient, expand_composites=True)


def _mean_of_rows(gradient: tf.IndexedSlices) -> tf.IndexedSlices:
    context = tf.distribute.get_replica_context()
    own, places = tf.unique(gradient.indices)
    summed = tf.math.unsorted_segment_sum(gradient.values, places, tf.size(own))
    every, rows = context.all_gather([own, summed], axis=0)
    indices, places, counts = tf.unique_with_counts(every)
    total = tf.math.unsorted_segment_sum(rows, places, tf.size(indices))
    shape = tf.concat([[-1], tf.ones([tf.rank(total) - 1], tf.int32)], 0)
    return tf.IndexedSlices(
        total / tf.cast(tf.reshape(counts, shape), total.dtype), indices, gradient.dense_shape
    )
