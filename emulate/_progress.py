"""Noticing that something gets no further."""

from __future__ import annotations

import time
from collections.abc import Hashable


class Progress:
    """Tells when what is watched has stood still for too long, or has taken too long in all; None: never."""

    def __init__(self, stall_seconds: float | None, total_seconds: float | None) -> None:
        self._stall_seconds = stall_seconds
        self._total_seconds = total_seconds
        self._started = self._since = time.monotonic()
        self._last: Hashable = None

    def complaint(self, made: Hashable) -> str | None:
        """Returns what is wrong, once something is; `made` is what changes with every bit of progress."""
        now = time.monotonic()
        if made != self._last:
            self._last, self._since = made, now
        if self._stall_seconds is not None and now - self._since > self._stall_seconds:
            return f"no progress for {self._stall_seconds:g} s"
        if self._total_seconds is not None and now - self._started > self._total_seconds:
            return f"not done after {self._total_seconds:g} s"
        return None
