"""The server of a task, as TensorFlow 1 had it: it serves variables, or it is where a worker trains."""

from __future__ import annotations

import contextlib
import functools
import signal
import threading
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import tensorflow as tf

from .. import _tf
from .._cluster_types import Described, Shared
from .._configuration import configure_still
from .._errors import ClusterError
from .._tf import cluster as tf_cluster
from .._types import Cluster, SessionConfig
from . import _description as description
from . import _marks as marks
from ._claim import claim
from ._connection import Connection
from ._ending import at_end
from ._joining import Joining
from ._member import Member
from ._tasks import (
    Task,
    as_mapping,
    cluster_of,
    free_address,
    serving_tasks,
    tasks_of,
)

ClusterSpec = tf.train.ClusterSpec

DEFAULT_TIMEOUT = 60.0
_POLL_SECONDS = 0.5
_CLIENT = "client"
_ITSELF = "itself"


class Server(Member):
    """`tf.compat.v1.train.Server`, for the tasks of between-graph replication without sessions.

        server = Server({"ps": ["a:2222"], "worker": ["b:2222", "c:2222"]}, job_name="ps", task_index=0)
        server.join()

    A task that holds variables serves from `start` on, and `join` waits until all tasks that train have
    left. One that trains hands its server to a `VariableStore`, which connects to those that hold variables.
    Tasks that train never connect to each other.

    Args:
      server_or_cluster_def: the cluster: a `ClusterSpec`, a `ClusterDef`, a dictionary of its jobs (lists of
        addresses, or dictionaries of indices and addresses), or a `ServerDef`.
      job_name, task_index: which task this process is; may be left out where there is no other.
      protocol: `"grpc"`, which is the default.
      config: a `ConfigProto`: the devices, threads and memory of this task. What `operation_timeout_in_ms`
        says stands in the place of `timeout`.
      start: whether a task of the job `ps` serves at once; others serve when they `start` or `join`.
      serving: the jobs, or tasks such as `"/job:local/task:0"`, that hold variables. By default those of the
        job `ps`, or else of all other jobs.
      timeout: for how many seconds a task that does not answer is waited for.

    Raises:
      ClusterError: there is no such task, or the address of this one is in use.
    """

    of_this_process: ClassVar[dict[str, Server]] = {}  # by their targets
    _is_shared = False  # whether it serves and trains

    def __init__(
        self,
        server_or_cluster_def: Cluster,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: SessionConfig = None,
        start: bool = True,
        *,
        serving: Sequence[str] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        super().__init__(server_or_cluster_def, job_name, task_index, protocol, config)
        self._serving = serving_tasks(self._cluster, self._task, serving)
        self._is_told_who_serves = serving is not None or "ps" in self._cluster.jobs
        limit = 0 if self._config is None else self._config.operation_timeout_in_ms
        self.timeout = limit / 1e3 if limit > 0 else timeout
        self._server: Any = None
        self._client: Task | None = None  # what this process is to its own server
        self._connection: Connection | None = None
        Server.of_this_process[self.target] = self
        if start and self._task.job == "ps":
            self.start()

    @staticmethod
    def create_local_server(config: SessionConfig = None, start: bool = True) -> Server:
        """A server that is its own cluster, in this process: its variables live here."""
        return Server({"local": [free_address(())]}, config=config, start=start)

    def start(self) -> None:
        """Serve, unless it does already. Others can connect when this returns.

        Raises:
          ClusterError: the address is in use.
        """
        if self._server is not None or self._connection is not None:
            return
        self._server = self._serve_as(self._task)
        # The first connections to a server must not come at the same instant: it crashes. So it has one
        # to itself, and only then says that it is ready.
        self._client = Task(_ITSELF, 0, free_address([self._task]))
        with _tf.eagerly():  # the program may build a graph
            _serve_once(self._task, self._client, self._protocol)
            marks.say_serves(self._task)  # before it is ready: who waits for that asks for this at once
            self._describe()

    def join(self) -> None:
        """Serve until all tasks that train have left, or until this process is told to end (SIGTERM).

        One that was lost is not waited for when the chief and others have come to the end, if it does not
        answer for `timeout` seconds then.

        Raises:
          ClusterError: all that train have ended, and an error has ended some of them: none has answered for
            `timeout` seconds since.
        """
        self.start()
        stop = threading.Event()
        joining = Joining(self._task, self._training(), self.timeout)
        with _on_termination(stop):
            while not stop.wait(_POLL_SECONDS) and not joining.is_over():
                pass

    def connect(self, *, may_serve: bool = False) -> Connection:
        """The connection of this process to the tasks that hold variables, made by the first call.

        One that `may_serve`, and does, is a client of its own server.

        Raises:
          ClusterError: one of them does not answer in time, or this process serves or is connected already.
        """
        if self._server is not None and not may_serve:
            raise ClusterError(
                f"{self._task} serves in this process: give a store the server of a task that trains, which "
                "need not be started"
            )
        if self._connection is None:
            configure_still(self._config)
            training = self._training()
            place = training.index(self._task) if self._task in training else None
            own = self._client or self._task
            self._connection = Connection(own, self._holding(), self._protocol, self.timeout, training)
            if self._is_shared:
                self._connection.serves_as = self._task
            elif self._client is not None:
                return self._connection
            self._connection.call(self._check_description)
            if place is not None:
                self._connection.call(functools.partial(self._come, place))
                self._connection.on_renewal(functools.partial(self._come, place))
                at_end(marks.leave, place, self._hearing())
            if self._client is None:
                self._connection.call(self._describe)
        return self._connection

    def _check_description(self) -> None:
        mine = description.Description(tasks_of(self._cluster), self._serving)
        for server in self._serving:
            description.check_same(mine, self._task, description.told_by(server), server)

    def _come(self, place: int) -> None:
        """Be the task that trains at a place, to those that hold variables."""
        if self._serving:
            claim(self._task, place, self._serving[0])
            marks.say_here(place, self._serving)

    def _hearing(self) -> list[Task]:
        """The servers that hear of the end of this task: of those that hold variables, or else of all."""
        others = self._serving or [task for task in tasks_of(self._cluster) if task != self._task]
        return [*others, *([self._task] if self._is_shared else [])]

    def _describe(self) -> None:
        """Tell clients of the cluster, and that they can come."""
        description.tell(self._task, description.Description(tasks_of(self._cluster), self._told()))
        marks.say_ready(self._task)

    def _told(self) -> list[Task]:
        """The tasks that hold variables, as clients are told."""
        return self._serving if self._is_told_who_serves else self._holding()

    def _holding(self) -> list[Task]:
        """The tasks that hold variables.

        Where no job is `ps`, each task takes those of other jobs to hold them. One that serves is of such
        a job to the others.
        """
        if self._server is not None and self._task not in self._serving:
            return tasks_of(self._cluster, [self._task.job])
        return self._serving

    def _training(self) -> list[Task]:
        """The tasks that hold no variables, in an order that all tasks know."""
        holding = self._holding()
        return [task for task in sorted(tasks_of(self._cluster)) if task not in holding]


def connection_of(cluster: Shared, *, may_serve: bool = False) -> Connection:
    """The connection of this process, by its `Server`, or the target of that, or what `client` takes."""
    server = _server_of(cluster) if isinstance(cluster, str) else cluster
    return server.connect(may_serve=may_serve) if isinstance(server, Server) else client(cluster)


def _server_of(target: str) -> Server | None:
    """The server that this process has of the cluster in which a target is, its own or another's."""
    made = Server.of_this_process
    address = target.rpartition("://")[2]
    known = {one: {task.address for task in tasks_of(one.cluster)} for one in made.values()}
    of_cluster = (one for one, addresses in known.items() if address in addresses)
    return made.get(target) or next(of_cluster, None)


def client(cluster: Described | str, timeout: float = DEFAULT_TIMEOUT) -> Connection:
    """The connection of a process that is no task of the cluster, to servers that run already.

    At the `target` of a task that holds no variables this process computes what that would have: the devices
    of that task are its own.

    Args:
      cluster: what a `Server` takes, or a server's `target`.
      timeout: as a `Server` has it.

    Raises:
      ClusterError: one of those that hold variables does not answer in time.
    """
    if isinstance(cluster, str):
        connection, told = description.connect(cluster, _CLIENT, timeout)
        (asked,) = connection.serving
        connection.serve_by(told.serving)
        connection.stands_for = None if asked in told.serving else asked
        connection.training = [task for task in told.tasks if task not in told.serving]
        return connection
    serving = serving_tasks(cluster_of(cluster), None, None)
    return Connection(Task(_CLIENT, 0, free_address(serving)), serving, "grpc", timeout)


def _serve_once(task: Task, client: Task, protocol: str) -> None:
    tf_cluster.join(ClusterSpec(as_mapping([task, client])), client.job, client.index, protocol)
    with tf.device(task.device):
        served = tf.constant(1.0) + 1.0
    if float(served) != 2.0:
        raise ClusterError(f"{task} does not compute")


@contextlib.contextmanager
def _on_termination(stop: threading.Event) -> Iterator[None]:
    """SIGTERM sets `stop`, unless the program handles it itself."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    if before is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
