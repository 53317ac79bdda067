"""Gradients and tokens that workers and their chief exchange, on the tasks that hold the variables."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .._errors import ClusterError
from .._tf import exchange as tf_exchange
from ._home import SharedHome

_log = logging.getLogger(__name__)
_END_SECONDS = 5.0


class Exchange:
    """Where gradients and tokens lie: accumulators beside variables, and a queue beside the global step."""

    def __init__(
        self,
        home: SharedHome,
        pairs: Sequence[tuple[Any, Any]],
        global_step: Any,
        local_step: Any,
        apply: Callable[[Sequence[tuple[Any, Any]], Any], Any],
        average: Callable[[], Any],
        tokens_per_step: int,
    ) -> None:
        self.home = home
        self.aggregated = 1  # gradients of an update
        self.tokens_per_step = tokens_per_step
        self.initial_tokens: int | None = None  # None: the program puts them itself
        self._global_step = global_step
        self._local_step = local_step
        self._apply = apply
        self._average = average
        self._has_left = False
        self._variables = [variable for _, variable in pairs]
        self._accumulators = [
            None if gradient is None else tf_exchange.Accumulator(variable, gradient)
            for gradient, variable in pairs
        ]
        self._tokens = tf_exchange.Tokens(global_step.device, "sync_token_q")
        self._update: Any = None
        self._steps: dict[str, Any] = {}  # what is done beside the program's own steps, by name
        home.take_part(self)

    def hand_in(self, gradients: Sequence[Any]) -> Any:
        """In a step: push the gradients, and wait for a token."""
        local_step = _read(self._local_step)
        pushed = [
            accumulator.push(gradient, local_step)
            for gradient, accumulator in zip(gradients, self._accumulators, strict=True)
            if accumulator is not None
        ]
        with tf.control_dependencies(pushed):
            token = self._tokens.take()
        with tf.device(self.home.connection.own.device):
            return self._local_step.assign(
                tf.cast(tf.identity(token), self._local_step.dtype), read_value=False
            )

    def build(self) -> None:
        """Trace what is done beside the steps, once these are traced."""
        if self._steps:
            return
        store = self.home.store

        def update() -> Any:
            means = [None if one is None else one.take(self.aggregated) for one in self._accumulators]
            applied = self._apply(list(zip(means, self._variables, strict=True)), self._global_step)
            # All of it beside the queue: workers wait for what travels to the chief and back.
            with tf.control_dependencies([applied]), tf.device(self._tokens.device):
                put = self._tokens.put(self._step_now(), self.tokens_per_step)
            with tf.control_dependencies([put]):
                return _done(self._average())

        def begin() -> Any:
            step = self._step_now()
            return _done(*(one.empty(step) for one in self._accumulators if one is not None))

        def synchronise() -> Any:
            with tf.device(self.home.connection.own.device):
                return self._local_step.assign(tf.cast(self._step_now(), self._local_step.dtype))

        def put(count: Any) -> Any:
            return _done(self._tokens.put(self._step_now(), count))

        def give_back() -> Any:
            return _done(self._tokens.put(_read(self._local_step), 1))

        def close() -> Any:
            return _done(self._tokens.close())

        arguments: dict[Any, list[Any]] = {put: [tf.TensorSpec([], tf.int32)]}
        for body in (update, begin, synchronise, put, give_back, close):
            with _tf.eagerly():  # hooks begin inside a graph
                step = store.function(body, input_signature=arguments.get(body, []))
            self._steps[body.__name__] = step

    def _step_now(self) -> Any:
        return _read(self._global_step)

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
        self._has_left = True
        with contextlib.suppress(tf.errors.CancelledError):  # the chief has closed the queue
            self._steps["give_back"]()

    def end(self, runner: ChiefRunner, last_tokens: int = 0) -> None:
        """On the chief: end the training, and so the waiting of all others.

        With `last_tokens` as many steps that wait return, without an update, so that loops see the last step;
        those behind them find that the input has ended.
        """
        if runner.stop():
            self._has_left = True
            self.home.finish()
            self.put(last_tokens)
            self._steps["close"]()

    def leave(self) -> None:
        """At the end of a process that has not said so: others can go on without this worker."""
        is_error = getattr(sys, "last_value", None) is not None  # it may be started again
        if self._steps and not self._has_left and not is_error and self.home.connection.answers():
            with contextlib.suppress(ClusterError, tf.errors.OpError):  # then nobody goes on
                self.give_back()

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


def _done(*operations: Any) -> Any:
    """What a step returns that has run `operations`."""
    with tf.control_dependencies(operations):
        return tf.constant(0)


class ChiefRunner:
    """Applies gradients in a thread, in the place of a `QueueRunner`."""

    name = "sync_replicas"

    def __init__(self, update: Callable[[], Any], enter_thread: Callable[[], None]) -> None:
        self._enter_thread = enter_thread
        self._call, self._cancel = tf_exchange.cancellable(update)
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
        with _tf.eagerly():
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


def _read(step: Any) -> Any:
    """A step, of whichever type, as accumulators and tokens have it."""
    return tf.cast(step.read_value(), tf.int64)
