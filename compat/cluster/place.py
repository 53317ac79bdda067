"""Programs on a server: their state is on the tasks of its cluster, where the graph says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import tensorflow as tf

from .. import state_placement
from .._tf.cluster import CONTAINER
from ..errors import ClusterError
from ..in_graph import InGraphCluster
from ..program.place import Place, best_kind
from .connection import LostError
from .server import connection_of

_Result = TypeVar("_Result")


class ServerPlace(Place):
    """This process as a task of a cluster, or as the client of one.

    Operations run where the graph has put them. What it put nowhere is computed here, and kept where
    TensorFlow 1.15 kept it, so that other tasks find it: see `compat.state_placement`.

    Args:
      target: of a `compat.Server`; or a `compat.InGraphCluster`, whose servers also compute what the graph
        has on them.

    Raises:
      ClusterError: it is no server's, or a task that holds variables cannot be reached.
    """

    is_shared = True

    def __init__(self, target: str | InGraphCluster) -> None:
        super().__init__()
        if isinstance(target, InGraphCluster):
            self.target = target.target.encode()
            self._connection = target.connection
        else:
            self.target = target.encode()
            self._connection = connection_of(target, may_serve=True)
        self._connection.ensure()
        self._generation = self._connection.generation
        self.host = self._connection.own.device

    def container(self, name: str) -> str:
        """The graph's own; where it has none, the one in which steps have their variables too."""
        return name or CONTAINER

    def settle(self, program: Any) -> None:
        """Put state where TensorFlow 1.15 put it."""
        state_placement.place(program, own=self._own)

    def device(self, op: Any) -> str:
        """As the graph says; what is meant for the task that this process stands for is this process's."""
        spec = tf.DeviceSpec.from_string(op.device)
        if spec.job is None or spec.task is None:
            return str(op.device)
        return str(self._here(spec, op.name).to_string())

    def device_of(self, op: Any) -> str:
        """The one device, of a task that is connected, on which the resource `op` is."""
        spec = tf.DeviceSpec.from_string(op.device)
        if spec.job is None:
            spec = spec.make_merged_spec(self._own)
        spec = self._here(spec.replace(replica=0), op.name)
        kind = spec.device_type
        if kind is None:
            has_gpu = self._is_own(spec) and tf.config.list_logical_devices("GPU")
            kind = best_kind(op) if has_gpu else "CPU"
        return str(spec.replace(device_type=kind, device_index=spec.device_index or 0).to_string())

    def is_elsewhere(self, op: Any) -> bool:
        """Whether the resource `op` is on another task."""
        return not self._is_own(tf.DeviceSpec.from_string(self.device_of(op)))

    def devices(self) -> Sequence[Any]:
        """Those of the cluster's tasks: all of those that this process computes with, the CPUs of others."""
        other = self._connection.stands_for
        tasks = {*self._connection.homes, *self._connection.training, *([] if other is None else [other])}
        specs = [(one, tf.DeviceSpec.from_string(one.name)) for one in super().devices()]
        known = [one for one, spec in specs if any(task.is_meant_by(spec) for task in tasks)]
        names = {one.name for one in known}
        unknown = sorted(task.device for task in tasks if task.device not in names)
        return [*known, *(tf.config.LogicalDevice(name, "CPU") for name in unknown)]

    def call(self, function: Callable[[], _Result], runs: str | None = None) -> _Result:
        """What `function` returns, unless it waits for a task that has fallen silent or was started again."""
        if self._generation != self._connection.generation:
            raise LostError("a task that holds variables was lost: open another session on the cluster")
        return self._connection.call(function, runs=runs)

    @property
    def _own(self) -> Any:
        return tf.DeviceSpec.from_string(self.host).replace(device_type=None, device_index=None)

    def _is_own(self, spec: Any) -> bool:
        return (spec.job, spec.task) == (self._connection.own.job, self._connection.own.index)

    def _here(self, spec: Any, name: str) -> Any:
        """The device in this process's view of the cluster.

        Raises:
          ClusterError: it is of a task that this process does not compute with.
        """
        other = self._connection.stands_for
        if other is not None and (spec.job, spec.task) == (other.job, other.index):
            return spec.replace(job=self._connection.own.job, task=self._connection.own.index)
        own = self._connection.own
        if not any(task.is_meant_by(spec) for task in [*self._connection.serving, own]):
            listed = ", ".join(f"/job:{task.job}/task:{task.index}" for task in self._connection.serving)
            raise ClusterError(
                f"{name!r} is to be on {spec.to_string()}, but {own} computes with {listed} and by itself: "
                "what several tasks use belongs on these; a task that has others compute for it needs a "
                "compat.InGraphCluster"
            )
        return spec
