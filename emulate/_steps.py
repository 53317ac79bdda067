"""The count of a program's steps, in a file that the program's process and the launcher share.

The launcher may arm a step: the process that reaches it stops itself there, until the launcher does what it
meant to do at that step.
"""

from __future__ import annotations

import mmap
import os
import signal
import struct
from pathlib import Path

STEPS_VARIABLE = "TFMIGRATE_EMULATE_STEPS"
_LAYOUT = struct.Struct("qq")


class StepFile:
    """The shared file: how many steps were made, and at which to stop (0: at none)."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(_LAYOUT.pack(0, 0))
        with open(path, "r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _LAYOUT.size)

    @property
    def count(self) -> int:
        """Steps made so far."""
        return int(_LAYOUT.unpack_from(self._shared)[0])

    def reset(self) -> None:
        """Starts to count anew, for a process that starts anew."""
        struct.pack_into("q", self._shared, 0, 0)

    def arm(self, step: int) -> None:
        """Lets the process stop itself at a step; 0 for none."""
        struct.pack_into("q", self._shared, 8, step)

    def reach(self, count: int) -> None:
        """Notes, in the process, that so many steps are made; returns when the launcher lets it go on."""
        struct.pack_into("q", self._shared, 0, count)
        armed = _LAYOUT.unpack_from(self._shared)[1]
        if 0 < armed <= count:
            os.kill(os.getpid(), signal.SIGSTOP)
