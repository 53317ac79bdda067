"""How a program ended."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .output import last_part

_FILE = "ending.json"  # which the child writes: see children/ending.py
_TAIL_LINES = 30
_LINES_OF_STDOUT = 5
# What TensorFlow says of itself wherever it starts, and of names that are deprecated.
_LOGGED = re.compile(
    r"[IWE]\d{4} \d\d:|WARNING: All log messages before absl|WARNING:tensorflow:From "
    r"|Instructions for updating:|non-resource variables are not supported"
)
_TAIL_BYTES = 16_384
_FRAME = re.compile(r'  File "(?P<file>[^"]+)", line \d+')
_OWN = str(Path(__file__).parent / "children") + os.sep


@dataclass(frozen=True)
class Ending:
    """How a program ended, and where its output is.

    Attributes:
      kind: `end` of the file, `cut` after its last step to compare, `exit` by `sys.exit`, `exception`,
        `killed` (by a signal, or without a word), `late`: still running when its time was over, `large`: it
        used more memory than it may, or `wordy`: the tasks of its cluster printed more than they may.
      status: the exit status of the process, negative for a signal.
      error: the type of the exception; empty for another kind.
      is_of_tensorflow: whether the exception's type is TensorFlow's, whose words differ from 1 to 2.
      says: the first line of the exception's message.
      place: the program's innermost line that the exception passed, such as `train.py:41`.
      lost: the bytes of stdout for which there was no room.
    """

    kind: str
    status: int
    record: Path
    error: str = ""
    is_of_tensorflow: bool = False
    says: str = ""
    place: str = ""
    lost: int = 0

    @property
    def is_of_others(self) -> bool:
        """Whether all went well but for what the program leaves behind, or for other tasks of its cluster."""
        return self.kind == "end" and self.status != 0

    @property
    def stdout(self) -> Path:
        """What the program wrote to stdout, up to the bytes that were lost."""
        return self.record / "stdout.txt"

    @property
    def stderr(self) -> Path:
        """What the program wrote to stderr."""
        return self.record / "stderr.txt"

    def written_last(self) -> list[str]:
        """The last lines that the program wrote to stderr, as they are."""
        return _end_of(self.stderr)

    def tail(self) -> str:
        """The last lines that the program wrote to stderr, indented, each on a line of its own.

        Without those of TensorFlow's log, and the frames of what runs the program; its files as it has them.
        """
        written = self.written_last()
        lines = [line for line in written if not _LOGGED.match(line)]
        if not lines and self.kind == "killed":
            lines = written  # which may tell why
        if not lines:
            log = " but TensorFlow's log" if written else ""
            return f" (it wrote nothing to stderr{log})"
        folder = str(self.record.parent / "files") + "/"
        lines = [line.replace(folder, "") for line in _without_own_frames(lines)]
        return "\n  " + "\n  ".join(lines[-_TAIL_LINES:])

    def printed_last(self) -> str:
        """The last lines that the program wrote to stdout, indented as those of `tail`; empty without any."""
        lines = _end_of(self.stdout)[-_LINES_OF_STDOUT:]
        return "".join(f"\n  {line}" for line in lines)

    def __str__(self) -> str:
        if self.kind == "exception":
            place = f" at {self.place}" if self.place else ""
            return f"ended with {self.error}{place}" + (f": {self.says}" if self.says else "")
        if self.kind == "exit" and self.status:
            return f"ended with status {self.status}"
        if self.is_of_others:
            return f"ran to its end, but ended with status {self.status} (in a cluster, that of another task)"
        if self.kind == "killed":
            return (
                "was killed by " + signal.Signals(-self.status).name
                if self.status < 0
                else (f"ended with status {self.status}")
            )
        return {
            "late": "was still running",
            "large": "used more memory than it may",
            "wordy": "printed more than its tasks may",
            "cut": "was ended after its last step to compare",
        }.get(self.kind, "ran to its end")


def _without_own_frames(lines: Sequence[str]) -> Iterator[str]:
    """The lines of tracebacks, but for the frames that are not of the program."""
    is_own = False
    for line in lines:
        if frame := _FRAME.match(line):
            is_own = frame["file"].startswith("<frozen ") or frame["file"].startswith(_OWN)
        elif is_own and not line.startswith("    "):  # what stands in the frame's line is below it
            is_own = False
        if not is_own:
            yield line


def _end_of(path: Path) -> list[str]:
    """The last lines of what a stream gave that is kept in a file."""
    path = last_part(path)
    with open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        return file.read().decode(errors="replace").rstrip().splitlines()


def read_ending(record: Path, status: int, lost: int) -> Ending:
    """How the program ended that was recorded in a folder, and whose process ended with `status`."""
    path = record / _FILE
    if status < 0 or not path.exists():
        return Ending("killed", status, record, lost=lost)
    told = json.loads(path.read_text(encoding="utf-8"))
    if told["kind"] != "exception":
        own = told.get("status", 0)
        # Its process may have another status: in a cluster that is what the tasks come to.
        kind, status = ("end", status) if status and not own else (told["kind"], own)
        return Ending(kind, status, record, lost=lost)
    is_of_tensorflow = told["module"] == "tensorflow"
    return Ending(
        "exception", status, record, told["type"], is_of_tensorflow, told["says"], told["place"], lost
    )
