"""The task that a process is, where each worker of the cluster is a replica of one strategy."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Sequence

import tensorflow as tf

from .._errors import ClusterError
from .._types import Cluster, SessionConfig
from .._waits import Wait
from . import _marks as marks
from ._member import Member
from ._ports import wait_for_port
from ._tasks import Task, as_mapping, port_of, tasks_of

_log = logging.getLogger(__name__)
_POLL_SECONDS = 0.2
_CHIEFS = ("chief", "master")
_NOT_TRAINING = ("ps", "evaluator")


class CollectiveServer(Member):
    """`tf.compat.v1.train.Server`, for the workers of a `MultiWorkerMirroredStrategy`.

        server = CollectiveServer({"ps": [...], "worker": [...]}, job_name=job_name, task_index=task_index)
        if job_name == "ps":
            server.join()                   # at once: it holds no variables
            raise SystemExit
        strategy = tf.distribute.MultiWorkerMirroredStrategy(server.resolver())

    The workers find each other: all tasks but those of the jobs `ps` and `evaluator`.

    Args:
      server_or_cluster_def, job_name, task_index, protocol, config: as `compat.Server` has them; TensorFlow
        starts the server of a worker itself, and takes no configuration of this one.
      start: not used.

    Raises:
      ClusterError: there is no such task.
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
        del start
        super().__init__(server_or_cluster_def, job_name, task_index, protocol, config)

    def start(self) -> None:
        """Nothing: the strategy starts the servers that there are."""

    def join(self) -> None:
        """Return at once: nothing is asked of a task that does not train."""

    def resolver(self) -> tf.distribute.cluster_resolver.ClusterResolver:
        """The workers, as strategies take them: those of other jobs follow a `chief`, if there is one.

        A worker computes on its first GPU, if it has any, as one without towers did. This returns when all
        are there, and says every 30 seconds who is not: the strategy would wait for them in silence.

        Raises:
          ClusterError: this task does not train, or its address is in use.
        """
        workers = training(tasks_of(self._cluster))
        if self._task not in workers:
            raise ClusterError(f"{self._task} does not train: let it join() and leave")
        wait_for_port(self._task)
        _wait_for_all(workers, self._task)
        named = [Task("worker", index, task.address) for index, task in enumerate(workers)]
        return tf.distribute.cluster_resolver.SimpleClusterResolver(
            tf.train.ClusterSpec(as_mapping(named)),
            task_type="worker",
            task_id=workers.index(self._task),
            num_accelerators={"GPU": 1} if tf.config.list_physical_devices("GPU") else {},
            rpc_layer=self._protocol,
        )


def _wait_for_all(workers: Sequence[Task], own: Task) -> None:
    """Wait until all workers are there: the first, whose server then begins, for the others, and they for it.

    TensorFlow's own wait for them lets no other thread run, so that nobody could tell of it. Until then each
    of the others listens at its address, where its server will be.
    """
    first, *others = workers
    with socket.socket() as here:
        if own != first:
            here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            here.bind(("", port_of(own)))
            here.listen()
        wait = Wait()
        while not (all(map(marks.is_taken, others)) if own == first else marks.is_taken(first)):
            if wait.is_to_be_told():
                missing = [task for task in others if task != own and not marks.is_taken(task)]
                listed = ", ".join(map(str, missing or [first]))
                _log.warning("%s has waited for %d s; no answer has come from %s", own, wait.seconds, listed)
            time.sleep(_POLL_SECONDS)


def training(tasks: Sequence[Task]) -> list[Task]:
    """The tasks that train, the chief first, in an order that all know."""
    training = [task for task in tasks if task.job not in _NOT_TRAINING]
    return sorted(training, key=lambda task: (task.job not in _CHIEFS, task))
