"""That one process alone is a task: it says so on the cluster, where another one finds it."""

from __future__ import annotations

import dataclasses
import json
import socket
from typing import Any

import tensorflow as tf

from .._errors import ClusterError
from .._tf import cluster as tf_cluster
from . import _marks as marks
from ._tasks import Task

_HERE = ("localhost", "127.0.0.1", "0.0.0.0", "[::]", "[::1]")


def claim(own: Task, place: int, server: Task) -> None:
    """Be the task `own`, of this place among those that train, to all that ask `server`.

    Call it within a connection.

    Raises:
      ClusterError: another process, that lives, is this task.
    """
    status = marks.status_of(own)
    if status is None:  # at an address that others may reach, and this process does not
        return
    claimed = tf_cluster.SharedVariable(
        name=f"compat/task/{own.job}/{own.index}",
        shape=[],
        dtype=tf.string,
        home=server.device,
        trainable=False,
    )
    with marks.alone(place, server):
        other = _of(claimed)
        if other is not None and other.status != status.hex() and other.lives():
            raise ClusterError(
                f"two processes are {own.job}:{own.index}: one on {other.host}, at {other.address}, and this "
                f"one at {own.address}: give each a task of its own"
            )
        mine = _Claim(own.address, socket.gethostname(), status.hex())
        claimed.assign(json.dumps(dataclasses.asdict(mine)), read_value=False)


@dataclasses.dataclass(frozen=True)
class _Claim:
    """A process that is a task: where it is, and what its server says of itself."""

    address: str
    host: str
    status: str

    def lives(self) -> bool:
        """Whether this process is there still."""
        name, _, port = self.address.rpartition(":")
        is_elsewhere = name in _HERE and self.host != socket.gethostname()
        address = f"{self.host}:{port}" if is_elsewhere else self.address
        status = marks.status_of(Task("", 0, address))
        return status is not None and status.hex() == self.status


def _of(claimed: tf_cluster.SharedVariable) -> _Claim | None:
    if not claimed.is_initialized():
        return None
    text: Any = claimed.numpy()
    return _Claim(**json.loads(text.decode()))
