"""What an emulated process tells the launcher: that it emulates, and which names would have collapsed.

A program may catch an `EmulateError` and go on, or end in `os._exit`; the launcher must know all the same, so
each process appends lines to a file that the launcher reads when the program has ended.
"""

import os
from pathlib import Path

JOURNAL_VARIABLE = "TFMIGRATE_EMULATE_JOURNAL"

_STARTED = "started"
_COLLAPSED = "collapsed "
_PROCESS = "process "


def record_start() -> None:
    """Notes that this process emulates devices; does nothing outside the launcher."""
    _append(_STARTED)


def record_collapse(message: str) -> None:
    """Notes that two names would have meant one device; does nothing outside the launcher."""
    _append(_COLLAPSED + message)


def read(path: Path) -> tuple[bool, list[str]]:
    """Returns whether any process emulated devices, and the distinct collapses in the order they came."""
    lines = path.read_text(encoding="utf-8").splitlines()
    collapses = [line.removeprefix(_COLLAPSED) for line in lines if line.startswith(_COLLAPSED)]
    return _STARTED in lines, list(dict.fromkeys(collapses))


def read_pids(path: Path) -> list[int]:
    """Returns the processes that wrote their stacks to their error output, were they asked to."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [int(line.removeprefix(_PROCESS)) for line in lines if line.startswith(_PROCESS)]


def _append(line: str) -> None:
    path = os.environ.get(JOURNAL_VARIABLE)
    if path is None or not os.path.exists(path):  # a process that outlived the launcher tells nobody
        return
    with open(path, "a", encoding="utf-8") as file:
        file.write(line + "\n")
