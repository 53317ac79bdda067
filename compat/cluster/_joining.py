"""How long a task that serves waits for those that train."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

from .._errors import ClusterError
from .._waits import Wait
from . import _marks as marks
from ._tasks import Task

_log = logging.getLogger(__name__)


class Joining:
    """The end of the training, as one of the servers sees it.

    Args:
      own: the server.
      training: the tasks that train; without any, there is no end.
      timeout: for how many seconds those that do not answer are waited for, once others are at their end.
    """

    def __init__(self, own: Task, training: Sequence[Task], timeout: float) -> None:
        self._own = own
        self._training = training
        self._timeout = timeout
        self._answered, self._wait = time.monotonic(), Wait()

    def is_over(self) -> bool:
        """Whether all that train have left, or are lost while the chief has come to the end.

        Raises:
          ClusterError: none answers any more, and an error has ended some.
        """
        if not self._training:
            return False
        staying = marks.staying(self._training, self._own)
        if not staying:
            return True
        now = time.monotonic()
        if any(marks.status_of(task) is not None for task in staying):
            self._answered, self._wait = now, Wait()
            return False
        if self._wait.is_to_be_told():
            _log.warning("%s waits for %s, which do not answer", self._own, ", ".join(map(str, staying)))
        is_finished = len(staying) < len(self._training) and marks.is_finished(self._own)
        failed = marks.have_failed(self._training, self._own)
        if not (is_finished or failed):
            self._answered = now
        elif now - self._answered > self._timeout:
            if is_finished:
                return True
            raise ClusterError(
                f"an error has ended {', '.join(map(str, failed))}, and for {self._timeout:g} s no task that "
                "trains has answered: the variables of this one are gone with it; see what the others say"
            )
        return False
