"""That one process alone is a task, or a chief: it says so on the cluster, where another one finds it."""

from __future__ import annotations

import dataclasses
import json
import socket
from collections.abc import Sequence
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
    mine = _Claim.of(own)
    if mine is None:  # at an address that others may reach, and this process does not
        return
    with marks.alone(place, server):
        claims = _Claims(f"compat/task/{own.job}/{own.index}", server)
        for other in claims.of_others(mine):
            raise ClusterError(
                f"two processes are {own.job}:{own.index}: one on {other.host}, at {other.address}, and this "
                f"one at {own.address}: give each a task of its own"
            )
        claims.keep([mine])


def lead(own: Task, server: Task, variables: Sequence[str]) -> None:
    """Be the chief, who gives these shared variables their values, to all that ask `server`.

    Call it within a connection.

    Raises:
      ClusterError: another process, that lives, gives values to one of them.
    """
    mine = _Claim.of(own, variables)
    if mine is None:
        return
    with marks.alone(marks.CHIEFS, server):
        claims = _Claims(_CHIEFS, server)
        others = claims.of_others(mine)
        for other in others:
            both = sorted({*other.variables}.intersection(variables))
            if both:
                raise ClusterError(
                    f"two chiefs: {other.task} on {other.host}, at {other.address}, gives values to "
                    f"{len(both)} variables ({', '.join(both[:3])}), and {own} would give them others: run "
                    "one task with is_chief=True"
                )
        claims.keep([*others, mine])


def lead_no_more(own: Task, server: Task) -> None:
    """Let another process be the chief. Call it within a connection."""
    mine = _Claim.of(own)
    if mine is not None:
        with marks.alone(marks.CHIEFS, server):
            claims = _Claims(_CHIEFS, server)
            claims.keep(claims.of_others(mine))


_CHIEFS = "compat/chiefs"


@dataclasses.dataclass(frozen=True)
class _Claim:
    """A process that is a task, or a chief: where it is, and what its server says of itself."""

    task: str
    address: str
    host: str
    status: str
    variables: Sequence[str] = ()  # to which it gives values

    @staticmethod
    def of(own: Task, variables: Sequence[str] = ()) -> _Claim | None:
        """That of this process; `None` if it does not reach its own address."""
        status = marks.status_of(own)
        if status is None:
            return None
        task = f"{own.job}:{own.index}"
        return _Claim(task, own.address, socket.gethostname(), status.hex(), variables)

    def lives(self) -> bool:
        """Whether this process is there still."""
        name, _, port = self.address.rpartition(":")
        is_elsewhere = name in _HERE and self.host != socket.gethostname()
        address = f"{self.host}:{port}" if is_elsewhere else self.address
        status = marks.status_of(Task("", 0, address))
        return status is not None and status.hex() == self.status


class _Claims:
    """Those of one name, as a string on a server."""

    def __init__(self, name: str, server: Task) -> None:
        self._told = tf_cluster.SharedVariable(
            name=name, shape=[], dtype=tf.string, home=server.device, trainable=False
        )

    def of_others(self, mine: _Claim) -> list[_Claim]:
        """Those of other processes, that live."""
        if not self._told.is_initialized():
            return []
        text: Any = self._told.numpy()
        claims = [_Claim(**one) for one in json.loads(text.decode())]
        return [one for one in claims if one.status != mine.status and one.lives()]

    def keep(self, claims: Sequence[_Claim]) -> None:
        self._told.assign(json.dumps([dataclasses.asdict(one) for one in claims]), read_value=False)
