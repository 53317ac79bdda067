"""Lets a program leave that has done its work, and only waits for threads."""

from __future__ import annotations

from functools import wraps
from typing import Any

import tensorflow as tf

_SECONDS = 5.0


def shorten_waiting() -> None:
    """Have sessions give threads that do not stop some seconds, in place of the two minutes by default.

    The chief of a synchroniser always has such a thread: it waits for gradients that nobody sends any more.
    Only where the session goes on without the threads; elsewhere a program may fail by it.
    """
    real = tf.train.Coordinator.join

    @wraps(real)
    def join(
        self: Any,
        threads: Any = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        seconds = min(stop_grace_period_secs, _SECONDS) if ignore_live_threads else stop_grace_period_secs
        real(self, threads, seconds, ignore_live_threads)

    tf.train.Coordinator.join = join
