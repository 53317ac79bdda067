"""The tasks of a cluster: their addresses, and how each is told of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ._errors import EmulateError
from ._ports import LOOPBACK

# The order in which TensorFlow's own jobs are listed; others come behind.
_ORDER = ("chief", "master", "ps", "worker", "evaluator")
_OUTSIDE = "evaluator"  # which TF_CONFIG does not list in the cluster


@dataclass(frozen=True)
class Task:
    """A task of a cluster; `str` gives `worker:1`."""

    job: str
    index: int

    def __str__(self) -> str:
        return f"{self.job}:{self.index}"


def checked_jobs(jobs: Mapping[str, int]) -> dict[str, int]:
    """Returns the jobs that have tasks, in TensorFlow's order.

    Raises:
        EmulateError: a number is not an integer of 0 or more, a name is not one, or there is no task.
    """
    for job, count in jobs.items():
        if not job.isidentifier():
            raise EmulateError(f"job {job!r}: a job's name consists of letters, digits and _")
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise EmulateError(f"{count!r} tasks of {job}: the number must be an integer of 0 or more")
        if job == "chief" and count > 1:
            raise EmulateError(f"{count} chiefs: a cluster has one")
    ordered = sorted(jobs, key=lambda job: _ORDER.index(job) if job in _ORDER else len(_ORDER))
    found = {job: jobs[job] for job in ordered if jobs[job]}
    if not found:
        raise EmulateError("a cluster without tasks: ask for at least one, as in --ps 1 --workers 2")
    return found


@dataclass(frozen=True)
class Topology:
    """Which tasks there are, and the port of each."""

    ports: Mapping[Task, int]

    @classmethod
    def of(cls, jobs: Mapping[str, int], ports: list[int]) -> Topology:
        """Returns the topology of `jobs`, as `checked_jobs` gives them, on these ports."""
        tasks = [Task(job, index) for job, count in jobs.items() for index in range(count)]
        return cls(dict(zip(tasks, ports, strict=True)))

    @property
    def tasks(self) -> list[Task]:
        """All tasks, job by job."""
        return list(self.ports)

    def address(self, task: Task) -> str:
        """Where a task listens, such as `127.0.0.1:20001`."""
        return f"{LOOPBACK}:{self.ports[task]}"

    def find(self, name: str) -> Task:
        """Returns the task that `worker:1` names.

        Raises:
            EmulateError: there is none.
        """
        job, _, index = name.partition(":")
        for task in self.ports:
            if task.job == job and str(task.index) == (index or "0"):
                return task
        there = ", ".join(map(str, self.tasks))
        raise EmulateError(f"{name}: the cluster has no such task, only {there}")

    def tf_config(self, task: Task) -> str:
        """Returns the `TF_CONFIG` of a task."""
        return json.dumps(
            {"cluster": self._addresses(), "task": {"type": task.job, "index": task.index}}, sort_keys=True
        )

    def fill(self, argument: str, task: Task) -> str:
        """Returns an argument with its templates filled in.

        They are `{job}`, `{index}`, `{address}`, `{cluster}` (as JSON), and `{worker_hosts}` and the like for
        each job, empty for `ps`, `worker`, `chief` and `evaluator` where there are none. Other braces stay.
        """
        words = {
            "job": task.job,
            "index": str(task.index),
            "address": self.address(task),
            "cluster": json.dumps(self._addresses()),
        }
        hosts = dict.fromkeys(_ORDER, "")
        hosts.update({job: ",".join(addresses) for job, addresses in self._addresses(everyone=True).items()})
        words.update({f"{job}_hosts": addresses for job, addresses in hosts.items()})
        for word, value in words.items():
            argument = argument.replace(f"{{{word}}}", value)
        return argument

    def _addresses(self, *, everyone: bool = False) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for task in self.ports:
            if everyone or task.job != _OUTSIDE:
                found.setdefault(task.job, []).append(self.address(task))
        return found
