"""The text of files, by lines, as they were before a run changed them."""

from __future__ import annotations

import io
import json
import tokenize
from collections.abc import Iterable, Sequence
from pathlib import Path

from migrate.model.diagnostic import Span
from migrate.model.outcome import FileChange

from .result import Place


def decoded(data: bytes) -> str:
    """The text of a file, with `\\n` for its line ends; bytes that are no text are shown as escapes."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding, "backslashreplace")
    except (SyntaxError, LookupError, UnicodeError):
        text = data.decode("utf-8", "backslashreplace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Texts:
    """The lines of files: of those that `changes` name as they were before them, of others as they are."""

    def __init__(self, changes: Iterable[FileChange] = ()) -> None:
        self._before = {change.path: change.before for change in changes}
        self._known: dict[tuple[Path, int], Sequence[str]] = {}

    def place(self, span: Span) -> Place:
        """A place with the line that stands there."""
        text = self.line(span).rstrip()
        return Place(span.path.as_posix(), span.line, span.column, span.cell, text)

    def line(self, span: Span) -> str:
        """The line of a place; empty where there is none."""
        if not span.line:
            return ""
        key = span.path, span.cell
        if key not in self._known:
            self._known[key] = self._lines(*key)
        lines = self._known[key]
        return lines[span.line - 1] if span.line <= len(lines) else ""

    def _lines(self, path: Path, cell: int) -> Sequence[str]:
        try:
            data = self._before[path] if path in self._before else path.read_bytes()
        except OSError:
            return ()  # what cannot be read is told of by its diagnostic
        return (_of_cell(data, cell) if cell else decoded(data)).split("\n")


def _of_cell(data: bytes, cell: int) -> str:
    """The source of a notebook's cell."""
    try:
        source = json.loads(data, strict=False)["cells"][cell - 1]["source"]
    except (ValueError, KeyError, IndexError, TypeError):
        return ""  # it is no notebook, which another diagnostic tells
    return source if isinstance(source, str) else "".join(source)
