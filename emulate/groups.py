"""Process groups that end with the launcher, however it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable

# Reads the groups that are running, a line for each; when the launcher is gone, it closes, and they are
# killed.
_GUARD = """
import os, signal, sys
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
groups = set()
for line in sys.stdin:
    group = int(line[1:])
    groups.add(group) if line[0] == "+" else groups.discard(group)
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class Guard:
    """A process that kills the groups it was told of once this process is gone, by `SIGKILL` too."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", _GUARD],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        self._pipe = self._process.stdin.fileno()

    def entering(self, lead: Callable[[], None]) -> Callable[[], None]:
        """Returns what a new process does before its program starts: leads a group, and says so."""

        def enter() -> None:
            lead()
            with contextlib.suppress(OSError):
                os.write(self._pipe, b"+%d\n" % os.getpid())

        return enter

    def forget(self, group: int) -> None:
        """Takes a group off the list: it has ended, and its number may come again."""
        with contextlib.suppress(OSError):
            os.write(self._pipe, b"-%d\n" % group)

    def close(self) -> None:
        """Ends the guard, and what is left of the groups."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.wait(timeout=10)


def send(group: int, number: int) -> bool:
    """Sends a signal to a group, and returns whether there was anyone to get it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # the latter: only zombies are left, on some systems
        return False
    return True


def kill(group: int) -> None:
    """Ends a group at once, stopped processes too."""
    send(group, signal.SIGKILL)
