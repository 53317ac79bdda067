"""What tests ask about processes of others."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the second where it ends meanwhile
        return False


def catches(pid: int, number: int) -> bool:
    """Whether a process has a handler for a signal."""
    masks = dict(line.split(":\t") for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return bool(int(masks["SigCgt"], 16) >> (number - 1) & 1)


def connections(pid: int) -> set[tuple[str, str]]:
    """The two ends of each open TCP connection of a process: its own, and the other's."""
    sockets = {}
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            _, own, other, state, *_, inode = line.split()[:10]
            if state == "01":  # established
                sockets[f"socket:[{inode}]"] = own.rpartition(":")[2], other.rpartition(":")[2]
    held = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            held.add(str(file.readlink()))
    return {ends for socket, ends in sockets.items() if socket in held}


def wait_for(condition: Callable[[], object], seconds: float = 30.0) -> bool:
    """Whether `condition` comes to hold."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(condition())
