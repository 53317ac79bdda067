"""Waits of which a process tells, so that nobody waits in silence."""

from __future__ import annotations

import time

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
