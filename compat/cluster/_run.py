"""How far a run of training is, told on the cluster itself, by its chief to the others."""

from __future__ import annotations

import enum
import uuid
from typing import Any

import tensorflow as tf

from .._errors import ClusterError
from .._tf import cluster as tf_cluster
from ._connection import Connection
from ._tasks import Task


class State(enum.Enum):
    """How far it is."""

    NONE = "none"  # no chief has begun
    BEGUN = "begun"  # the variables are being given their values
    READY = "ready"
    FINISHED = "finished"  # the next chief begins anew

    @property
    def is_ready(self) -> bool:
        """Whether all variables that the chief knows have values."""
        return self in (State.READY, State.FINISHED)


class Run:
    """A run of training, as a string on the first task that holds variables. Call it within a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told = tf_cluster.SharedVariable(
            name="compat/run", shape=[], dtype=tf.string, home=connection.homes[0].device, trainable=False
        )

    def state(self) -> State:
        """How far the run is."""
        return self._read()[0]

    @property
    def identity(self) -> str:
        """What tells this run from others on the same servers."""
        return self._read()[1]

    def chief(self) -> Task | None:
        """The chief; `None` if it is no task of the cluster, so that nobody knows where it is."""
        name = self._read()[2]
        return next((one for one in self._connection.training if _name(one) == name), None)

    def begin(self) -> None:
        """The chief gives the variables their values.

        Raises:
          ClusterError: another chief has done so before, and has not finished.
        """
        self.take_over()
        self._tell(State.BEGUN, uuid.uuid4().hex)

    def take_over(self) -> None:
        """The chief is here, perhaps again.

        Raises:
          ClusterError: the run has another chief.
        """
        state, _, chief = self._read()
        if state in (State.BEGUN, State.READY) and chief != _name(self._connection.own):
            raise ClusterError(
                f"the variables were initialised by {chief} before, and its training has not ended: only one "
                "task may be the chief"
            )

    def ready(self) -> None:
        """All variables have values."""
        self._tell(State.READY, self.identity)

    def finish(self) -> None:
        """The training is done."""
        self._tell(State.FINISHED, self.identity)

    def renew(self) -> None:
        """Find what is told again, after the connection was made anew."""
        self._told.renew()

    def _tell(self, state: State, identity: str) -> None:
        self._told.assign(f"{state.value} {identity} {_name(self._connection.own)}", read_value=False)

    def _read(self) -> tuple[State, str, str]:
        if not self._told.is_initialized():
            return State.NONE, "", ""
        text: Any = self._told.numpy()
        state, identity, chief = text.decode().split(" ", 2)
        return State(state), identity, chief


def _name(task: Task) -> str:
    return f"{task.job}:{task.index}"
