"""The tasks that train, as a synchronous step of one of them waits for the others."""

from __future__ import annotations

from collections.abc import Sequence

from . import _marks as marks
from ._connection import Connection
from ._run import Run, State
from ._tasks import Task


class Peers:
    """The others that train, of whose work a synchronous step needs some, and that of the chief.

    Args:
      connection: that of this task.
      run: the run that they are in.
      needed: of how many tasks an update needs gradients.
    """

    def __init__(self, connection: Connection, run: Run, needed: int) -> None:
        self._connection = connection
        self._run = run
        self._needed = needed
        self._chief = connection.call(run.chief)
        self.tasks = [task for task in connection.training if task != connection.own]

    def why_stuck(self, silent: Sequence[Task]) -> str | None:
        """Why a step cannot end while these do not answer; `None` if it can.

        One that has never been here may yet come, and one that has left gave its token back.
        """
        if self._run.state() is State.FINISHED:
            return None
        timeout, training = self._connection.timeout, list(self._connection.training)
        if self._chief is not None and self._chief in silent:
            return marks.chief_gone(self._chief, timeout)
        server = self._connection.homes[0]
        lost = [task for task in silent if marks.is_lost(training.index(task), server)]
        if len(training) - len(lost) >= min(self._needed, len(training)):
            return None
        return marks.peers_gone(lost, timeout)
