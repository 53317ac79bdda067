"""Gradients averaged over towers, and applied once: lists of towers, and the replicas of a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from . import _averaging as averaging
from . import _tf
from ._averaging import GradientAndVariable
from ._errors import TowerError


def replica_index() -> int:
    """The index of the tower that is being traced, a Python int in 0 … number of towers - 1.

    `MirroredStrategy` traces each replica on its own, so code that TF 1 ran once per tower, such as
    `parts[i]` or `'tower_%d' % i`, can go on using a plain int. TF 2's own
    `replica_id_in_sync_group` is a tensor, which neither of the two accepts.

    Raises:
      TowerError: not called from a function that `strategy.run` runs, or under a strategy whose replicas
        share one trace.
    """
    context = tf.distribute.get_replica_context()
    if context is None:
        raise TowerError("replica_index() was called outside a replica: call it in what strategy.run() runs")
    index = tf.get_static_value(context.replica_id_in_sync_group)
    if index is None:
        raise TowerError(
            f"{type(context.strategy).__name__} traces all replicas at once, so that a replica has no "
            "Python index: use tf.distribute.get_replica_context().replica_id_in_sync_group"
        )
    return int(index)


def average_gradients(
    gradients: Sequence[Any],
    *,
    reduction: str = "mean",
    sum_then_divide: bool = False,
    ordered: bool = True,
    packed: bool | None = None,
    keep_sparse: bool = False,
) -> list[GradientAndVariable]:
    """The mean over all towers of each gradient, as the classic `average_gradients(tower_grads)` gave it.

    It takes what that took, a list over the towers of lists of (gradient, variable) pairs, and gives pairs
    with the first tower's variables; or, in a replica of a strategy, what `compute_gradients` returned there,
    one list of pairs in the same order on every replica. There the mean is taken by the strategy's
    cross-device algorithm: `OrderedReduction` takes it to the bit as the TF 1 helper did.
    `IndexedSlices` become dense, as the helper's `expand_dims` made them. A gradient that is `None` stays
    `None`, so that `apply_gradients` leaves it out; it must be so in every tower.

    In a replica the result is equal on all of them: clip or log it as you like, and apply it with
    `compat.apply_gradients`, since an optimizer's own `apply_gradients` would sum it over the replicas.

    Args:
      gradients: a list of towers, or in a replica (gradient, variable) pairs, of any shape and type.
      reduction: `"mean"`, or `"sum"`, which adds in the order of the towers.
      sum_then_divide: average as `tf.add_n(gradients) / n`, which may differ from `tf.reduce_mean` in the
        last digit: TensorFlow multiplies by the reciprocal of a constant.
      ordered: for a list of towers: add in their order, so that a mean equals the helper's `tf.reduce_mean`
        to the bit. False leaves the order to `tf.add_n`.
      packed: for a list of towers: let small gradients that lie on other devices go over together; by
        default where they are many and the result stays equal to the bit.
      keep_sparse: for a list of towers: what is `IndexedSlices` in all of them stays so, with the rows of
        all; optimizers with a state then update those rows alone.

    Raises:
      TowerError: one list of pairs outside a replica, or towers (or replicas of this process) that do not
        match; the message names the tower and the variable.
    """
    if reduction not in ("mean", "sum"):
        raise TowerError(f"reduction={reduction!r}: it is 'mean' or 'sum'")
    if reduction == "sum" and sum_then_divide:
        raise TowerError("sum_then_divide=True is a mean: leave it out for reduction='sum'")
    towers = averaging.towers_in(gradients)
    if towers is None:
        return _over_replicas(gradients, reduction, sum_then_divide=sum_then_divide)
    averaging.check_match(towers)
    if reduction == "sum":
        reduce = averaging.total if ordered else tf.add_n
    elif not ordered:
        reduce = averaging.fast_mean
    else:
        reduce = averaging.divided_total if sum_then_divide else averaging.mean
    return averaging.reduced(towers, reduce, packed=packed, keep_sparse=keep_sparse)


def _over_replicas(
    gradients: Sequence[GradientAndVariable], reduction: str, *, sum_then_divide: bool
) -> list[GradientAndVariable]:
    context = tf.distribute.get_replica_context()
    if context is None:
        raise TowerError(
            "average_gradients() was called outside a replica: call it in what strategy.run() runs, on what "
            "compute_gradients() returned there, or with a list of what it returned for each tower"
        )
    if _tf.can_merge():
        context.merge_call(_check_replicas, args=(_OfReplica(gradients),))
    dense = [tf.convert_to_tensor(gradient) for gradient, _ in gradients if gradient is not None]
    if not dense:
        return list(gradients)
    if reduction == "sum" or sum_then_divide:
        divisor = context.num_replicas_in_sync if sum_then_divide else 1
        sums = _all_reduced(context, tf.distribute.ReduceOp.SUM, dense)
        results = iter([total / divisor for total in sums] if sum_then_divide else sums)
    else:
        results = iter(_all_reduced(context, tf.distribute.ReduceOp.MEAN, dense))
    return [(None if gradient is None else next(results), variable) for gradient, variable in gradients]


def _all_reduced(context: Any, reduce: Any, values: Sequence[tf.Tensor]) -> list[tf.Tensor]:
    """The values reduced over the replicas, those of one type together, as workers exchange them."""
    results: dict[int, tf.Tensor] = {}
    for dtype in dict.fromkeys(value.dtype for value in values):
        members = [index for index, value in enumerate(values) if value.dtype == dtype]
        reduced = context.all_reduce(reduce, [values[index] for index in members])
        results |= zip(members, reduced, strict=True)
    return [results[index] for index in range(len(values))]


class _OfReplica:
    """One replica's pairs, which a strategy hands on as they are."""

    def __init__(self, pairs: Sequence[GradientAndVariable]) -> None:
        self.pairs = [(averaging.as_gradient(gradient), variable) for gradient, variable in pairs]


def _check_replicas(strategy: tf.distribute.Strategy, given: Any) -> None:
    averaging.check_match([one.pairs for one in strategy.experimental_local_results(given)])


def apply_gradients(
    optimizer: tf.compat.v1.train.Optimizer | tf.keras.optimizers.Optimizer,
    gradients: Sequence[GradientAndVariable],
    global_step: tf.Variable | None = None,
    name: str | None = None,
) -> None:
    """Apply gradients that are equal on every replica, as `average_gradients` returns them.

    Reproduces `tf.compat.v1.train.Optimizer.apply_gradients` on a graph with towers, where one gradient
    per variable was applied once: same maths, slots and `global_step`. Under a strategy the optimizer's own
    method sums the replicas' gradients first, which would multiply an average by the number of towers.

    Args:
      optimizer: a `tf.compat.v1.train.Optimizer`.
      gradients: (gradient, variable) pairs; pairs without a gradient are left out, as TF 1 does.
      global_step: counted up by one after the update.
      name: accepted for `Optimizer.apply_gradients`; a step has no operation to name.

    Raises:
      TowerError: no variable has a gradient.
    """
    del name
    pairs = [(gradient, variable) for gradient, variable in gradients if gradient is not None]
    if not pairs:
        names = ", ".join(variable.name for _, variable in gradients) or "no variables"
        raise TowerError(f"No gradient to apply, of {names}: does the loss depend on them?")
    if not _tf.in_replica():
        optimizer.apply_gradients(pairs, global_step=global_step)
        return

    def merged(strategy: tf.distribute.Strategy, pairs: Any) -> Any:
        return _tf.apply_reduced(optimizer, strategy, pairs, global_step)

    tf.distribute.get_replica_context().merge_call(merged, args=(pairs,))


class OrderedReduction(tf.distribute.CrossDeviceOps):
    """A cross-device algorithm that reduces in the order of the towers, as a TF 1 tower graph does.

    Give it to `MirroredStrategy(cross_device_ops=…)` to train equal to the bit with the graph program.
    Floating-point addition depends on its order, and TensorFlow's own algorithms add in another one from
    three towers on. The mean is the classic helper's `reduce_mean` over the stacked gradients. It gathers
    on the first destination's device: on GPUs with a fast interconnect, leaving it out (NCCL) is faster.
    """

    def reduce_implementation(
        self,
        reduce_op: tf.distribute.ReduceOp,
        per_replica_value: Any,
        destinations: Any,
        options: tf.distribute.experimental.CommunicationOptions,
    ) -> Any:
        """Reduce the replicas' values, in their order, and copy the result to `destinations`."""
        del options
        reduce = tf.reduce_mean if reduce_op == tf.distribute.ReduceOp.MEAN else tf.reduce_sum
        values = per_replica_value.values
        with tf.device(values[0].device):
            reduced = reduce(tf.stack([tf.convert_to_tensor(value) for value in values]), axis=0)
        return self.broadcast(reduced, destinations)

    def batch_reduce_implementation(
        self,
        reduce_op: tf.distribute.ReduceOp,
        value_destination_pairs: Any,
        options: tf.distribute.experimental.CommunicationOptions,
    ) -> list[Any]:
        """Reduce each of the (value, destinations) pairs on its own."""
        return [
            self.reduce_implementation(reduce_op, value, destinations, options)
            for value, destinations in value_destination_pairs
        ]
