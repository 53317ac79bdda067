"""Programs on a server: their state is on the tasks of its cluster, where the graph says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import tensorflow as tf

from .. import _state_placement as state_placement
from .. import _tf
from .._errors import ClusterError
from .._in_graph import InGraphCluster
from .._program.place import Place, best_kind
from .._tf.cluster import CONTAINER
from . import _claim as claims
from . import _marks as marks
from ._connection import LostError
from ._server import connection_of
from ._tasks import Task

_Result = TypeVar("_Result")


class ServerPlace(Place):
    """This process as a task of a cluster, or as the client of one.

    Operations run where the graph has put them. What it put nowhere is computed here, and kept where
    TensorFlow 1.15 kept it, so that other tasks find it: see `compat._state_placement`.

    Args:
      target: of a `compat.Server`; or a `compat.InGraphCluster`, whose servers also compute what the graph
        has on them.
      filters: the devices of other tasks that the program's graph may be put on; all, if there are none.

    Raises:
      ClusterError: it is no server's, or a task that holds variables cannot be reached.
    """

    is_shared = True
    _leads = False  # whether a server is told that this process is the chief

    def __init__(self, target: str | InGraphCluster, filters: Sequence[str] = ()) -> None:
        super().__init__()
        self._filters = [tf.DeviceSpec.from_string(one) for one in filters]
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
        served = self._connection.serves_as
        if served is not None and (spec.job, spec.task) == (served.job, served.index) and not _has_state(op):
            return str(
                spec.replace(job=self._connection.own.job, task=self._connection.own.index).to_string()
            )
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

    def lead(self, variables: Sequence[Any]) -> None:
        """Be the chief, for those variables that are on a task for all."""
        shared = [str(one.name) for one in variables if self.is_elsewhere(one)]
        if shared and self._connection.serving:
            self._leads = True
            self._connection.call(lambda: claims.lead(*self._led(), shared))

    def lead_no_more(self) -> None:
        """Let another process be the chief, unless the task that was told of this one does not answer."""
        if self._leads and marks.status_of(self._connection.serving[0]) is not None:
            self._connection.call(lambda: claims.lead_no_more(*self._led()))
        self._leads = False

    def _led(self) -> tuple[Task, Task]:
        """The task that this process is, and the server that is told whether it is the chief."""
        return self._connection.serves_as or self._connection.own, self._connection.serving[0]

    def devices(self) -> Sequence[Any]:
        """Those of the cluster's tasks: all of those that this process computes with, the CPUs of others.

        Filters keep other tasks away, as from a session, and never this one.
        """
        other, served = self._connection.stands_for, self._connection.serves_as
        tasks = {*self._connection.homes, *self._connection.training, *([] if other is None else [other])}
        if served is not None:
            tasks.discard(self._connection.own)  # which others do not know: they come to its server
        tasks = {task for task in tasks if self._is_seen(task)}
        specs = [(one, tf.DeviceSpec.from_string(one.name)) for one in super().devices()]
        known = [one for one, spec in specs if any(task.is_meant_by(spec) for task in tasks)]
        names = {one.name for one in known}
        unknown = sorted(task.device for task in tasks if task.device not in names)
        return [*known, *(tf.config.LogicalDevice(name, "CPU") for name in unknown)]

    def _is_seen(self, task: Task) -> bool:
        own = (self._connection.own, self._connection.serves_as, self._connection.stands_for)
        return not self._filters or task in own or any(task.is_meant_by(one) for one in self._filters)

    def call(
        self, function: Callable[[], _Result], runs: str | None = None, devices: Collection[str] = ()
    ) -> _Result:
        """What `function` returns, unless it waits for a task that has fallen silent or was started again."""
        if self._generation != self._connection.generation:
            raise LostError("a task that holds variables was lost: open another session on the cluster")
        specs = [tf.DeviceSpec.from_string(device) for device in devices] if self._connection.reached else []
        needed = [
            task
            for task in self._connection.reached
            if any((task.job, task.index) == (spec.job, spec.task) for spec in specs)
        ]
        awaited = _Needed(needed, self._connection.timeout) if needed else None
        return self._connection.call(function, awaited, runs)

    @property
    def _own(self) -> Any:
        task = self._connection.serves_as or self._connection.own
        return tf.DeviceSpec.from_string(task.device).replace(device_type=None, device_index=None)

    def _is_own(self, spec: Any) -> bool:
        return (spec.job, spec.task) == (self._own.job, self._own.task)

    def _here(self, spec: Any, name: str) -> Any:
        """The device in this process's view of the cluster.

        Raises:
          ClusterError: it is of no task of the cluster, or of one that does not answer in time.
        """
        other = self._connection.stands_for
        if other is not None and (spec.job, spec.task) == (other.job, other.index):
            return spec.replace(job=self._connection.own.job, task=self._connection.own.index)
        own = self._connection.own
        if any(task.is_meant_by(spec) for task in [*self._connection.serving, own]):
            return spec
        others = [task for task in self._connection.training if task.is_meant_by(spec)]
        if not others:
            known = [*self._connection.serving, *self._connection.training]
            listed = ", ".join(f"/job:{task.job}/task:{task.index}" for task in known)
            raise ClusterError(
                f"{name!r} is to be on {spec.to_string()}, but the cluster of {own} has {listed}"
            )
        if None not in (spec.job, spec.task):
            self._connection.reach(others[0])
        return spec


def _has_state(op: Any) -> bool:
    """Whether an operation has to be where its server is: it makes or uses state, or variants, which stay."""
    of_server = (tf.resource, tf.variant)
    return any(one.dtype in of_server or _tf.is_reference(one) for one in (*op.inputs, *op.outputs))


class _Needed:
    """The tasks that train, and that have a part of what a call runs."""

    def __init__(self, tasks: Sequence[Task], timeout: float) -> None:
        self.tasks = tasks
        self._timeout = timeout

    def why_stuck(self, silent: Sequence[Task]) -> str | None:
        """Why the call cannot end while these do not answer."""
        return marks.no_answer(silent, self._timeout)
