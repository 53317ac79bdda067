"""What tasks tell each other by marks on their servers, and how long they wait for it."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator, Sequence

import tensorflow as tf

from .._errors import ClusterError
from .._tf import marks as tf_marks
from .._tf.marks import Answer
from .._waits import Wait
from ._ending import has_failed
from ._tasks import Task

READY = 0  # the server has served itself, and can serve many at once
_LEFT = 1  # and further: that task of those that train has left
_FINISHED = (1 << 20) - 1  # the chief has come to the end
# And further, each for the tasks that train:
_CAME = 1 << 20  # it has connected
_FAILED = 2 << 20  # an error has ended it
_ALONE = 3 << 20  # a process that is to be this task does what two may not at once
# The place of all processes that are to be a chief, for what two of them may not do at once.
CHIEFS = _FINISHED - 1
_SERVES = 4 << 20  # the server is there for others, too, and not for what its process trains alone

_log = logging.getLogger(__name__)
_PING_SECONDS = 2.0
_POLL_SECONDS = 0.1
# A server of TensorFlow's own has no mark, and is as ready after this as it will ever be.
_STRANGER_SECONDS = 5.0
_ALONE_SECONDS = 5.0  # after which a process that has died meanwhile holds nobody up


def status_of(task: Task) -> bytes | None:
    """What tells the server that is there now from another one; `None` if none answers."""
    return tf_marks.status_of(task.address, _PING_SECONDS)


def wait_until_ready(tasks: Sequence[Task], timeout: float) -> None:
    """Wait until each of these servers can be connected to, and say every 30 seconds which cannot yet.

    Raises:
      ClusterError: after `timeout` seconds one does not answer, or it is one of TensorFlow 1.
    """
    wait = Wait()
    first_answer: dict[Task, float] = {}
    waiting = list(tasks)
    while waiting:
        for task in list(waiting):
            answer = tf_marks.is_marked(task.address, READY, _PING_SECONDS)
            if answer is Answer.OLDER:
                raise ClusterError(
                    f"the server of {task} is one of TensorFlow 1, which takes no graph of TensorFlow 2: "
                    "start it with the TensorFlow of this process"
                )
            if answer is Answer.UNMARKED:
                since = first_answer.setdefault(task, time.monotonic())
                if time.monotonic() - since > _STRANGER_SECONDS:
                    waiting.remove(task)
            elif answer is Answer.MARKED:
                waiting.remove(task)
        if waiting:
            if wait.seconds > timeout:
                raise ClusterError(no_answer(waiting, timeout))
            if wait.is_to_be_told():
                listed = ", ".join(map(str, waiting))
                _log.warning("no answer for %d s from %s, which is waited for", wait.seconds, listed)
            time.sleep(_POLL_SECONDS)


def is_ready(task: Task) -> bool:
    """Whether the server of a task has said that it is ready, as those of TensorFlow's own do not."""
    return _has(task, READY)


def is_taken(task: Task) -> bool:
    """Whether anything takes connections at the address of a task."""
    return tf_marks.is_taken(task.address, _PING_SECONDS)


def no_answer(tasks: Sequence[Task], timeout: float) -> str:
    """What is told of tasks that do not answer."""
    listed = ", ".join(map(str, tasks))
    taken = ", ".join(task.address for task in tasks if is_taken(task))
    other = (
        f" What listens at {taken} is a process that is stopped, or no TensorFlow server." if taken else ""
    )
    return (
        f"no answer for {timeout:g} s from {listed}: is it running, and are this address and the port "
        f"right in the cluster's description?{other}"
    )


def chief_gone(chief: Task, timeout: float) -> str:
    """What is told where the others wait for a chief that does not answer."""
    return (
        f"the chief, {chief}, has not answered for {timeout:g} s, and a synchronous step waits for it: start "
        "it again, and then this worker; where that takes longer, give Server a longer timeout"
    )


def peers_gone(lost: Sequence[Task], timeout: float) -> str:
    """What is told where a synchronous update needs gradients of tasks that do not answer."""
    listed = ", ".join(map(str, lost))
    return (
        f"no answer for {timeout:g} s from {listed}, without whose gradients no update comes: start all "
        "again, and they go on from the last checkpoint; where a task takes longer to come back, give Server "
        "a longer timeout, or aggregate fewer gradients than there are replicas"
    )


def name_of(task: Task) -> str:
    """The name of the device that the server of a task has.

    Raises:
      ClusterError: it does not answer.
    """
    name = name_in(status_of(task))
    if name is None:
        raise ClusterError(no_answer([task], _PING_SECONDS))
    return name


def name_in(status: bytes | None) -> str | None:
    """The name of the first device in what a server says of itself, if it says anything."""
    return next(iter(tf_marks.devices_in(status or b"")), None)


def names_in_cluster_of(task: Task) -> list[str] | None:
    """The tasks that the server of this one has in its cluster; `None` if one of them does not answer."""
    devices = tf_marks.devices_in_cluster_of(task.address, _STRANGER_SECONDS)
    if devices is None:
        return None
    specs = map(tf.DeviceSpec.from_string, devices)
    return sorted({f"/job:{spec.job}/task:{spec.task}" for spec in specs})


def say_ready(task: Task) -> None:
    """Let others connect to the server of this process."""
    if not tf_marks.set_mark(task.address, READY, _PING_SECONDS):
        raise ClusterError(f"the server of {task} does not answer: does another program use its port?")


def say_serves(task: Task) -> None:
    """Let other tasks that train have variables and operations on this server, too."""
    tf_marks.set_mark(task.address, _SERVES, _PING_SECONDS)


def serves(task: Task) -> bool:
    """Whether the server of a task, which is ready, is there for others."""
    return _has(task, _SERVES)


def say_here(place: int, servers: Sequence[Task]) -> None:
    """Tell the servers that a task trains (again)."""
    for server in servers:
        tf_marks.take_mark(server.address, _LEFT + place, _PING_SECONDS)
        tf_marks.take_mark(server.address, _FAILED + place, _PING_SECONDS)
        tf_marks.set_mark(server.address, _CAME + place, _PING_SECONDS)


def leave(place: int, servers: Sequence[Task]) -> None:
    """At the end of a task's process, tell the servers that it has left, or that an error has ended it."""
    mark = (_FAILED if has_failed() else _LEFT) + place  # after an error it may be started again
    for server in servers:
        tf_marks.set_mark(server.address, mark, _PING_SECONDS)


def say_finished(servers: Sequence[Task], is_finished: bool) -> None:
    """Tell the servers whether the chief has come to the end of the training."""
    for server in servers:
        if is_finished:
            tf_marks.set_mark(server.address, _FINISHED, _PING_SECONDS)
        else:
            tf_marks.take_mark(server.address, _FINISHED, _PING_SECONDS)


def is_finished(server: Task) -> bool:
    """Whether the chief has come to the end of the training."""
    return _has(server, _FINISHED)


def is_here(task: Task, place: int, server: Task) -> bool:
    """Whether a task that trains answers, and has neither told a server nor by its own that it has left."""
    return status_of(task) is not None and not _has(server, _LEFT + place) and not _has(task, _LEFT + place)


def staying(training: Sequence[Task], server: Task) -> list[Task]:
    """Those of the tasks that train, in the order of their places, that have not said that they left."""
    return [
        task
        for place, task in enumerate(training)
        if not _has(server, _LEFT + place) and not _has(task, _LEFT + place)
    ]


def have_failed(training: Sequence[Task], server: Task) -> list[Task]:
    """Those of the tasks that train, in the order of their places, that an error has ended."""
    return [task for place, task in enumerate(training) if _has(server, _FAILED + place)]


def is_lost(place: int, server: Task) -> bool:
    """Of a task that does not answer: whether it has ever been here, and has not left."""
    return _has(server, _CAME + place) and not _has(server, _LEFT + place)


@contextlib.contextmanager
def alone(place: int, server: Task) -> Iterator[None]:
    """Inside, no other process that is to be the same task is in such a block."""
    end = time.monotonic() + _ALONE_SECONDS
    while not tf_marks.set_mark(server.address, _ALONE + place, _PING_SECONDS):
        if time.monotonic() > end:
            break
        time.sleep(_POLL_SECONDS / 10)
    try:
        yield
    finally:
        tf_marks.take_mark(server.address, _ALONE + place, _PING_SECONDS)


def _has(server: Task, mark: int) -> bool:
    return tf_marks.is_marked(server.address, mark, _PING_SECONDS) is Answer.MARKED
