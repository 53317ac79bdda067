"""The task that a process is, where one hands out the steps that all workers do."""

from __future__ import annotations

import atexit
from typing import Any

import tensorflow as tf

from .._errors import ClusterError
from .._types import Cluster, SessionConfig
from . import _marks as marks
from ._member import Member
from ._server import DEFAULT_TIMEOUT, Server
from ._tasks import Task, as_mapping, free_address, tasks_of
from ._workers import training


class CoordinatedServer(Member):
    """`tf.compat.v1.train.Server`, for the tasks of a `ParameterServerStrategy`.

        server = CoordinatedServer({"ps": [...], "worker": [...]}, job_name=job_name, task_index=task_index)
        if job_name == "ps" or not server.is_coordinator:
            server.join()                   # until the coordinator has left
            raise SystemExit
        strategy = tf.distribute.ParameterServerStrategy(server.resolver())

    The chief, or else the first worker, is the coordinator, and a worker beside that, in one process. All
    others serve: parameter servers hold variables, workers do the steps that they are handed.

    Args:
      server_or_cluster_def, job_name, task_index, protocol, config: as `compat.Server` has them.
      start: not used; a task serves when it joins, and a parameter server at once.
      timeout: for how many seconds a task that does not answer is waited for.

    Raises:
      ClusterError: there is no such task, the cluster has no parameter server, or the address of this task is
        in use.
    """

    def __init__(
        self,
        server_or_cluster_def: Cluster,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: SessionConfig = None,
        start: bool = True,
        *,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        del start
        super().__init__(server_or_cluster_def, job_name, task_index, protocol, config)
        self._timeout = timeout
        self._servers = tasks_of(self._cluster, ["ps"]) if "ps" in self._cluster.jobs else []
        if not self._servers:
            raise ClusterError("a ParameterServerStrategy needs a job `ps`, which holds the variables")
        workers = training(tasks_of(self._cluster))
        # To the strategy all that train are of the job `worker`, and the coordinator is none of them.
        self._workers = [Task("worker", place, task.address) for place, task in enumerate(workers)]
        self._own = self._workers[workers.index(self._task)] if self._task in workers else self._task
        self._serving: Server | None = None
        self._worker: Any = None  # the server of the coordinator, which is a worker, too
        if self._task in self._servers:
            self.start()

    @property
    def is_coordinator(self) -> bool:
        """Whether this process runs the program's loop, and hands out its steps."""
        return self._own == self._workers[0]

    def start(self) -> None:
        """Serve, unless it does already; the coordinator does when its strategy is made.

        Raises:
          ClusterError: the address is in use, or this task is an evaluator.
        """
        if self.is_coordinator or self._serving is not None:
            return
        if self._own not in (*self._servers, *self._workers):
            raise ClusterError(f"{self._task} has no part in the training of a ParameterServerStrategy")
        cluster = as_mapping([*self._servers, *self._workers])
        others = [f"/job:{one.job}/task:{one.index}" for one in (*self._servers, *self._workers[1:])]
        self._serving = Server(
            cluster,
            self._own.job,
            self._own.index,
            self._protocol,
            self._config,
            start=False,
            serving=others,
            timeout=self._timeout,
        )
        self._serving.start()

    def join(self) -> None:
        """Serve until the coordinator has left, or until this process is told to end (SIGTERM).

        Raises:
          ClusterError: this is the coordinator.
        """
        if self.is_coordinator:
            raise ClusterError(f"{self._task} is the coordinator: let it train, and not join()")
        self.start()
        assert self._serving is not None
        self._serving.join()

    def resolver(self) -> tf.distribute.cluster_resolver.ClusterResolver:
        """The cluster, as a `ParameterServerStrategy` takes it, when all its tasks are there.

        Raises:
          ClusterError: one does not answer in time, or this is not the coordinator, or its address is in use.
        """
        if not self.is_coordinator:
            raise ClusterError(f"{self._task} is not the coordinator: let it join()")
        others = [*self._servers, *self._workers[1:]]
        marks.wait_until_ready(others, self._timeout)
        self._worker = self._serve_as(self._own)
        marks.say_here(0, others)
        atexit.register(marks.leave, 0, others)
        coordinator = Task("chief", 0, free_address(others))
        return tf.distribute.cluster_resolver.SimpleClusterResolver(
            tf.train.ClusterSpec(as_mapping([*self._servers, *self._workers, coordinator])),
            task_type="chief",
            task_id=0,
            rpc_layer=self._protocol,
        )
