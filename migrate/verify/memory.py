"""How much memory processes use, and how much there is."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict

_SHARE = 0.8  # of the machine's memory, which programs may have


def used_by(process: int) -> int:
    """The bytes of memory that a process uses, with all that it started, directly or not; 0 if unknown."""
    try:
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0  # a system without it
    children, sizes = defaultdict[int, list[int]](list), dict[int, int]()
    for line in listed.splitlines():
        pid, parent, kibibytes = map(int, line.split())
        children[parent].append(pid)
        sizes[pid] = kibibytes << 10
    total, waiting = 0, [process]
    while waiting:
        pid = waiting.pop()
        total += sizes.get(pid, 0)
        waiting += children.pop(pid, ())
    return total


def default_memory() -> float:
    """The gibibytes that programs may use where nothing else is said."""
    return _SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
