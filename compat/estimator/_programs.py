"""What the library runs its graphs by: Programs, where graphs are built for them, and else sessions.

A Program needs no session, and gives what one gave, to the bit. In a cluster, which `TF_CONFIG` asks of the
library, the servers are those of `compat.train`, on whose targets Programs are; workers that reduce their
gradients together have a Program each, in a process that is a task of a `MultiWorkerMirroredStrategy`.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import _tf, train
from ..cluster.member import Member
from ..cluster.tasks import wait_for_port
from ..program import Program
from ..program.building import is_building

_v1 = tf.compat.v1


def session(target: str = "", graph: Any = None, config: Any = None) -> Any:
    """What stands for `tf.compat.v1.Session`."""
    return (Program if _runs_programs(target) else _v1.Session)(target, graph, config)


def chief_session_creator(scaffold: Any = None, master: str = "", *args: Any, **kwargs: Any) -> Any:
    """What stands for `tf.compat.v1.train.ChiefSessionCreator`."""
    return _creators(master).ChiefSessionCreator(scaffold, _reachable(master), *args, **kwargs)


def worker_session_creator(scaffold: Any = None, master: str = "", *args: Any, **kwargs: Any) -> Any:
    """What stands for `tf.compat.v1.train.WorkerSessionCreator`."""
    return _creators(master).WorkerSessionCreator(scaffold, _reachable(master), *args, **kwargs)


def _creators(master: str) -> Any:
    """What has the creators of sessions on a target, or of Programs there."""
    return train if _runs_programs(master) else _v1.train


def _runs_programs(target: str) -> bool:
    """Whether graphs are built for Programs here; a client that leads a remote cluster has sessions there."""
    leads_others = _tf.worker_context() is not None and target not in ("", *train.Server.of_this_process)
    return is_building() and (not leads_others or _reachable(target) == "")


def make_server(
    server_or_cluster_def: Any,
    job_name: str | None = None,
    task_index: int | None = None,
    protocol: str | None = None,
    config: Any = None,
    start: bool = True,
) -> Any:
    """What stands for `tf.compat.v1.train.Server`."""
    kind: Any = _v1.train.Server
    if is_building():
        kind = _server_of(tf.train.ClusterSpec(server_or_cluster_def), config)
    return kind(server_or_cluster_def, job_name, task_index, protocol, config, start)


def _server_of(cluster: tf.train.ClusterSpec, config: Any) -> type[Member]:
    if config is not None and config.experimental.collective_group_leader:
        return _Collective
    # Without parameter servers, what no device names is on the first of the tasks that train.
    return _Server if "ps" in cluster.jobs else train.SharedServer


class _Server(train.Server):
    """Where there are parameter servers, a task that trains is no server itself.

    It comes to them before the library has it sleep for a while, so that they wait for it.
    """

    def start(self) -> None:
        """Serve, or connect to those that do."""
        if self._task.job == "ps":
            super().start()
        else:
            self.connect()


class _Collective(Member):
    """A task of a strategy whose replicas reduce their gradients together."""

    of_this_process: Any = None

    def __init__(
        self, cluster: Any, job: str | None, index: int | None, protocol: str | None, config: Any, start: bool
    ) -> None:
        super().__init__(cluster, job, index, protocol, config)
        self._strategy: Any = None
        if start:
            self.start()

    def start(self) -> None:
        """Meet the other tasks: a strategy that is made in eager mode does so."""
        if self._strategy is not None:
            return
        wait_for_port(self._task)
        resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
            self._cluster, task_type=self._task.job, task_id=self._task.index, rpc_layer=self._protocol
        )
        with _tf.eagerly():
            self._strategy = tf.distribute.MultiWorkerMirroredStrategy(resolver)
        _Collective.of_this_process = self

    def join(self) -> None:
        """Return at once: nothing is asked of a task that does not train."""


def _reachable(target: str) -> str:
    """The target of a session; none, where the process computes all that the session would."""
    collective = _Collective.of_this_process
    return "" if collective is not None and collective.target == target else target


monitored_training_session = _tf.monitored_training_session_by(chief_session_creator, worker_session_creator)
evaluate_once = _tf.evaluate_once_by(chief_session_creator)
run_coordinator = _tf.coordinator_by(make_server, chief_session_creator, worker_session_creator)
