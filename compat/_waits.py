"""Waits of which a process tells, so that nobody waits in silence."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

TELL_SECONDS = 30.0


class Wait:
    """One that begins now, and is to be told of every 30 seconds."""

    def __init__(self) -> None:
        self._begun = self._told = time.monotonic()

    @property
    def seconds(self) -> float:
        """For how long it has gone on."""
        return time.monotonic() - self._begun

    def is_to_be_told(self) -> bool:
        """Whether it is time to tell of it, or of it again: whoever asks does."""
        now = time.monotonic()
        is_time = now - self._told > TELL_SECONDS
        self._told = now if is_time else self._told
        return is_time


class Waits:
    """Calls that may wait for others, of which a thread tells, since they do not.

    Args:
      tell: takes for how many seconds one has not ended.
    """

    def __init__(self, tell: Callable[[float], None]) -> None:
        self._tell = tell
        self._open: dict[object, Wait] = {}
        self._thread: threading.Thread | None = None

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """A call that may wait, inside."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, name="waits", daemon=True)
            self._thread.start()
        call = object()
        self._open[call] = Wait()
        try:
            yield
        finally:
            del self._open[call]

    def _watch(self) -> None:
        while True:
            time.sleep(TELL_SECONDS / 10)
            told = [wait.seconds for wait in list(self._open.values()) if wait.is_to_be_told()]
            if told:
                self._tell(max(told))
