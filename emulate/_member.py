"""One task of a cluster: its process, and what can be done to it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import IO

from . import _guard as guard
from . import _journal as journal
from ._child import STACKS_VARIABLE
from ._groups import Guard, mark_of
from ._steps import STEPS_VARIABLE, StepFile

_SLICE_SECONDS = 0.01
_STACKS_SIGNAL = signal.SIGRTMAX - 2  # one that programs and TensorFlow leave alone


class Member:
    """A task's process, which leads a group of its own.

    `struck` says that a fault or the cluster ended it: its status is not its own then.
    """

    def __init__(self, command: list[str], environment: dict[str, str], steps: Path, watch: Guard) -> None:
        self.steps = StepFile(steps)
        self.steps.reset()
        self.journal = Path(environment[journal.JOURNAL_VARIABLE])
        self.struck = False
        self._watch = watch
        self._mark = mark_of(environment)
        self._paused_until: float | None = None
        self._slowed = threading.Event()
        self._slowed.set()
        self._popen = subprocess.Popen(
            command,
            env={
                **environment,
                STEPS_VARIABLE: str(steps),
                STACKS_VARIABLE: str(int(_STACKS_SIGNAL)),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=watch.entering(os.setsid, self._mark),
        )
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self.streams: tuple[IO[bytes], IO[bytes]] = self._popen.stdout, self._popen.stderr

    def status(self) -> int | None:
        """Returns how it ended, as a shell gives it; None while it runs."""
        status = self._popen.poll()
        return status if status is None or status >= 0 else 128 - status

    def crashed(self) -> bool:
        """Whether it was ended by a signal."""
        return (self._popen.returncode or 0) < 0

    def clear(self) -> None:
        """Ends what it left behind when it ended."""
        guard.end(self._popen.pid, self._mark)
        self._watch.forget(self._popen.pid)
        self._slowed.set()

    def kill(self) -> None:
        """Ends it at once."""
        self.struck = True
        guard.end(self._popen.pid, self._mark)

    def pause(self, seconds: float) -> None:
        """Stops it; `resume_if_due` lets it go on."""
        self._paused_until = time.monotonic() + seconds
        guard.send(self._popen.pid, signal.SIGSTOP)

    def resume_if_due(self) -> None:
        """Lets it go on once its pause is over."""
        if self._paused_until is not None and time.monotonic() >= self._paused_until:
            self._resume()

    def slow_down(self, factor: float) -> None:
        """Lets it run one part of the time in `factor`, from now on."""
        self._slowed.set()
        self._slowed = threading.Event()
        threading.Thread(target=self._slice, args=(factor, self._slowed), daemon=True).start()

    def ask_to_end(self) -> None:
        """Sends what a process is asked to end by; one that stands still goes on for that."""
        self.struck = True
        self._slowed.set()
        self._resume()
        guard.send(self._popen.pid, signal.SIGTERM)

    def wait(self, deadline: float) -> None:
        """Waits until it has ended, or until then."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(max(0.0, deadline - time.monotonic()))

    def end(self) -> None:
        """Kills what is left of its group, and waits for it."""
        self.clear()
        self._popen.wait()

    def write_stacks(self) -> None:
        """Lets it, and the Pythons that it started, write where their threads are."""
        for pid in journal.read_pids(self.journal):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, _STACKS_SIGNAL)
        self._slowed.set()
        self._resume()

    def _resume(self) -> None:
        self._paused_until = None
        guard.send(self._popen.pid, signal.SIGCONT)

    def _slice(self, factor: float, stop: threading.Event) -> None:
        while not stop.is_set():
            guard.send(self._popen.pid, signal.SIGSTOP)
            stop.wait(_SLICE_SECONDS * (factor - 1))
            if self._paused_until is None:
                guard.send(self._popen.pid, signal.SIGCONT)
            stop.wait(_SLICE_SECONDS)
