"""Synchronous training: workers hand in gradients, and the chief applies means of as many as asked for."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import tensorflow as tf

from .. import _traces as traces
from .._errors import ClusterError
from .._tf import exchange as tf_exchange
from .._types import Variables
from . import _means as means
from ._collective import CollectiveHome
from ._exchange import ChiefRunner, Exchange
from ._home import SharedHome

_v1 = tf.compat.v1


class SyncReplicasOptimizer(tf.compat.v1.train.Optimizer):
    """`tf.compat.v1.train.SyncReplicasOptimizer`, for steps on the variables of a cluster.

        optimizer = SyncReplicasOptimizer(optimizer, replicas_to_aggregate=2, total_num_replicas=3)
        ...                                       # in the step: optimizer.minimize(loss, global_step=...)
        hooks = [optimizer.make_session_run_hook(is_chief)]

    A worker's step hands in its gradients and waits for a token. The chief applies their means, once there
    are `replicas_to_aggregate` of each variable, counts the global step up, and gives out tokens of it, as
    many as there are replicas, or gradients to aggregate if these are more. A gradient of an earlier step is
    dropped. Other than in TensorFlow 1, a worker that leaves gives back its token, so that the others can go
    on without it, and when the chief leaves, at the end of training, the others' waiting ends.

    In a replica of a `MultiWorkerMirroredStrategy` the mean of a gradient of each worker is applied in the
    step itself, by all of them; the hook has nothing to do.

    Args:
      opt: the optimizer that applies the means.
      replicas_to_aggregate: how many gradients are averaged, at least.
      total_num_replicas: how many workers there are; as many if left out.
      variable_averages, variables_to_average: moving averages, updated behind each update.
      use_locking, name: as TensorFlow 1 has them.
      replica_id: not used; of the optimizer that was before this one.

    Raises:
      ClusterError: fewer than one gradient is to be aggregated.
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
        *,
        replica_id: Any = None,
    ) -> None:
        del replica_id
        super().__init__(use_locking, name)
        if replicas_to_aggregate < 1:
            raise ClusterError(f"replicas_to_aggregate={replicas_to_aggregate}: aggregate 1 gradient or more")
        self._opt = opt
        self._replicas_to_aggregate = replicas_to_aggregate
        self._total_num_replicas = total_num_replicas or replicas_to_aggregate
        self._variable_averages = variable_averages
        self._variables_to_average = variables_to_average
        self._exchange: Exchange | None = None
        self._is_averaged_in_steps = False

    def compute_gradients(self, *args: Any, **kwargs: Any) -> list[tuple[Any, tf.Variable]]:
        """What the optimizer itself computes: the gradients of this worker alone."""
        return self._opt.compute_gradients(*args, **kwargs)  # type: ignore[no-any-return]

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, tf.Variable]],
        global_step: Any = None,
        name: str | None = None,
    ) -> Any:
        """Hand in the gradients and wait for a token; the operation. Call it in a step.

        Raises:
          ClusterError: called outside a step on a cluster's variables, without gradients or a global step.
        """
        del name
        pairs = list(grads_and_vars)
        trace = traces.running()
        home = None if trace is None else trace.home
        if not isinstance(home, (SharedHome, CollectiveHome)):
            raise ClusterError(
                "synchronise replicas in a step of a VariableStore that has a cluster, or a "
                "MultiWorkerMirroredStrategy with one device of each worker"
            )
        if not [gradient for gradient, _ in pairs if gradient is not None]:
            raise ClusterError("no gradient to hand in: does the loss depend on the variables?")
        if global_step is None:
            raise ClusterError("minimize needs a global_step: gradients of an earlier step are dropped by it")
        if isinstance(home, CollectiveHome):
            self._check_all()
            self._is_averaged_in_steps = True
            return means.apply(home, self._opt, pairs, global_step)
        local_step = _v1.get_variable(
            "sync_rep_local_step",
            [],
            global_step.dtype.base_dtype,
            initializer=_v1.zeros_initializer(),
            trainable=False,
            collections=[_v1.GraphKeys.LOCAL_VARIABLES],
        )
        tf_exchange.create_slots(self._opt, [one for gradient, one in pairs if gradient is not None])
        if self._exchange is None:
            self._exchange = Exchange(
                home, pairs, global_step, local_step, self._apply, self._average, self._tokens_per_step
            )
            atexit.register(self._exchange.leave)
            self._exchange.aggregated = self._replicas_to_aggregate
        return self._exchange.hand_in([gradient for gradient, _ in pairs])

    def _check_all(self) -> None:
        """Under a strategy all its workers' gradients are averaged."""
        workers = tf.distribute.get_strategy().num_replicas_in_sync
        if {self._replicas_to_aggregate, self._total_num_replicas} != {workers}:
            raise ClusterError(
                f"{self._replicas_to_aggregate} gradients of {self._total_num_replicas} replicas are to be "
                f"aggregated, and MultiWorkerMirroredStrategy averages those of all its {workers} workers: "
                "aggregate these, or give the VariableStore a cluster instead"
            )
        if self._variable_averages is not None:
            raise ClusterError("variable_averages: MultiWorkerMirroredStrategy keeps none: leave it out")

    @property
    def _tokens_per_step(self) -> int:
        return max(self._total_num_replicas, self._replicas_to_aggregate)

    def _apply(self, means: Sequence[tuple[Any, Any]], global_step: Any) -> Any:
        return self._opt.apply_gradients(means, global_step=global_step)

    def _average(self) -> Any:
        if self._variable_averages is None:
            return tf.no_op()
        return self._variable_averages.apply(self._variables_to_average)

    def _applied(self) -> Exchange:
        if self._exchange is None:
            raise ClusterError(
                "no step hands in gradients yet: call apply_gradients (or minimize) in it first"
            )
        self._exchange.build()
        return self._exchange

    def _exchanged(self) -> Exchange | None:
        """What the workers exchange beside the steps; nothing, where a strategy averages within them."""
        return None if self._is_averaged_in_steps else self._applied()

    def _checked(self, num_tokens: int) -> int:
        needed = self._replicas_to_aggregate - self._total_num_replicas
        if num_tokens == -1:
            return self._replicas_to_aggregate
        if num_tokens < needed:
            raise ClusterError(
                f"{num_tokens} tokens: the first update would wait for {self._replicas_to_aggregate} "
                f"gradients of {self._total_num_replicas} replicas for ever: give {needed} or more"
            )
        return num_tokens

    def make_session_run_hook(
        self, is_chief: bool, num_tokens: int = -1
    ) -> tf.compat.v1.train.SessionRunHook:
        """The hook that each worker needs; that of the chief applies the gradients, in a thread of its own.

        Args:
          is_chief: whether this task is the chief.
          num_tokens: how many tokens there are at first: as many as gradients to aggregate by default.

        Raises:
          ClusterError: with so few, no update would ever come.
        """
        return _Hook(self, is_chief, self._checked(num_tokens))

    def get_chief_queue_runner(self) -> ChiefRunner | IdleRunner:
        """What applies the gradients, for a program that starts it itself, on the chief.

        When this process ends, the steps of other workers that wait return once more, without an update: a
        loop that asks for the global step sees that it is done. Where a strategy averages in the steps
        themselves, there is nothing to start.
        """
        exchange = self._exchanged()
        if exchange is None:
            return IdleRunner()
        runner = exchange.runner()
        atexit.register(exchange.end, runner, self._total_num_replicas)
        return runner

    def get_init_tokens_op(self, num_tokens: int = -1) -> Callable[[], None]:
        """What puts the first tokens, for a program that runs it itself, on the chief."""
        exchange, count = self._exchanged(), self._checked(num_tokens)
        return _do_nothing if exchange is None else lambda: exchange.put(count)

    @property
    def chief_init_op(self) -> Callable[[], None]:
        """What a program may run before it starts; by then it has been done."""
        exchange = self._exchanged()
        return _do_nothing if exchange is None else exchange.synchronise

    local_step_init_op = chief_init_op

    def get_slot(self, *args: Any, **kwargs: Any) -> tf.Variable | None:
        """The slot of a variable, of the optimizer itself."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """The names of slots, of the optimizer itself."""
        return self._opt.get_slot_names(*args, **kwargs)  # type: ignore[no-any-return]

    def variables(self) -> Variables:
        """What the optimizer itself keeps."""
        return self._opt.variables()  # type: ignore[no-any-return]


class IdleRunner:
    """Stands for the chief's runner where the workers' steps themselves apply the means."""

    name = "sync_replicas"

    def create_threads(
        self, sess: Any = None, coord: Any = None, daemon: bool = True, start: bool = False
    ) -> list[threading.Thread]:
        """No threads."""
        del sess, coord, daemon, start
        return []


def _do_nothing() -> None:
    """Where a strategy averages, there are no tokens, and nothing to begin."""


class _Hook(tf.compat.v1.train.SessionRunHook):
    def __init__(self, optimizer: SyncReplicasOptimizer, is_chief: bool, num_tokens: int) -> None:
        self._optimizer = optimizer
        self._is_chief = is_chief
        self._num_tokens = num_tokens
        self._exchange: Exchange | None = None  # None: a strategy averages, in the steps themselves
        self._runner: ChiefRunner | None = None
        self._has_token = False

    def begin(self) -> None:
        self._exchange = self._optimizer._exchanged()
        if self._exchange is None:
            return
        training, needed = len(self._exchange.home.connection.training), self._exchange.aggregated
        if training and training + self._num_tokens < needed:
            raise ClusterError(
                f"the first update would wait for {needed} gradients for ever: the cluster has {training} "
                f"tasks that train, and {self._num_tokens} tokens: give num_tokens, or aggregate fewer"
            )
        if self._is_chief:
            self._exchange.initial_tokens = self._num_tokens

    def after_create_session(self, session: Any, coord: Any) -> None:
        self._has_token = False
        if self._is_chief and self._exchange is not None:
            if self._runner is not None:
                self._runner.stop()
            self._runner = self._exchange.runner()
            self._runner.create_threads(session, coord=coord, start=True)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        self._has_token = True

    def end(self, session: Any) -> None:
        if self._exchange is None:
            return
        if self._runner is not None:
            self._exchange.end(self._runner)
        elif self._has_token:
            self._exchange.give_back()
