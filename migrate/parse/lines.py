"""Where the lines of a text stood before it was changed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cached_property

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")  # str.splitlines would also split at form feeds


def lines_of(text: str) -> list[str]:
    """The lines of a text, with their ends."""
    return _LINE.findall(text)


class Lines:
    """Two texts, of which one was made of the other: `before` and `after`."""

    def __init__(self, before: str, after: str) -> None:
        self._before = lines_of(before)
        self._after = lines_of(after)

    def place(self, line: int, column: int) -> tuple[int, int]:
        """Where a line and a column of `after` were in `before`, all from 1."""
        if not 1 <= line <= len(self._after):
            return line, column
        old = self.line(line)
        was, now = self._before[old - 1] if self._before else "", self._after[line - 1]
        return old, column if was == now else _column(was, now, column)

    def line(self, line: int) -> int:
        """Where a line of `after` was in `before`; for a new one, the line that follows it, if any."""
        return self._lines[min(max(line, 1), len(self._lines)) - 1] if self._lines else line

    def changed(self) -> Iterator[int]:
        """The lines of `before` that are no longer as they were."""
        for index, line in enumerate(self._after):
            old = self._lines[index]
            if old > len(self._before) or line != self._before[old - 1]:
                yield old

    @cached_property
    def _lines(self) -> list[int]:
        lines = [1] * len(self._after)
        matcher = difflib.SequenceMatcher(None, self._before, self._after, autojunk=False)
        for _, first, end, new_first, new_end in matcher.get_opcodes():
            from_end = (end - first) - (new_end - new_first)
            for index in range(new_first, new_end):
                # Of a block that grew, the last lines stand for those that were there.
                old = first + max(index - new_first + min(from_end, 0), 0)
                lines[index] = min(old, max(end - 1, first), max(len(self._before) - 1, 0)) + 1
        return lines


def _column(was: str, now: str, column: int) -> int:
    """The column in an old line of a column in the new one."""
    matcher = difflib.SequenceMatcher(None, was, now, autojunk=False)
    for _, first, end, new_first, new_end in matcher.get_opcodes():
        if new_first <= column - 1 < new_end:
            return min(first + column - 1 - new_first, max(end - 1, first)) + 1
    return min(column, max(len(was.rstrip()), 1))
