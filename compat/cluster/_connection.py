"""The connection of a process to the tasks that hold variables, and calls that no silent task holds up."""

from __future__ import annotations

import logging
import queue
import threading
import time
import weakref
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeVar

import tensorflow as tf

from .. import _tf
from .._errors import ClusterError
from .._tf import cluster as tf_cluster
from .._waits import Wait
from . import _marks as marks
from ._ports import wait_for_port
from ._tasks import Task, as_mapping

_Result = TypeVar("_Result")
_log = logging.getLogger(__name__)
_WATCH_SECONDS = 1.0  # after which a call that has not ended has the servers asked whether they live
_PEER_SECONDS = 5.0  # how often others are, which may be many
_AGAIN_SECONDS = 1.5  # within which a server tries again to reach another one: it does once a second
_SENT_SECONDS = 2.0  # after which a call that has not ended has been sent, and waits for what others do


class LostError(ClusterError, tf.errors.UnavailableError):
    """A task that holds variables was lost. `MonitoredSteps` takes it up again when it is started anew."""

    def __init__(self, message: str) -> None:
        tf.errors.UnavailableError.__init__(self, None, None, message)


class Awaited(Protocol):
    """Tasks whose work a call waits for, beside that of the tasks that hold variables."""

    @property
    def tasks(self) -> Sequence[Task]:
        """Which they are."""

    def why_stuck(self, silent: Sequence[Task]) -> str | None:
        """Why the call cannot end while these do not answer; `None` if it can."""


class Connection:
    """What this process computes with: itself, and the tasks that hold variables.

    A process has one at a time, since all of TensorFlow's devices in it belong to one cluster.

    Args:
      own: this process.
      serving: the tasks that hold variables.
      protocol, timeout: as a `Server` has them.
      training: the tasks that train, if they are known.
    """

    _current: Connection | None = None
    own: Task
    stands_for: Task | None = None  # a task whose devices are, to the program, those of this process
    serves_as: Task | None = None  # the task whose server, for others too, has what this process keeps

    def __init__(
        self,
        own: Task,
        serving: Sequence[Task],
        protocol: str,
        timeout: float,
        training: Sequence[Task] = (),
    ) -> None:
        if Connection._current is not None:
            raise ClusterError(
                f"this process is {Connection._current.own} already: use one cluster in a process"
            )
        self.own = own
        self.serving = list(serving)
        self.timeout = timeout
        self.training = training
        self.reached: list[Task] = []  # of those that train, on which something of this process is, too
        self._protocol = protocol
        self._threads = threading.local()  # for each thread that calls, the one in which its calls run
        self._starting = threading.Lock()
        self._sent: list[_Call] = []  # which may be on their way still
        self._known: set[Hashable] = set()  # functions of which the tasks have their parts
        self._connecting = threading.RLock()
        self._on_renewal: list[Callable[[], None]] = []
        self._is_lost = False
        self._statuses: dict[Task, bytes] = {}  # which tell a server from one that was started in its place
        self.generation = 0  # how often it was connected
        self.connect()
        Connection._current = self
        tf_cluster.bound_functions(lambda function, name: self.call(function, runs=name))

    @property
    def homes(self) -> list[Task]:
        """The tasks on which variables can be."""
        return self.serving or [self.own]

    def own_device(self, device: str) -> str | None:
        """The device of this process that a name means; `None` if it names none, or one that is for all."""
        spec = tf.DeviceSpec.from_string(device)
        own = [one for one in (self.own, self.stands_for) if one is not None and one not in self.homes]
        if (spec.job, spec.task) not in [(one.job, one.index) for one in own]:
            return None
        return str(spec.replace(job=self.own.job, task=self.own.index, replica=0).to_string())

    def connect(self) -> None:
        """Connect, or connect again after a task was lost; what was held of it is of no use any more.

        Raises:
          ClusterError: a task does not answer in time, or the address of this one is in use.
        """
        marks.wait_until_ready(self.serving, self.timeout)
        self._check_names(self.serving)
        if self._is_lost and len(self.serving) > 1:
            # What the other servers need of one that was started again fails until they have tried again.
            time.sleep(_AGAIN_SECONDS)
        if not tf_cluster.is_task(self.own.job, self.own.index):
            wait_for_port(self.own)
        self.reached = []
        self._connect_to(self.serving)
        self._is_lost = False
        self._known.clear()
        self.generation += 1
        self._statuses = {task: status for task in self.serving if (status := marks.status_of(task))}
        self.call(self._renew)

    def reach(self, task: Task) -> None:
        """Compute with another task too, if that serves: it has a part of this process's graph.

        Raises:
          ClusterError: it does not answer in time, or is there for what it trains alone. TensorFlow ends a
            process that connects anew while others compute with it.
        """
        with self._connecting:
            if task not in self.reached:
                marks.wait_until_ready([task], self.timeout)
                self._check_names([task])
                if marks.is_ready(task) and not marks.serves(task):  # TensorFlow's own server says nothing
                    raise ClusterError(
                        f"{task} trains, and serves nobody: what {self.own} has on its devices belongs on a "
                        "task that holds variables, or all servers of the cluster have to be a "
                        "compat.train.SharedServer"
                    )
                self._connect_to([*self.serving, *self.reached, task])
                self.reached.append(task)

    def _connect_to(self, tasks: Sequence[Task]) -> None:
        jobs = as_mapping([*tasks, self.own])
        try:
            with _tf.eagerly():
                self.call(lambda: self._connect(tf.train.ClusterSpec(jobs)))
        except tf.errors.OpError as error:
            raise ClusterError(f"{self.own} cannot connect: {error.message}: is its port in use?") from error

    def _check_names(self, tasks: Sequence[Task]) -> None:
        """Raise, before anything is sent there, if one of the servers is of another task than is meant."""
        for task in tasks:
            name = marks.name_in(marks.status_of(task))
            found = tf.DeviceSpec.from_string(name or "")
            if not task.is_meant_by(found):
                raise ClusterError(
                    f"the cluster's description differs between tasks: to {self.own} the server at "
                    f"{task.address} is {task.job}:{task.index}, and itself it says that it is "
                    f"{found.job}:{found.task}: give all tasks the same description"
                )

    def _connect(self, cluster: tf.train.ClusterSpec) -> None:
        tf_cluster.connect(cluster, self.own.job, self.own.index, self._protocol)

    def _renew(self) -> None:
        for renew in self._on_renewal:
            renew()

    def serve_by(self, tasks: Sequence[Task]) -> None:
        """Have these tasks hold the variables, in the place of those before.

        Raises:
          ClusterError: one does not answer in time.
        """
        if list(tasks) != self.serving:
            self.serving = list(tasks)
            self.connect()

    def answers(self) -> bool:
        """Whether all tasks that hold variables answer now."""
        return all(marks.status_of(task) is not None for task in self.serving)

    def ensure(self) -> None:
        """Connect again if a task was lost."""
        with self._connecting:
            if self._is_lost:
                self.connect()

    def enter_thread(self) -> None:
        """Let this thread call functions that run on the tasks, on those of now if some were lost before."""
        if self.generation > 1:
            tf_cluster.place_anew(self.generation)

    def on_renewal(self, renew: Callable[[], None]) -> None:
        """Have `renew` called whenever the connection was made anew."""
        self._on_renewal.append(renew)

    def call(
        self, function: Callable[[], _Result], awaited: Awaited | None = None, runs: Hashable = None
    ) -> _Result:
        """What `function` returns, unless it waits for a task that has fallen silent.

        It runs in another thread, outside of every device scope: a call of TensorFlow's that waits for a
        stopped process cannot be ended. A call may take as long as it needs while all tasks live. Threads of
        the program call beside each other, as they ran one session.

        Args:
          function: what is called.
          awaited: what else the call may wait for.
          runs: what tells the function of TensorFlow that the call runs from others, if it runs one.

        Raises:
          ClusterError: a task did not answer for `timeout` seconds, which the call needs.
          LostError: the connection to a task is broken.
        """
        if getattr(_running, "is_call", False):
            return function()
        call = self._started(function, runs)
        peers = () if awaited is None else awaited.tasks
        wait, asked = Wait(), time.monotonic()
        answered = dict.fromkeys([*self.serving, *peers], asked)
        missed: dict[Task, float] = {}  # when those that do not answer were last asked
        while not call.done.wait(_WATCH_SECONDS):
            are_asked = time.monotonic() - asked > min(_PEER_SECONDS, self.timeout / 4)
            asked = time.monotonic() if are_asked else asked
            for task in [*self.serving, *(peers if are_asked else ())]:
                missed[task] = time.monotonic()
                status = marks.status_of(task)
                if status is not None:
                    answered[task] = missed.pop(task)
                    self._check_is_same(task, status, call)
            if wait.is_to_be_told():
                self._tell(wait.seconds)
            silent = [task for task, when in missed.items() if when - answered[task] > self.timeout]
            if not silent or call.done.is_set():
                continue
            lost = [task for task in silent if task in self.serving]
            message = marks.no_answer(lost, self.timeout) if lost else None
            if awaited is not None and not lost:
                message = awaited.why_stuck(silent)
            if message is None:
                continue
            self._threads.own = None  # which is stuck
            raise ClusterError(message)
        return self._result_of(call)  # type: ignore[no-any-return]

    def _started(self, function: Callable[[], Any], runs: Hashable) -> _Call:
        """A call that runs now; none that `runs` a function is on its way while a function's first one is.

        By its first call, a function's parts are registered with the tasks that run them. TensorFlow keeps
        them in a list, and reads it without a lock as it sends a call: where the list is moved meanwhile,
        the call fails by "Unable to parse request", or the process.
        """
        if runs is None:
            return self._of_this_thread().start(function)
        with self._starting:
            is_first = runs not in self._known
            self._sent = [one for one in self._sent if not one.done.is_set()]
            if is_first:
                for one in self._sent:
                    one.done.wait(max(0.0, one.begun + _SENT_SECONDS - time.monotonic()))
                self._known.add(runs)
            call = self._of_this_thread().start(function)
            self._sent.append(call)
            if is_first:
                call.done.wait(_SENT_SECONDS)
        return call

    def _tell(self, seconds: float) -> None:
        """Say which tasks are not there, of those that a call may wait for."""
        gone = [task for task in self.training if task != self.own and marks.status_of(task) is None]
        if gone:
            _log.warning(
                "a run has not ended for %d s; no answer from %s", seconds, ", ".join(map(str, gone))
            )

    def _of_this_thread(self) -> _Thread:
        generation, thread = getattr(self._threads, "own", None) or (None, None)
        if thread is None or generation != self.generation:
            thread = _Thread(self.enter_thread)
            self._threads.own = self.generation, thread
        return thread

    def _check_is_same(self, task: Task, status: bytes, call: _Call) -> None:
        """Raise `LostError` if the server is another than before, and the call does not end by that."""
        if self._statuses.get(task, status) != status and not call.done.wait(_WATCH_SECONDS):
            self._threads.own = None  # which waits for what is gone
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
        self.begun = time.monotonic()
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
    """A thread that runs one call after the other, until nobody holds this object."""

    def __init__(self, enter: Callable[[], None]) -> None:
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        threading.Thread(target=_work, args=(enter, self._calls), name="cluster calls", daemon=True).start()
        weakref.finalize(self, self._calls.put, None)

    def start(self, function: Callable[[], Any]) -> _Call:
        call = _Call(function)
        self._calls.put(call)
        return call


_running = threading.local()


def _work(enter: Callable[[], None], calls: queue.SimpleQueue[_Call | None]) -> None:
    _running.is_call = True
    enter()
    while (call := calls.get()) is not None:
        call.run()
        del call  # or what it returned is held until the next one
