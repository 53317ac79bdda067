"""Which task of a cluster a process is, and which tasks hold the variables."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import tensorflow as tf

from .._cluster_types import Described
from .._errors import ClusterError

_LAST_PORT = 2**16 - 1
_JOB_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")  # with another one TensorFlow ends the process


@dataclass(frozen=True, order=True)
class Task:
    """One task of a cluster."""

    job: str
    index: int
    address: str

    @property
    def device(self) -> str:
        """Its CPU, by the full name."""
        return f"/job:{self.job}/replica:0/task:{self.index}/device:CPU:0"

    def is_meant_by(self, device: tf.DeviceSpec) -> bool:
        """Whether it is a task that a device names, as far as that names one."""
        return device.job in (None, self.job) and device.task in (None, self.index)

    def __str__(self) -> str:
        return f"{self.job}:{self.index} at {self.address}"


def cluster_of(given: Described) -> tf.train.ClusterSpec:
    """A `tf.train.ClusterSpec` of one, a `ClusterDef`, or a dictionary of lists or of indices and addresses.

    Raises:
      ClusterError: it is none of these, or holds no task, or one whose address is no host and port.
    """
    try:
        cluster = tf.train.ClusterSpec(given)
    except (TypeError, ValueError) as error:
        raise ClusterError(
            f"no cluster: {error}: give a dictionary such as {{'ps': ['host:2222'], 'worker': ['host:2223']}}"
        ) from error
    tasks = tasks_of(cluster)
    if not tasks:
        raise ClusterError("the cluster has no tasks: give each job the addresses of its tasks")
    for job in cluster.jobs:
        if not _JOB_NAME.fullmatch(job):
            raise ClusterError(
                f"no cluster: {job!r} is no name of a job that TensorFlow takes: give it a letter, and then "
                "letters, digits and underscores"
            )
    for task in tasks:
        port_of(task)
    return cluster


def port_of(task: Task) -> int:
    """The port at which a task is reached.

    Raises:
      ClusterError: its address is no host and port.
    """
    host, _, port = task.address.rpartition(":")
    if not (host and port.isdecimal() and int(port) <= _LAST_PORT):
        raise ClusterError(
            f"{task.job}:{task.index} has the address {task.address!r}: give a host and a port, such as "
            "'host:2222'"
        )
    return int(port)


def with_port(cluster: tf.train.ClusterSpec, own: Task) -> tuple[tf.train.ClusterSpec, Task]:
    """The cluster and its task `own`, which gets a free port if it has port 0, as TensorFlow's servers do."""
    if port_of(own):
        return cluster, own
    found = Task(own.job, own.index, f"{own.address.rpartition(':')[0]}:{_free_port()}")
    others = (task for task in tasks_of(cluster) if task != own)
    return tf.train.ClusterSpec(as_mapping([*others, found])), found


def tasks_of(cluster: tf.train.ClusterSpec, jobs: Iterable[str] | None = None) -> list[Task]:
    """The tasks of a cluster, or those of some of its jobs, by job and index."""
    return [
        Task(job, index, cluster.task_address(job, index))
        for job in (cluster.jobs if jobs is None else jobs)
        for index in cluster.task_indices(job)
    ]


def holder_of(name: str, device: str, tasks: Sequence[Task]) -> Task:
    """The first of these tasks that a variable may be on, by the name of its device.

    Raises:
      ClusterError: it is to be elsewhere.
    """
    wanted = tf.DeviceSpec.from_string(device)
    for task in tasks:
        if task.is_meant_by(wanted):
            return task
    listed = ", ".join(f"/job:{task.job}/task:{task.index}" for task in tasks)
    raise ClusterError(f"variable {name!r} is to be on {device}, but can be on {listed}")


def find_task(cluster: tf.train.ClusterSpec, job: str | None, index: int | None) -> Task:
    """The task of this name; where there is only one, it need not be named.

    Raises:
      ClusterError: the cluster has no such task, or several where none is named.
    """
    known = tasks_of(cluster)
    fitting = [
        task for task in known if (job is None or task.job == job) and (index is None or task.index == index)
    ]
    if len(fitting) == 1:
        return fitting[0]
    listed = ", ".join(f"{name} ({_indices(cluster, name)})" for name in cluster.jobs)
    if job is not None and job not in cluster.jobs:
        raise ClusterError(f"the cluster has no job {job!r}: it has {listed}")
    if not fitting:
        raise ClusterError(f"job {job!r} has no task {index}: the cluster has {listed}")
    raise ClusterError(f"which task is this process? Give job_name and task_index; the cluster has {listed}")


def serving_tasks(
    cluster: tf.train.ClusterSpec, own: Task | None, serving: Sequence[str] | None
) -> list[Task]:
    """The tasks that hold variables, as the task `own` sees it.

    Those of job `ps`, or where there is none, of all other jobs, or else the other tasks of its own job;
    or those that `serving` names: jobs, or tasks such as `/job:local/task:0`.

    Raises:
      ClusterError: `serving` names what the cluster does not have.
    """
    if serving is not None:
        return [task for name in serving for task in _named(cluster, name)]
    if "ps" in cluster.jobs:
        return tasks_of(cluster, ["ps"])
    others = [job for job in cluster.jobs if own is None or job != own.job]
    return [task for task in tasks_of(cluster, others or None) if task != own]


def _named(cluster: tf.train.ClusterSpec, name: str) -> list[Task]:
    device = tf.DeviceSpec.from_string(name) if name.startswith("/") else tf.DeviceSpec(job=name)
    found = [task for task in tasks_of(cluster) if task.is_meant_by(device)]
    if not found:
        raise ClusterError(f"the cluster has no {name}: its jobs are {', '.join(cluster.jobs)}")
    return found


def _indices(cluster: tf.train.ClusterSpec, job: str) -> str:
    indices = cluster.task_indices(job)
    if len(indices) > 1 and indices == list(range(indices[0], indices[-1] + 1)):
        return f"{indices[0]} to {indices[-1]}"
    return ", ".join(map(str, indices)) or "no task"


def free_address(towards: Sequence[Task]) -> str:
    """An address at which this process can be reached by those tasks, of a free port."""
    host = "localhost"
    for task in towards:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # sends nothing
            try:
                probe.connect((task.address.rpartition(":")[0], port_of(task)))
                host = probe.getsockname()[0]
            except OSError:
                continue  # what cannot be resolved is told of when it does not answer
        break
    return f"{host}:{_free_port()}"


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("", 0))
        port: int = listening.getsockname()[1]
    return port


def as_mapping(tasks: Iterable[Task]) -> Mapping[str, Mapping[int, str]]:
    """A sparse cluster of these tasks."""
    jobs: dict[str, dict[int, str]] = {}
    for task in tasks:
        jobs.setdefault(task.job, {})[task.index] = task.address
    return jobs
