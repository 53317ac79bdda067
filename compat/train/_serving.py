"""The servers on whose targets a graph's sessions are, as TensorFlow 1 programs make and join them."""

from __future__ import annotations

import time
from typing import NoReturn

from .._types import Cluster, SessionConfig
from ..cluster import _marks as marks
from ..cluster._ending import at_end, has_failed
from ..cluster._server import Server as _Server
from ..cluster._tasks import Task, free_address, tasks_of

_POLL_SECONDS = 0.2


class Server(_Server):
    """`tf.compat.v1.train.Server` for Programs: a `compat.Server` whose `join` does not return.

    What a program has behind `join` never ran, and does not run now: the process ends there. Which tasks have
    a part in a run, its graph says: those of the job `ps`, and each one that serves and that a device names.

    Args:
      server_or_cluster_def, job_name, task_index, protocol, config, start: as `compat.Server` takes them.

    Raises:
      ClusterError: there is no such task, or the address of this one is in use.
    """

    def __init__(
        self,
        server_or_cluster_def: Cluster,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: SessionConfig = None,
        start: bool = True,
    ) -> None:
        super().__init__(server_or_cluster_def, job_name, task_index, protocol, config, start=False)
        if "ps" not in self.cluster.jobs:
            self._serving = []
        if start and (self._is_shared or self._task in self._serving):
            self.start()

    def start(self) -> None:
        """Serve, unless it does already, and also at the end of the process while others are at work.

        Each function that these begin with is told to all tasks, and fails if one has gone.

        Raises:
          ClusterError: the address is in use.
        """
        if self._server is None and self._connection is None:
            super().start()
            at_end(self._linger)

    @staticmethod
    def create_local_server(config: SessionConfig = None, start: bool = True) -> Server:
        """A server that is its own cluster, in this process: its variables live here."""
        return Server({"local": [free_address(())]}, config=config, start=start)

    def join(self) -> NoReturn:
        """Serve until all tasks that train have left, and end this process then.

        Raises:
          ClusterError: all that train have ended, and an error has ended some of them.
          SystemExit: all have left.
        """
        self.start()
        training = self._training()
        if self._task not in training:
            super().join()
            raise SystemExit
        place = training.index(self._task)  # it does not, and nobody is to wait for it
        marks.leave(place, [*self._serving, self._task])
        super().join()
        marks.leave(place, self._hearing())  # nor when its server has ended, which said so
        raise SystemExit

    def _linger(self) -> None:
        # TensorFlow's own servers train nothing, and never say that they leave.
        others = [
            (place, task)
            for place, task in enumerate(self._training())
            if task != self._task and marks.is_ready(task)
        ]
        while not has_failed() and any(marks.is_here(task, place, self._task) for place, task in others):
            time.sleep(_POLL_SECONDS)

    def _holding(self) -> list[Task]:
        return self._serving

    def _told(self) -> list[Task]:
        """To a client, what serves here holds variables, too."""
        own = [self._task] if self._server is not None else []
        return [task for task in tasks_of(self.cluster) if task in (*self._serving, *own)]


class SharedServer(Server):
    """A `Server` that serves from its start on, also where its process trains.

    For graphs that have variables, queues or operations on devices of other tasks that train. What such a
    graph has on this task's own devices is there for the others, too; each access goes through the server, as
    through TensorFlow 1's `tf.train.Server`.

    Args:
      server_or_cluster_def, job_name, task_index, protocol, config, start: as `compat.Server` takes them.

    Raises:
      ClusterError: there is no such task, or the address of this one is in use.
    """

    _is_shared = True
