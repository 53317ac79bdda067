"""Process groups that end with the launcher, however it ends."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable

from . import _guard as guard
from ._journal import JOURNAL_VARIABLE


class Guard:
    """A process that ends the groups it was told of once this process is gone, by `SIGKILL` too."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-E", guard.__file__],
            env={**os.environ, JOURNAL_VARIABLE: ""},  # it bears no mark, of a launcher above this one
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        self._pipe = self._process.stdin.fileno()

    def entering(self, lead: Callable[[], None], mark: str) -> Callable[[], None]:
        """Returns what a new process, which bears `mark`, does first: leads a group, and says so."""

        def enter() -> None:
            lead()
            with contextlib.suppress(OSError):
                os.write(self._pipe, b"+%d %s\n" % (os.getpid(), os.fsencode(mark)))

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


def mark_of(environment: dict[str, str]) -> str:
    """Returns what marks the processes of a launch: the journal that is in their environment."""
    return f"{JOURNAL_VARIABLE}={environment[JOURNAL_VARIABLE]}"
