"""What a platform tells a process of its task, beside what the program is told by its flags."""

from __future__ import annotations

import json
import os

import tensorflow as tf

from .._errors import ClusterError
from ._tasks import Task, tasks_of


def check_agrees(own: Task, cluster: tf.train.ClusterSpec) -> None:
    """Compare the task that a program makes a server for with that of `TF_CONFIG`, if it names one.

    A cluster of other addresses is another cluster, such as a server of this process alone.

    Raises:
      ClusterError: they are two tasks of one cluster.
    """
    told = _told()
    others = {task.address: task for task in tasks_of(cluster) if task != own}
    if told is not None and told.address in others:
        raise ClusterError(
            f"TF_CONFIG says that this process is {told}, but the program makes the server of {own}: give "
            "its flags and TF_CONFIG the same task, or take TF_CONFIG out of the environment"
        )


def _told() -> Task | None:
    """The task that `TF_CONFIG` gives this process, if it names one: what else is wrong, its readers tell."""
    try:
        given = json.loads(os.environ.get("TF_CONFIG") or "{}")
        job, index = given["task"]["type"], int(given["task"]["index"])
        return Task(job, index, given["cluster"][job][index])
    except (KeyError, IndexError, TypeError, ValueError):
        return None
