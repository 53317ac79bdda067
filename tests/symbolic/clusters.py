"""Clusters as a task sees them that is alone: nobody else changes variables."""

from __future__ import annotations

import contextlib
from typing import Any

from .namespaces import TABLES
from .unsure import Modelled, unsure


class ClusterSpec(Modelled):
    """`tf.train.ClusterSpec`."""

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, ClusterSpec):
            cluster = cluster.as_dict()
        self._jobs = {
            job: list(tasks.values()) if isinstance(tasks, dict) else list(tasks)
            for job, tasks in cluster.items()
        }

    @property
    def jobs(self) -> list[str]:
        return list(self._jobs)

    def as_dict(self) -> dict[str, list[str]]:
        return dict(self._jobs)

    def job_tasks(self, job_name: str) -> list[str]:
        return self._jobs[job_name]

    def num_tasks(self, job_name: str) -> int:
        return len(self._jobs[job_name])

    def task_address(self, job_name: str, task_index: int) -> str:
        return self._jobs[job_name][task_index]

    def __bool__(self) -> bool:
        return bool(self._jobs)


class Server(Modelled):
    """`tf.train.Server`, and `compat.Server`."""

    is_alone = True

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: Any = None,
        task_index: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        self.target = Target("grpc://task")

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> Server:
        return Server({"local": ["localhost"]})

    def join(self) -> None:
        unsure("a task that only serves")

    def start(self) -> None:
        """It is there already."""


class Target(str):
    """The address of a server, which may stand for it."""

    is_alone = True


for _table in ("tf1", "tf2"):
    TABLES[_table].update(
        {"train.ClusterSpec": ClusterSpec, "train.Server": Server, "distribute.Server": Server}
    )
TABLES["tf1"]["train.replica_device_setter"] = lambda *_, **__: None
TABLES["compat"].update({"Server": Server, "ClusterSpec": ClusterSpec})
del contextlib
