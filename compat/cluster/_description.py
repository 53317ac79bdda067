"""What a server tells of its cluster, to a process that knows nothing but the server's address."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .._errors import ClusterError, ForeignServerError
from .._tf import cluster as tf_cluster
from . import _marks as marks
from ._connection import Connection
from ._tasks import Task, free_address, port_of


@dataclasses.dataclass(frozen=True)
class Description:
    """The tasks of a cluster, and which of them hold variables."""

    tasks: Sequence[Task]
    serving: Sequence[Task]


def tell(server: Task, description: Description) -> None:
    """Have the server, which this process computes with, tell clients of its cluster."""
    _note(server).assign(json.dumps(dataclasses.asdict(description)), read_value=False)


def connect(target: str, job: str, timeout: float) -> tuple[Connection, Description]:
    """The connection of a client to the one server at `target`, and what that tells of its cluster.

    A server of TensorFlow's own tells the names of its cluster's tasks, and not where they are. So it can be
    the one server of a client, but not stand for its cluster.

    Args:
      target: such as `"grpc://host:2222"`.
      job: what the client is called.
      timeout: for how many seconds a server that does not answer is waited for.

    Raises:
      ClusterError: it is no target, or its server does not answer in time.
      ForeignServerError: it does not tell where others are.
    """
    protocol, _, address = target.partition("://")
    if not address:
        raise ClusterError(
            f"{target!r} is no server: give its target, such as 'grpc://host:2222', or the cluster"
        )
    unknown = Task("server", 0, address)
    port_of(unknown)
    marks.wait_until_ready([unknown], timeout)
    if not marks.is_ready(unknown):
        _check_is_alone(unknown)
    device = tf.DeviceSpec.from_string(marks.name_of(unknown))
    server = Task(device.job, device.task, address)
    connection = Connection(Task(job, 0, free_address([server])), [server], protocol, timeout)
    return connection, connection.call(lambda: told_by(server))


def told_by(server: Task) -> Description:
    """What the server tells of its cluster; nothing but itself, where it is TensorFlow's own."""
    note = _note(server)
    if not note.is_initialized():
        return Description([server], [server])
    text: Any = note.numpy()
    told = json.loads(text.decode())

    def tasks(key: str) -> list[Task]:
        named = [Task(**one) for one in told[key]]
        # The server itself is where it was found, whatever name others have for its machine.
        return [server if (one.job, one.index) == (server.job, server.index) else one for one in named]

    return Description(tasks("tasks"), tasks("serving"))


def check_same(mine: Description, own: Task, told: Description, server: Task) -> None:
    """Compare this task's description of the cluster with a server's.

    A task may leave others out, of jobs or of its own job: TensorFlow takes that. It may know a task by
    another name of its machine.

    Raises:
      ClusterError: they are not of one cluster; it names the two.
    """
    if told.tasks == [server]:
        return
    differs = f"the cluster's description differs between {own} and {server}"
    for job in {one.job for one in mine.tasks} & {one.job for one in told.tasks}:
        here, there = ({one.index for one in each.tasks if one.job == job} for each in (mine, told))
        if here != there and not (_leaves_out(job, here, own) or _leaves_out(job, there, server)):
            raise ClusterError(
                f"{differs}: job {job!r} has {len(here)} tasks to the first, and {len(there)} to the second: "
                "give all tasks the same"
            )
    for one in mine.serving:
        other = next((task for task in told.tasks if (task.job, task.index) == (one.job, one.index)), one)
        if server != one and other.address != one.address and _are_two(one, other):
            raise ClusterError(
                f"{differs}: {one.job}:{one.index} is at {one.address} to the first, and at {other.address} "
                "to the second: give all tasks the same"
            )


def _leaves_out(job: str, indices: set[int], task: Task) -> bool:
    """Whether the description of a task leaves others of a job out, for what its indices tell."""
    return indices != set(range(len(indices))) or (task.job == job and indices == {task.index})


def _are_two(one: Task, other: Task) -> bool:
    """Whether two servers answer at the addresses of two tasks."""
    here, there = marks.status_of(one), marks.status_of(other)
    return here is not None and there is not None and here != there


def _check_is_alone(server: Task) -> None:
    names = marks.names_in_cluster_of(server)
    if names is not None and len(names) == 1:
        return
    others = f"of {', '.join(names)}" if names else "of which other tasks do not answer"
    raise ForeignServerError(
        f"the server at {server.address} is no compat.Server: one of TensorFlow's own does not tell where "
        f"the others of its cluster are, which is {others}: give the cluster in place of the target, such "
        "as {'ps': ['host:2222'], 'worker': ['host:2223']}"
    )


def _note(server: Task) -> tf_cluster.SharedVariable:
    return tf_cluster.SharedVariable(
        name="compat/cluster", shape=[], dtype=tf.string, home=server.device, trainable=False
    )
