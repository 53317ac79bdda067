"""Ends process groups once whoever started them is gone; run as a script, it needs nothing else of here."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

_ROUNDS = 10  # a process may start another one while processes are looked through
_ROUND_SECONDS = 0.02


def send(group: int, number: int) -> bool:
    """Sends a signal to a group, and returns whether there was anyone to get it."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # the latter: only zombies are left, on some systems
        return False
    return True


def end(group: int, mark: str) -> None:
    """Ends a group at once, stopped processes too, and those that have left it but bear its mark.

    `mark` is an entry of their environment, `NAME=value`, which a process that calls `setsid` keeps. Only
    Linux tells of it.
    """
    send(group, signal.SIGKILL)
    entry = os.fsencode(mark)
    for _ in range(_ROUNDS):
        found = [pid for pid in _processes() if entry in _environment(pid)]
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            return
        time.sleep(_ROUND_SECONDS)


def main() -> None:
    """Reads the groups that run, a line for each; when the launcher is gone, that ends, and so do they."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    running: dict[int, str] = {}
    for line in sys.stdin:
        group, _, mark = line[1:].rstrip("\n").partition(" ")
        if line[0] == "+":
            running[int(group)] = mark
        else:
            running.pop(int(group), None)
    for leader, mark in running.items():
        end(leader, mark)


def _processes() -> list[int]:
    with contextlib.suppress(OSError):
        return [int(name) for name in os.listdir("/proc") if name.isdecimal() and int(name) != os.getpid()]
    return []


def _environment(pid: int) -> list[bytes]:
    """Returns what a process was started with; nothing if it is dead or somebody else's."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


if __name__ == "__main__":
    main()
