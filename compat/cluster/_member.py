"""What a server says of its task and of the cluster, whatever it is for."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._errors import ClusterError
from .._types import Cluster, SessionConfig
from ._environment import check_agrees
from ._ports import wait_for_port
from ._tasks import Task, as_mapping, cluster_of, find_task, with_port


class Member:
    """The task of a cluster that a process is, as TensorFlow 1's servers describe it.

    Args:
      server_or_cluster_def, job_name, task_index, protocol, config: as `compat.Server` takes them.

    Raises:
      ClusterError: the cluster has no such task, or `TF_CONFIG` says that the process is another one of it.
    """

    def __init__(
        self,
        server_or_cluster_def: Cluster,
        job_name: str | None,
        task_index: int | None,
        protocol: str | None,
        config: SessionConfig,
    ) -> None:
        given = server_or_cluster_def
        if isinstance(given, tf.train.ServerDef):
            job_name = given.job_name if job_name is None else job_name
            task_index = given.task_index if task_index is None else task_index
            protocol = protocol or given.protocol
            config = config or given.default_session_config
            given = given.cluster
        cluster = cluster_of(given)
        self._cluster, self._task = with_port(cluster, find_task(cluster, job_name, task_index))
        check_agrees(self._task, self._cluster)
        self._protocol = protocol or "grpc"
        self._config = config

    @property
    def server_def(self) -> tf.train.ServerDef:
        """What describes this server: its cluster, its job and index, its protocol."""
        return tf.train.ServerDef(
            cluster=self._cluster.as_cluster_def(),
            job_name=self._task.job,
            task_index=self._task.index,
            protocol=self._protocol,
            default_session_config=self._config,
        )

    @property
    def cluster(self) -> tf.train.ClusterSpec:
        """The cluster."""
        return self._cluster

    @property
    def target(self) -> str:
        """Where other processes find this server: `"grpc://host:port"`."""
        return f"{self._protocol}://{self._task.address}"

    def _serve_as(self, task: Task) -> Any:
        """A server of TensorFlow's own at this process's address, which knows of no other than this `task`.

        Raises:
          ClusterError: the address is in use.
        """
        wait_for_port(self._task)
        try:
            return tf.distribute.Server(
                tf.train.ClusterSpec(as_mapping([task])),
                job_name=task.job,
                task_index=task.index,
                protocol=self._protocol,
                config=self._config,
            )
        except tf.errors.OpError as error:
            raise ClusterError(
                f"cannot serve as {self._task}: {error.message}: is its port in use?"
            ) from error
