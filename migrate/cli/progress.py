"""Says on stderr what a command is at, while it is at it."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TextIO

_SECONDS_BETWEEN_LINES = 30.0
_SECONDS_TO_SAY_NOTHING = 1.0
_COLUMNS = 79


@contextlib.contextmanager
def progress(stream: TextIO | None = None) -> Iterator[Callable[[str, int], None]]:
    """Gives a function to call with what runs, and how many steps it has made.

    On a terminal one line is drawn over; elsewhere there is a line when something begins, and now and then.
    """
    shown = _Shown(stream or sys.stderr)
    try:
        yield shown.tell
    finally:
        shown.clear()


@contextlib.contextmanager
def doing(stream: TextIO | None = None, *, verbose: bool = False) -> Iterator[Callable[[str], None]]:
    """Gives a function to call with what is being done, which a terminal shows once it takes a while.

    With `verbose` each is a line, at once, wherever that goes.
    """
    line, begun = _Line(stream or sys.stderr), time.monotonic()

    def tell(what: str) -> None:
        if verbose:
            print(what, file=stream or sys.stderr, flush=True)
        elif line.is_terminal and time.monotonic() - begun > _SECONDS_TO_SAY_NOTHING:
            line.draw(what)

    try:
        yield tell
    finally:
        line.clear()


class _Line:
    """The last line of a terminal, drawn over."""

    def __init__(self, stream: TextIO) -> None:
        self.is_terminal = stream.isatty()
        self._stream = stream
        self._is_drawn = False

    def draw(self, text: str) -> None:
        self._is_drawn = True
        self._stream.write(f"\r{text[:_COLUMNS]:<{_COLUMNS}}")
        self._stream.flush()

    def clear(self) -> None:
        if self._is_drawn:
            self.draw("")
            self._stream.write("\r")
            self._stream.flush()


class _Shown:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._line = _Line(stream)
        self._what = ""
        self._since = self._last = time.monotonic()

    def tell(self, what: str, steps: int) -> None:
        now = time.monotonic()
        is_new = what != self._what
        if is_new:
            self._what, self._since = what, now
        line = f"running {what}"
        if not is_new:
            line += f": {steps} step{'' if steps == 1 else 's'}, {now - self._since:.0f} s"
        if self._line.is_terminal:
            self._line.draw(line)
        elif is_new or now - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = now
            self._stream.write(f"{line}\n")
            self._stream.flush()

    def clear(self) -> None:
        self._line.clear()
