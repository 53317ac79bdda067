"""What tests ask about processes of others."""

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


def wait_for(condition: Callable[[], object], seconds: float = 30.0) -> bool:
    """Whether `condition` comes to hold."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(condition())
