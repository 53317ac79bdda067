"""The files that git tracks, by its index: these it does not ignore, whatever its patterns say."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator, Set
from pathlib import Path

_HEADER = struct.Struct(">4sII")
_FLAGS_AT, _PATH_AT = 60, 62  # behind times, mode, owner, size and the object's name
_EXTENDED = 0x4000


def tracked(folder: Path) -> Set[Path]:
    """The tracked files of the repository whose top is `folder`, and all folders that hold some.

    Nothing where there is no index, or none of the form that git writes by itself.
    """
    try:
        files = [folder / os.fsdecode(one) for one in _paths((_of_git(folder) / "index").read_bytes())]
    except (OSError, ValueError, IndexError, struct.error):
        return frozenset()
    return {one for file in files for one in (file, *file.parents)}


def _of_git(folder: Path) -> Path:
    """The folder in which git keeps what it knows; of another working tree, a file tells it."""
    place = folder / ".git"
    if not place.is_file():
        return place
    return folder / place.read_text(encoding="utf-8").removeprefix("gitdir:").strip()


def _paths(index: bytes) -> Iterator[bytes]:
    """The paths in an index, of each version that there is."""
    mark, version, count = _HEADER.unpack_from(index)
    if mark != b"DIRC" or version not in (2, 3, 4):
        raise ValueError(version)
    at, path = _HEADER.size, b""
    for _ in range(count):
        (flags,) = struct.unpack_from(">H", index, at + _FLAGS_AT)
        start = at + _PATH_AT + (2 if flags & _EXTENDED else 0)
        if version == 4:  # it tells how much of the path before it ends otherwise
            dropped, start = _number(index, start)
            end = index.index(b"\0", start)
            path, at = path[: len(path) - dropped] + index[start:end], end + 1
        else:
            end = index.index(b"\0", start)
            path, at = index[start:end], at + (end - at + 8) // 8 * 8
        yield path


def _number(index: bytes, at: int) -> tuple[int, int]:
    """A number of some bytes, of which each but the last has its highest bit, and what comes behind it."""
    value = index[at] & 0x7F
    while index[at] & 0x80:
        at += 1
        value = (value + 1 << 7) | index[at] & 0x7F
    return value, at + 1
