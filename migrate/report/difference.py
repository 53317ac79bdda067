"""Changes as a patch that `git apply` takes, to the byte; hunks of notebooks name their cell."""

from __future__ import annotations

import difflib
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from migrate.model.outcome import FileChange

_HUNK = re.compile(rb"@@ -(\d+)")
_TO_BE_QUOTED = re.compile(rb'[\x00-\x1f"\\\x7f]')
_CELL = re.compile(rb'^\s*"cell_type"')


def unified_diff(changes: Iterable[FileChange]) -> bytes:
    """The patch that makes `changes`, in the encoding and with the line ends of each file, sorted by path.

    Applied in the current folder it changes the files that `changes` name, as far as these are below it.
    """
    return b"".join(line for change in sorted(changes, key=lambda c: c.path) for line in _of_file(change))


def _of_file(change: FileChange) -> Iterator[bytes]:
    lines = difflib.diff_bytes(
        difflib.unified_diff,
        _lines(change.before),
        _lines(change.after),
        _name("a", change.path),
        _name("b", change.path),
        lineterm=b"\n",
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


def _name(side: str, path: Path) -> bytes:
    """A file's name as git writes it: in quotes if need be, and with a tab behind one that has spaces."""
    here = Path.cwd()
    place = (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
    name = f"{side}/{place.removeprefix('/')}".encode("utf-8", "surrogateescape")
    if _TO_BE_QUOTED.search(name):
        return b'"%s"' % _TO_BE_QUOTED.sub(lambda found: b"\\%03o" % found[0][0], name)
    return name + b"\t" if b" " in name else name
