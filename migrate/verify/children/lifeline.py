"""A child process ends with the one that started it, however that ends."""

from __future__ import annotations

import os
import signal
import threading


def end_with_parent(lifeline: int) -> None:
    """End this process and those of its group when the parent is gone, which closes the pipe `lifeline`."""
    threading.Thread(target=_wait, args=(lifeline,), daemon=True).start()


def _wait(lifeline: int) -> None:
    os.read(lifeline, 1)
    os.killpg(0, signal.SIGKILL)
