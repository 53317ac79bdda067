"""In-graph replication over a cluster: one program, whose towers run on the workers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from .cluster.connection import Connection
from .cluster.tasks import Task, cluster_of, free_address, tasks_of
from .variables import Home

_OWN_JOB = "localhost"


class InGraphCluster:
    """The servers of a cluster as devices of this program, which is none of them: their client.

    What TF 1 programs had with a session on one of the servers: inside a step, `tf.device("/job:ps/task:0")`
    and `tf.device("/job:worker/task:1/gpu:0")` say where variables are and where operations run, and the step
    is one function over all of them. On each task a `compat.Server` or `tf.distribute.Server` runs.

        cluster = compat.InGraphCluster({"ps": ["a:2222"], "worker": ["b:2222", "c:2222"]})
        variables = compat.VariableStore(cluster=cluster)

    A store of the cluster has its steps' results come to this process, and its steps end though a server
    falls silent. A process belongs to one cluster.

    Args:
      cluster: a `ClusterSpec`, a `ClusterDef`, or a dictionary of the jobs' addresses.
      timeout: for how many seconds a server that does not answer is waited for.
      protocol: `"grpc"`, which is the default.

    Raises:
      ClusterError: a server does not answer in time; the message has its address. Or the process is connected
        to a cluster already, or the cluster has no tasks.
    """

    def __init__(self, cluster: Any, *, timeout: float = 60.0, protocol: str = "grpc") -> None:
        servers = tasks_of(cluster_of(cluster))
        self._own = Task(_OWN_JOB, 0, free_address(servers))
        self._connection = Connection(self._own, servers, protocol, timeout)
        for server in servers:
            self._connection.call(functools.partial(_compute_on, server.device))

    @property
    def devices(self) -> list[str]:
        """The devices of the servers and of this process, by their full names."""
        return [device.name for device in tf.config.list_logical_devices()]

    def home(self) -> Home:
        """Where a store of this cluster keeps its variables."""
        return _Home(self._connection)


def _compute_on(device: str) -> None:
    """The first operation, for which a server sets up what all later ones use."""
    with tf.device(device):
        (tf.zeros([]) + 1.0).numpy()


class _Home(Home):
    """The devices that the program names, on servers of which one may fall silent."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def results(self, results: Any) -> Any:
        """Has results end up in this process, within the step that computes them."""

        def here(leaf: Any) -> Any:
            if not tf.is_tensor(leaf) or isinstance(leaf, (tf.Variable, tf.Operation)):
                return leaf
            with tf.device(None), tf.device(self._connection.own.device):
                return tf.identity(leaf)

        return tf.nest.map_structure(here, results, expand_composites=True)

    def calling(
        self, step: Callable[..., Any], function: Any = None, trace: Callable[..., None] | None = None
    ) -> Callable[..., Any]:
        """The step, whose call raises ClusterError if a server falls silent."""
        del function, trace

        @functools.wraps(step)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self._connection.call(functools.partial(step, *args, **kwargs))

        return call
