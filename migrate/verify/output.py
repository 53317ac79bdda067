"""Keeps what a process writes, as far as there is room: a program that prints for ever fills no disk."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 16 << 20  # of each stream; what comes behind is read and forgotten
_CHUNK = 1 << 16
_SECONDS_TO_DRAIN = 2.0


@dataclass
class Kept:
    """One stream, in a file; `lost` counts the bytes for which there was no room.

    Where there are such, the last of them are in a file beside it: see `last_part`.
    """

    path: Path
    lost: int = 0


def last_part(path: Path) -> Path:
    """The file that ends as the stream did which is kept in `path`."""
    last = path.with_suffix(".last")
    return last if last.exists() else path


@contextlib.contextmanager
def kept(path: Path, most_bytes: int = MOST_BYTES) -> Iterator[tuple[int, Kept]]:
    """Gives a descriptor to write to; the first `most_bytes` are in `path` when the block ends."""
    read, write = os.pipe()
    stream = Kept(path)
    reader = threading.Thread(target=_drain, args=(read, stream, most_bytes), daemon=True)
    reader.start()
    try:
        yield write, stream
    finally:
        os.close(write)
        reader.join(_SECONDS_TO_DRAIN)  # a process that left the group may hold the other end for ever


def _drain(read: int, stream: Kept, room: int) -> None:
    last = b""
    with open(stream.path, "wb", buffering=0) as file, contextlib.closing(os.fdopen(read, "rb", 0)) as pipe:
        while data := pipe.read(_CHUNK):
            file.write(data[:room])
            stream.lost += max(0, len(data) - room)
            room = max(0, room - len(data))
            if stream.lost:
                last = (last + data)[-_CHUNK:]
    if last:
        stream.path.with_suffix(".last").write_bytes(last)
