"""Folders of logs that nobody named: they go with the process that made them, unless something failed."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_to_go: dict[Path, int] = {}  # by whom they were made: a fork ends before its parent has read them


def make() -> Path:
    """Returns a new folder, which goes when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="emulate-logs-"))
    _to_go[folder] = os.getpid()
    return folder


def keep(folder: Path) -> None:
    """Leaves a folder where it is."""
    _to_go.pop(folder, None)


def remove() -> None:
    """Removes the folders that this process made and that are not kept."""
    for folder in [folder for folder, maker in _to_go.items() if maker == os.getpid()]:
        del _to_go[folder]
        shutil.rmtree(folder, ignore_errors=True)


atexit.register(remove)
