"""Synchronous training: workers hand in gradients, and the chief applies means of as many as asked for."""

from __future__ import annotations

import atexit
import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf_cluster, _tf_exchange, traces
from ..errors import ClusterError
from .home import SharedHome

_log = logging.getLogger(__name__)
_v1 = tf.compat.v1
_END_SECONDS = 5.0


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
        opt: Any,
        replicas_to_aggregate: int,
        total_num_replicas: int | None = None,
        variable_averages: Any = None,
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

    def compute_gradients(self, *args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        """What the optimizer itself computes: the gradients of this worker alone."""
        return self._opt.compute_gradients(*args, **kwargs)  # type: ignore[no-any-return]

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Hand in the gradients and wait for a token; the operation. Call it in a step.

        Raises:
          ClusterError: called outside a step on a cluster's variables, without gradients or a global step.
        """
        del name
        pairs = list(grads_and_vars)
        trace = traces.running()
        home = None if trace is None else trace.home
        if not isinstance(home, SharedHome):
            raise ClusterError("synchronise replicas in a step of a VariableStore that has a cluster")
        if not [gradient for gradient, _ in pairs if gradient is not None]:
            raise ClusterError("no gradient to hand in: does the loss depend on the variables?")
        if global_step is None:
            raise ClusterError("minimize needs a global_step: gradients of an earlier step are dropped by it")
        local_step = _v1.get_variable(
            "sync_rep_local_step",
            [],
            tf.int64,
            initializer=_v1.zeros_initializer(),
            trainable=False,
            collections=[_v1.GraphKeys.LOCAL_VARIABLES],
        )
        _tf_exchange.create_slots(self._opt, [one for gradient, one in pairs if gradient is not None])
        if self._exchange is None:
            self._exchange = Exchange(
                home, pairs, global_step, local_step, self._apply, self._tokens_per_step
            )
            self._exchange.aggregated = self._replicas_to_aggregate
        return self._exchange.hand_in([gradient for gradient, _ in pairs])

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
        self._exchange.build(self._average)
        return self._exchange

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

    def get_chief_queue_runner(self) -> ChiefRunner:
        """What applies the gradients, for a program that starts it itself."""
        exchange = self._applied()
        runner = exchange.runner()
        atexit.register(exchange.end, runner)
        return runner

    def get_init_tokens_op(self, num_tokens: int = -1) -> Callable[[], None]:
        """What puts the first tokens, for a program that runs it itself, on the chief."""
        exchange, count = self._applied(), self._checked(num_tokens)
        return lambda: exchange.put(count)

    @property
    def chief_init_op(self) -> Callable[[], None]:
        """What a program may run before it starts; by then it has been done."""
        return self._applied().synchronise

    local_step_init_op = chief_init_op

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """The slot of a variable, of the optimizer itself."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The names of slots, of the optimizer itself."""
        return self._opt.get_slot_names(*args, **kwargs)

    def variables(self) -> Any:
        """What the optimizer itself keeps."""
        return self._opt.variables()


class Exchange:
    """Where gradients and tokens lie: accumulators beside variables, and a queue beside the global step."""

    def __init__(
        self,
        home: SharedHome,
        pairs: Sequence[tuple[Any, Any]],
        global_step: Any,
        local_step: Any,
        apply: Callable[[Sequence[tuple[Any, Any]], Any], Any],
        tokens_per_step: int,
    ) -> None:
        self.home = home
        self.aggregated = 1
        self.tokens_per_step = tokens_per_step
        self.initial_tokens: int | None = None  # None: the program puts them itself
        self._global_step = global_step
        self._local_step = local_step
        self._apply = apply
        self._variables = [variable for _, variable in pairs]
        self._accumulators = [
            None if gradient is None else _tf_exchange.Accumulator(variable, gradient)
            for gradient, variable in pairs
        ]
        self._tokens = _tf_exchange.Tokens(global_step.device, "sync_token_q")
        self._update: Any = None
        self._steps: dict[str, Any] = {}
        home.take_part(self)

    def hand_in(self, gradients: Sequence[Any]) -> Any:
        """In a step: push the gradients, and wait for a token."""
        local_step = self._local_step.read_value()
        pushed = [
            accumulator.push(gradient, local_step)
            for gradient, accumulator in zip(gradients, self._accumulators, strict=True)
            if accumulator is not None
        ]
        with tf.control_dependencies(pushed):
            token = self._tokens.take()
        with tf.device(self.home.connection.own.device):
            return self._local_step.assign(tf.identity(token), read_value=False)

    def build(self, average: Callable[[], Any]) -> None:
        """Trace what is done beside the steps, once these are traced."""
        if self._steps:
            return
        store = self.home.store

        def update() -> Any:
            means = [None if one is None else one.take(self.aggregated) for one in self._accumulators]
            applied = self._apply(list(zip(means, self._variables, strict=True)), self._global_step)
            with tf.control_dependencies([applied]):
                step = tf.cast(self._global_step.read_value(), tf.int64)
                put = self._tokens.put(step, self.tokens_per_step)
            with tf.control_dependencies([put]), tf.control_dependencies([average()]):
                return tf.constant(0)

        def begin() -> Any:
            step = tf.cast(self._global_step.read_value(), tf.int64)
            with tf.control_dependencies([one.empty(step) for one in self._accumulators if one is not None]):
                return tf.constant(0)

        def synchronise() -> Any:
            with tf.device(self.home.connection.own.device):
                return self._local_step.assign(tf.cast(self._global_step.read_value(), tf.int64))

        def put(count: Any) -> Any:
            step = tf.cast(self._global_step.read_value(), tf.int64)
            with tf.control_dependencies([self._tokens.put(step, count)]):
                return tf.constant(0)

        def give_back() -> Any:
            with tf.control_dependencies([self._tokens.put(self._local_step.read_value(), 1)]):
                return tf.constant(0)

        def close() -> Any:
            with tf.control_dependencies([self._tokens.close()]):
                return tf.constant(0)

        number = tf.TensorSpec([], tf.int32)
        for body, signature in (
            *((update, []), (begin, []), (synchronise, []), (put, [number])),
            *((give_back, []), (close, [])),
        ):
            with _tf_cluster.eagerly():  # hooks begin inside a graph
                self._steps[body.__name__] = store.function(body, input_signature=signature)

    def runner(self) -> ChiefRunner:
        """What applies the gradients."""
        return ChiefRunner(self._steps["update"].unbounded, self.home.connection.enter_thread)

    def synchronise(self) -> None:
        """Compute gradients of the global step from now on."""
        self._steps["synchronise"]()

    def put(self, count: int) -> None:
        """Put tokens of the global step."""
        if count:
            self._steps["put"](count)

    def give_back(self) -> None:
        """Put the token that this worker had for its next step, if others go on."""
        with contextlib.suppress(tf.errors.CancelledError):  # the chief has closed the queue
            self._steps["give_back"]()

    def end(self, runner: ChiefRunner) -> None:
        """On the chief: end the training, and so the waiting of all others."""
        if runner.stop():
            self.home.finish()
            self._steps["close"]()

    # What a home asks of those who take part in a run.

    def rename(self, identity: str) -> None:
        """Use the queue of this run: one that was closed stays so."""
        name = f"sync_token_q/{identity}"
        if self._tokens.name != name:
            self.home.exchange_handles([self._tokens.renew(name)])

    def renew(self) -> list[tuple[Any, Any]]:
        """Make all again, after a task was lost; what named them before, and now."""
        named = [one.named for one in self._accumulators if one is not None and one.named is not None]
        return [one.renew() for one in (*named, self._tokens)]

    def begin(self) -> None:
        """On the chief, before others are let in to a run: nothing is left of another one."""
        if self._steps:
            self._steps["begin"]()
            self.put(self.initial_tokens or 0)

    def take_over(self) -> None:
        """On a chief that goes on with a run: nobody is to wait for what the one before had in its hands."""
        if self._steps and self.initial_tokens is not None:
            self.put(max(self.initial_tokens, self.aggregated))

    def join(self) -> None:
        """On each task, when the run is ready."""
        if self._steps:
            self.synchronise()


class ChiefRunner:
    """Applies gradients in a thread, in the place of a `QueueRunner`."""

    name = "sync_replicas"

    def __init__(self, update: Callable[[], Any], enter_thread: Callable[[], None]) -> None:
        self._enter_thread = enter_thread
        self._call, self._cancel = _tf_exchange.cancellable(update)
        self._thread: threading.Thread | None = None

    def create_threads(
        self, sess: Any = None, coord: Any = None, daemon: bool = True, start: bool = False
    ) -> list[threading.Thread]:
        """The thread. It never holds up the end of the program."""
        del sess, daemon
        self._thread = threading.Thread(target=self._run, args=(coord,), name=self.name, daemon=True)
        if start:
            self._thread.start()
        return [self._thread]

    def _run(self, coord: Any) -> None:
        self._enter_thread()
        with _tf_cluster.eagerly():
            while coord is None or not coord.should_stop():
                try:
                    self._call()
                except tf.errors.OpError as error:
                    # Cancelled at the end; and where a task was lost, the worker's own step tells.
                    _log.debug("gradients are applied no more: %s", error.message)
                    return

    def stop(self) -> bool:
        """Apply no more; whether it had begun to."""
        self._cancel()
        thread, self._thread = self._thread, None
        if thread is None:
            return False
        thread.join(_END_SECONDS)
        return True


class _Hook(tf.compat.v1.train.SessionRunHook):
    def __init__(self, optimizer: SyncReplicasOptimizer, is_chief: bool, num_tokens: int) -> None:
        self._optimizer = optimizer
        self._is_chief = is_chief
        self._num_tokens = num_tokens
        self._runner: ChiefRunner | None = None
        self._has_token = False

    def begin(self) -> None:
        self._exchange = self._optimizer._applied()
        training, needed = self._exchange.home.connection.training, self._exchange.aggregated
        if training and training + self._num_tokens < needed:
            raise ClusterError(
                f"the first update would wait for {needed} gradients for ever: the cluster has {training} "
                f"tasks that train, and {self._num_tokens} tokens: give num_tokens, or aggregate fewer"
            )
        if self._is_chief:
            self._exchange.initial_tokens = self._num_tokens

    def after_create_session(self, session: Any, coord: Any) -> None:
        self._has_token = False
        if self._is_chief:
            if self._runner is not None:
                self._runner.stop()
            self._runner = self._exchange.runner()
            self._runner.create_threads(session, coord=coord, start=True)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        self._has_token = True

    def end(self, session: Any) -> None:
        if self._runner is not None:
            self._exchange.end(self._runner)
        elif self._has_token:
            self._exchange.give_back()
