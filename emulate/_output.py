"""What the tasks of a cluster write: prefixed on the screen, and one file for each task."""

from __future__ import annotations

import os
import selectors
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO

_COLOURS = (36, 33, 32, 35, 34, 96, 93, 92, 95, 94)
_READ_BYTES = 65536


class Output:
    """Copies what tasks write to the screen, line by line, and to a file for each.

    Each line is prefixed by its task, in a colour of the task's own where the screen is a terminal.
    """

    def __init__(self, files: Mapping[str, Path], *, echo: bool = True) -> None:
        names = list(files)
        self._files = {name: path.open("wb") for name, path in files.items()}
        self._colours = {name: _COLOURS[place % len(_COLOURS)] for place, name in enumerate(names)}
        self._width = max(map(len, names))
        self._echo = echo
        self._selector = selectors.DefaultSelector()
        self._pending: dict[int, bytes] = {}
        self._wake_read, self._wake_write = os.pipe()
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._lock = threading.Lock()
        self._open = 0
        self._closing = False
        self.bytes_read = 0
        self._thread = threading.Thread(target=self._copy, name="emulate output", daemon=True)
        self._thread.start()

    def follow(self, name: str, stream: IO[bytes], *, error: bool) -> None:
        """Copies a stream of a task until it ends."""
        with self._lock:
            self._open += 1
            self._selector.register(stream, selectors.EVENT_READ, (name, sys.stderr if error else sys.stdout))
        os.write(self._wake_write, b".")

    def say(self, name: str, text: str) -> None:
        """Writes a line of the launcher's own about a task."""
        self._emit(name, f"emulate: {text}\n".encode(), sys.stderr)

    def close(self, timeout: float = 2.0) -> None:
        """Waits until all streams have ended, or for so many seconds, and closes the files."""
        self._closing = True
        os.write(self._wake_write, b".")
        self._thread.join(timeout)
        for file in self._files.values():
            file.close()

    def _copy(self) -> None:
        while not (self._closing and self._open == 0):
            for key, _ in self._selector.select(timeout=0.5):
                if key.data is None:
                    os.read(self._wake_read, _READ_BYTES)
                    continue
                self._read(key)

    def _read(self, key: selectors.SelectorKey) -> None:
        name, screen = key.data
        data = os.read(key.fd, _READ_BYTES)
        self.bytes_read += len(data)
        *lines, rest = (self._pending.pop(key.fd, b"") + data).split(b"\n")
        if lines:
            self._emit(name, b"\n".join(lines) + b"\n", screen)
        if data:
            self._pending[key.fd] = rest
            return
        if rest:
            self._emit(name, rest + b"\n", screen)
        with self._lock:
            self._selector.unregister(key.fileobj)
            self._open -= 1
        key.fileobj.close()  # type: ignore[union-attr]

    def _emit(self, name: str, text: bytes, screen: IO[str]) -> None:
        file = self._files[name]
        if not file.closed:
            file.write(text)
            file.flush()
        if not self._echo:
            return
        prefix = f"[{name}]".ljust(self._width + 2) + " "
        if screen.isatty():
            prefix = f"\x1b[{self._colours[name]}m{prefix}\x1b[0m"
        shown = text.decode("utf-8", "replace")
        screen.write("".join(prefix + line for line in shown.splitlines(keepends=True)))
        screen.flush()
