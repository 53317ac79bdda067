"""What coverage saw in a test's process, handed to the process that reports."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


def hand_over(path: Path) -> None:
    """Writes, in the test's process, what coverage saw there; nothing where nobody measures it."""
    current = _current()
    if current is not None:
        current.stop()
        path.write_bytes(current.get_data().dumps())


def take_over(path: Path) -> None:
    """Adds what a test's process wrote to what coverage saw in this one."""
    current = _current()
    if current is not None and path.exists():
        seen = sys.modules["coverage"].CoverageData(no_disk=True)
        seen.loads(path.read_bytes())
        current.get_data().update(seen)


def _current() -> Any:
    coverage = sys.modules.get("coverage")
    return coverage.Coverage.current() if coverage is not None else None
