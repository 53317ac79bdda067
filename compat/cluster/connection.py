"""The connection of a process to the tasks that hold variables, and calls that no silent task holds up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import tensorflow as tf

from .. import _tf_cluster
from ..errors import ClusterError
from . import marks
from .tasks import Task, as_mapping, wait_for_port

_Result = TypeVar("_Result")
_WATCH_SECONDS = 1.0  # after which a call that has not ended has the servers asked whether they live


class LostError(ClusterError, tf.errors.UnavailableError):
    """A task that holds variables was lost. `MonitoredSteps` takes it up again when it is started anew."""

    def __init__(self, message: str) -> None:
        tf.errors.UnavailableError.__init__(self, None, None, message)


class Connection:
    """What this process computes with: itself, and the tasks that hold variables.

    A process has one at a time, since all of TensorFlow's devices in it belong to one cluster.

    Args:
      own: this process.
      serving: the tasks that hold variables.
      protocol, timeout: as a `Server` has them.
      training: how many tasks train, if that is known.
    """

    _current: Connection | None = None
    own: Task

    def __init__(
        self, own: Task, serving: Sequence[Task], protocol: str, timeout: float, training: int = 0
    ) -> None:
        if Connection._current is not None:
            raise ClusterError(
                f"this process is {Connection._current.own} already: use one cluster in a process"
            )
        self.own = own
        self.serving = list(serving)
        self.timeout = timeout
        self.training = training
        self._protocol = protocol
        self._thread = _Thread(self.enter_thread)
        self._on_renewal: list[Callable[[], None]] = []
        self._is_lost = False
        self._statuses: dict[Task, bytes] = {}
        self._generation = 0
        self.connect()
        Connection._current = self

    @property
    def homes(self) -> list[Task]:
        """The tasks on which variables can be."""
        return self.serving or [self.own]

    def connect(self) -> None:
        """Connect, or connect again after a task was lost; what was held of it is of no use any more.

        Raises:
          ClusterError: a task does not answer in time, or the address of this one is in use.
        """
        marks.wait_until_ready(self.serving, self.timeout)
        if not self._generation:
            wait_for_port(self.own)
        jobs = as_mapping([*self.serving, self.own])
        try:
            with _tf_cluster.eagerly():
                self.call(lambda: self._connect(tf.train.ClusterSpec(jobs)))
        except tf.errors.OpError as error:
            raise ClusterError(f"{self.own} cannot connect: {error.message}: is its port in use?") from error
        self._is_lost = False
        self._generation += 1
        self._thread = _Thread(self.enter_thread)
        self._statuses = {task: status for task in self.serving if (status := marks.status_of(task))}
        self.call(self._renew)

    def _connect(self, cluster: tf.train.ClusterSpec) -> None:
        _tf_cluster.connect(cluster, self.own.job, self.own.index, self._protocol)

    def _renew(self) -> None:
        for renew in self._on_renewal:
            renew()

    def ensure(self) -> None:
        """Connect again if a task was lost."""
        if self._is_lost:
            self.connect()

    def enter_thread(self) -> None:
        """Let this thread call functions that run on the tasks."""
        if self._generation > 1:
            _tf_cluster.place_anew(self._generation)

    def on_renewal(self, renew: Callable[[], None]) -> None:
        """Have `renew` called whenever the connection was made anew."""
        self._on_renewal.append(renew)

    def call(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, unless it waits for a task that has fallen silent.

        It runs in another thread, outside of every device scope: a call of TensorFlow's that waits for a
        stopped process cannot be ended. A call may take as long as it needs while all tasks live.

        Raises:
          ClusterError: a task did not answer for `timeout` seconds.
          LostError: the connection to a task is broken.
        """
        call = self._thread.start(function)
        answered = {task: time.monotonic() for task in self.serving}
        while not call.done.wait(_WATCH_SECONDS):
            for task in self.serving:
                status = marks.status_of(task)
                if status is not None:
                    answered[task] = time.monotonic()
                    self._check_is_same(task, status, call)
            now = time.monotonic()
            silent = [task for task, when in answered.items() if now - when > self.timeout]
            if silent and not call.done.is_set():
                self._thread = _Thread(self.enter_thread)  # the other one is stuck
                raise ClusterError(marks.no_answer(silent, self.timeout))
        return self._result_of(call)  # type: ignore[no-any-return]

    def _check_is_same(self, task: Task, status: bytes, call: _Call) -> None:
        if self._statuses.get(task, status) != status and not call.done.wait(_WATCH_SECONDS):
            self._thread = _Thread(self.enter_thread)  # the other one waits for what is gone
            self._is_lost = True
            raise LostError(f"{task} was started again")

    def _result_of(self, call: _Call) -> Any:
        try:
            return call.result()
        except tf.errors.OpError as error:
            if isinstance(error, ClusterError):
                raise
            # What a lost task looks like depends on what was being done there.
            lost = [task for task, status in self._statuses.items() if marks.status_of(task) != status]
            if not lost and not isinstance(error, (tf.errors.UnavailableError, tf.errors.AbortedError)):
                raise
            self._is_lost = True
            listed = ", ".join(map(str, lost or self.serving))
            raise LostError(f"a task that holds variables was lost: {listed}: {error.message}") from error


class _Call:
    def __init__(self, function: Callable[[], Any]) -> None:
        self._function = function
        self._value: Any = None
        self._error: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        try:
            self._value = self._function()
        except BaseException as error:
            self._error = error
        finally:
            self.done.set()

    def result(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._value


class _Thread:
    """A thread that runs one call after the other."""

    def __init__(self, enter: Callable[[], None]) -> None:
        self._enter = enter
        self._waiting = threading.Semaphore(0)
        self._next: _Call | None = None
        self._thread: threading.Thread | None = None

    def start(self, function: Callable[[], Any]) -> _Call:
        call = _Call(function)
        if threading.current_thread() is self._thread:
            call.run()
            return call
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="cluster calls", daemon=True)
            self._thread.start()
        self._next = call
        self._waiting.release()
        return call

    def _work(self) -> None:
        self._enter()
        while True:
            self._waiting.acquire()
            call, self._next = self._next, None
            if call is not None:
                call.run()
