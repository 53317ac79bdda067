"""Changes as a patch, to the byte; those of notebooks name the cell behind the place of each hunk."""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from migrate.model.outcome import FileChange

_HUNK = re.compile(rb"@@ -(\d+)")
_CELL = re.compile(rb'^\s*"cell_type"')


def unified_diff(changes: Iterable[FileChange]) -> bytes:
    """The patch that makes `changes`, in the encoding and with the line ends of each file, sorted by path."""
    return b"".join(line for change in sorted(changes, key=lambda c: c.path) for line in _of_file(change))


def _of_file(change: FileChange) -> Iterator[bytes]:
    name = _bytes_of(change.path)
    lines = difflib.diff_bytes(
        difflib.unified_diff, _lines(change.before), _lines(change.after), name, name, lineterm=b"\n"
    )
    if change.path.suffix == ".ipynb":
        lines = _with_cells(lines, _lines(change.before))
    for line in lines:
        yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _with_cells(patch: Iterable[bytes], before: Sequence[bytes]) -> Iterator[bytes]:
    """The patch of a notebook, each hunk with the number of the cell in which it changes something first."""
    waiting: list[bytes] = []
    for line in patch:
        if waiting and line[:1] != b" ":
            first = int(_HUNK.match(waiting[0])[1]) + len(waiting) - 1  # type: ignore[index]
            cell = sum(_CELL.search(one) is not None for one in before[: max(first - 1, 0)])
            yield waiting[0].replace(b" @@\n", b" @@ cell %d\n" % cell)
            yield from waiting[1:]
            waiting = []
        if waiting or _HUNK.match(line):
            waiting.append(line)
        else:
            yield line
    yield from waiting


def _lines(data: bytes) -> list[bytes]:
    return io.BytesIO(data).readlines()  # bytes.splitlines would also split at a carriage return


def _bytes_of(path: Path) -> bytes:
    return path.as_posix().encode("utf-8", "surrogateescape")
