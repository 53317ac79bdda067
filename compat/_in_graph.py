"""In-graph replication over a cluster: one program, whose towers run on the workers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any

import tensorflow as tf

from ._cluster_types import Described, Device
from ._home import Home, as_sent, ending_at, initial_value
from ._tf import cluster as tf_cluster
from .cluster import _description as description
from .cluster._connection import Connection
from .cluster._tasks import Task, cluster_of, free_address, holder_of, tasks_of

_OWN_JOB = "localhost"


class InGraphCluster:
    """The servers of a cluster as devices of this program, which is none of them: their client.

    What TF 1 programs had with a session on one of the servers: inside a step, `tf.device("/job:ps/task:0")`
    and `tf.device("/job:worker/task:1/gpu:0")` say where variables are and where operations run, and the step
    is one function over all of them. On each task a `compat.Server` or `tf.distribute.Server` runs.

        cluster = compat.InGraphCluster({"ps": ["a:2222"], "worker": ["b:2222", "c:2222"]})
        variables = compat.VariableStore(cluster=cluster)

    A store of the cluster has its steps' results come to this process, and its steps end though a server
    falls silent. A `compat.Program(cluster)` has those of its runs, of a graph whose devices are so named. A
    process belongs to one cluster.

    Args:
      cluster: a `ClusterSpec`, a `ClusterDef`, or a dictionary of the jobs' addresses; or the `target` of a
        `compat.Server`, such as `"grpc://a:2222"`, which tells of the others.
      timeout: for how many seconds a server that does not answer is waited for.
      protocol: `"grpc"`, which is the default.

    Raises:
      ClusterError: a server does not answer in time; the message has its address. Or the process is connected
        to a cluster already, or the cluster has no tasks.
    """

    def __init__(self, cluster: Described | str, *, timeout: float = 60.0, protocol: str = "grpc") -> None:
        if isinstance(cluster, str):
            self._connection, told = description.connect(cluster, _OWN_JOB, timeout)
            self._connection.serve_by(told.tasks)
        else:
            servers = tasks_of(cluster_of(cluster))
            own = Task(_OWN_JOB, 0, free_address(servers))
            self._connection = Connection(own, servers, protocol, timeout)
        for server in self._connection.serving:
            self._connection.call(functools.partial(_compute_on, server.device))

    @property
    def connection(self) -> Connection:
        """The connection to the servers."""
        return self._connection

    @property
    def target(self) -> str:
        """What a session's target would be: one of the servers."""
        return f"grpc://{self._connection.serving[0].address}"

    @property
    def devices(self) -> list[str]:
        """The devices of the servers and of this process, by their full names."""
        return [device.name for device in tf.config.list_logical_devices()]

    def home(self, device: Device = None) -> Home:
        """Where a store of this cluster keeps its variables, by its `device` what has no other."""
        return _Home(self._connection, device)


def _compute_on(device: str) -> None:
    """The first operation, for which a server sets up what all later ones use."""
    with tf.device(device):
        (tf.zeros([]) + 1.0).numpy()


class _Home(Home):
    """The devices that the program names, on servers of which one may fall silent."""

    def __init__(self, connection: Connection, device: Device) -> None:
        self._connection = connection
        self._device = device

    def make(self, create: Callable[..., Any], spec: dict[str, Any], *, is_local: bool) -> Any:
        """A variable where the scopes around want it, or else the store's device."""
        if self._device is None or is_local:
            return super().make(create, spec, is_local=is_local)
        spec = dict(spec)
        if spec.get("shape") is None or spec.get("dtype") is None:
            initial = spec["initial_value"]
            with tf.init_scope(), tf.device(self._connection.own.device):
                value = initial_value(initial, spec.get("dtype"))
            spec |= {"initial_value": value, "shape": value.shape, "dtype": value.dtype}
        place = self._place_of(spec["name"], spec["shape"], spec["dtype"])
        with tf.device(None), tf.device(place):
            return super().make(create, spec, is_local=is_local)

    def _place_of(self, name: str, shape: Any, dtype: Any) -> str:
        device = tf_cluster.variable_device(self._device, name, shape, dtype)
        wanted = tf.DeviceSpec.from_string(device)
        if wanted.job is None:  # device functions around leave it open
            with tf.Graph().as_default():
                default = tf_cluster.variable_device(self._device, name, shape, dtype)
            wanted = tf.DeviceSpec.from_string(default).make_merged_spec(wanted)
        place = str(wanted.to_string())
        holder_of(name, place, [*self._connection.serving, self._connection.own])  # raises, where none is
        return place

    def results(self, results: Any) -> Any:
        """Has results end up in this process, within the step that computes them.

        Variables of servers come as they were before its updates: these sent them as a run began.
        """
        own = self._connection.own.device
        return ending_at(own, as_sent(own, results))

    def calling(
        self, step: Callable[..., Any], function: Any = None, trace: Callable[..., Hashable] | None = None
    ) -> Callable[..., Any]:
        """The step, whose call raises ClusterError if a server falls silent."""
        del function, trace

        @functools.wraps(step)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self._connection.call(functools.partial(step, *args, **kwargs), runs=step)

        return call
