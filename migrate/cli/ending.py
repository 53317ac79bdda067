"""Ends a command that is told to end as Ctrl-C does: what is half done is put back."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def ended_as_by_ctrl_c() -> Iterator[None]:
    """Makes a KeyboardInterrupt of SIGTERM, which schedulers and `kill` send."""
    if threading.current_thread() is not threading.main_thread():
        yield  # no other thread may say what signals do
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
