"""What tasks tell each other by marks on their servers, and how long they wait for it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from .. import _tf_marks
from .._tf_marks import Answer
from ..errors import ClusterError
from .tasks import Task

READY = 0  # the server has served itself, and can serve many at once
_LEFT = 1  # and further: that task of those that train has left

_PING_SECONDS = 2.0
_POLL_SECONDS = 0.1
# A server of TensorFlow's own has no mark, and is as ready after this as it will ever be.
_STRANGER_SECONDS = 5.0


def status_of(task: Task) -> bytes | None:
    """What tells the server that is there now from another one; `None` if none answers."""
    return _tf_marks.status_of(task.address, _PING_SECONDS)


def wait_until_ready(tasks: Sequence[Task], timeout: float) -> None:
    """Wait until each of these servers can be connected to.

    Raises:
      ClusterError: after `timeout` seconds one does not answer.
    """
    end = time.monotonic() + timeout
    first_answer: dict[Task, float] = {}
    waiting = list(tasks)
    while waiting:
        for task in list(waiting):
            answer = _tf_marks.is_marked(task.address, READY, _PING_SECONDS)
            if answer is Answer.UNMARKED:
                since = first_answer.setdefault(task, time.monotonic())
                if time.monotonic() - since > _STRANGER_SECONDS:
                    waiting.remove(task)
            elif answer is Answer.MARKED:
                waiting.remove(task)
        if waiting:
            if time.monotonic() > end:
                raise ClusterError(no_answer(waiting, timeout))
            time.sleep(_POLL_SECONDS)


def no_answer(tasks: Sequence[Task], timeout: float) -> str:
    """What is told of tasks that do not answer."""
    listed = ", ".join(map(str, tasks))
    return (
        f"no answer for {timeout:g} s from {listed}: is it running, and are this address and the port "
        "right in the cluster's description?"
    )


def name_of(task: Task) -> str:
    """The name of the device that the server of a task has.

    Raises:
      ClusterError: it does not answer.
    """
    status = status_of(task)
    name = None if status is None else _tf_marks.task_in(status)
    if name is None:
        raise ClusterError(no_answer([task], _PING_SECONDS))
    return name


def say_ready(task: Task) -> None:
    """Let others connect to the server of this process."""
    if not _tf_marks.set_mark(task.address, READY, _PING_SECONDS):
        raise ClusterError(f"the server of {task} does not answer: does another program use its port?")


def say_here(place: int, servers: Sequence[Task]) -> None:
    """Tell the servers that a task trains (again)."""
    for server in servers:
        _tf_marks.take_mark(server.address, _LEFT + place, _PING_SECONDS)


def say_left(place: int, servers: Sequence[Task]) -> None:
    """Tell the servers that a task has done its part of the training."""
    for server in servers:
        _tf_marks.set_mark(server.address, _LEFT + place, _PING_SECONDS)


def have_left(places: int, server: Task) -> bool:
    """Whether all the tasks that train have left."""
    return all(
        _tf_marks.is_marked(server.address, _LEFT + place, _PING_SECONDS) is Answer.MARKED
        for place in range(places)
    )
