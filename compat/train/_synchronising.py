"""The optimizer of workers that train in step, where a graph stays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

_v1 = tf.compat.v1


class SyncReplicasOptimizer(tf.compat.v1.train.SyncReplicasOptimizer):
    """`tf.compat.v1.train.SyncReplicasOptimizer`, whose tokens outlive the chief's threads, as 1.15's did.

    Today's queue runner of the chief closes their queue when the chief stops, and the queue stays on its
    server: workers that wait for a token fail, and a chief that is started again has nowhere to put one. So
    the runner gets another queue to close.

    Args:
      opt: makes the updates.
      replicas_to_aggregate: of how many gradients an update is made.
      total_num_replicas: how many workers there are; by default as many.
      variable_averages: keeps averages of `variables_to_average`, updated by the chief.
      variables_to_average: those variables.
      use_locking: whether updates take locks.
      name: of the optimizer.
    """

    def __init__(
        self,
        opt: tf.compat.v1.train.Optimizer,
        replicas_to_aggregate: int,
        total_num_replicas: int | None = None,
        variable_averages: tf.train.ExponentialMovingAverage | None = None,
        variables_to_average: Sequence[tf.Variable] | None = None,
        use_locking: bool = False,
        name: str = "sync_replicas",
    ) -> None:
        super().__init__(
            opt,
            replicas_to_aggregate,
            total_num_replicas,
            variable_averages,
            variables_to_average,
            use_locking,
            name,
        )
        self._runner: tf.compat.v1.train.QueueRunner | None = None

    def apply_gradients(
        self, grads_and_vars: Any, global_step: tf.Variable | None = None, name: str | None = None
    ) -> Any:
        """What gives a gradient, and waits for a token: a runner of the chief updates, and hands tokens out.

        Args:
          grads_and_vars: pairs, as `compute_gradients` gives them.
          global_step: the variable that counts the updates.
          name: of the operation.

        Raises:
          ValueError: there are none, or nothing counts the updates.
        """
        applied = super().apply_gradients(grads_and_vars, global_step, name)
        runner = super().get_chief_queue_runner()
        with tf.device(runner.queue.queue_ref.device), tf.name_scope(""):
            closed = _v1.FIFOQueue(1, tf.int32, [[]], shared_name="dummy_queue", name="dummy_queue")
        self._runner = _v1.train.QueueRunner(closed, runner.enqueue_ops)
        return applied

    def get_chief_queue_runner(self) -> tf.compat.v1.train.QueueRunner:
        """What waits for gradients, updates and hands out tokens, in a thread of the chief.

        Raises:
          ValueError: no gradients have been applied.
        """
        return self._runner or super().get_chief_queue_runner()
