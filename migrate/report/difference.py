"""Changes as a patch, to the byte."""

from __future__ import annotations

import difflib
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from migrate.model.outcome import FileChange


def unified_diff(changes: Iterable[FileChange]) -> bytes:
    """The patch that makes `changes`, in the encoding and with the line ends of each file, sorted by path."""
    return b"".join(line for change in sorted(changes, key=lambda c: c.path) for line in _of_file(change))


def _of_file(change: FileChange) -> Iterator[bytes]:
    name = _bytes_of(change.path)
    lines = difflib.diff_bytes(
        difflib.unified_diff, _lines(change.before), _lines(change.after), name, name, lineterm=b"\n"
    )
    for line in lines:
        yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[bytes]:
    return io.BytesIO(data).readlines()  # bytes.splitlines would also split at a carriage return


def _bytes_of(path: Path) -> bytes:
    return path.as_posix().encode("utf-8", "surrogateescape")
