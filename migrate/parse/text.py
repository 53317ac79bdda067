"""Decodes the bytes of a Python file as Python does: a byte order mark, a declared encoding, or UTF-8."""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.source import Source

from .taken import Settled


@dataclass(frozen=True)
class Decoded:
    """The text of a file, its line ends where they are all of one kind, and its encoding."""

    text: str
    end: str
    encoding: str

    @property
    def is_as_found(self) -> bool:
        """A file of Python is."""
        return True

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """None."""
        return ()

    def place(self, line: int, column: int) -> tuple[int, int, int]:
        """A place in the text, as it is."""
        return 0, line, column

    def settled(self, text: str) -> Settled:
        """The module that the text has become."""
        code = text.replace("\n", self.end).encode(self.encoding)
        return Settled(text, code, lambda line: line, lambda rewritten: rewritten)


def decode(source: Source) -> Decoded | Diagnostic:
    """The text of `source`, or the place of the first byte that is no text."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source.data).readline)
        text = source.data.decode(encoding)
    except UnicodeDecodeError as error:
        return _undecodable(source, error.start, f"a byte that is not {error.encoding}")
    except SyntaxError as error:
        return _undecodable(source, 0, f"an encoding that Python refuses ({error.msg})")
    except (LookupError, UnicodeError) as error:
        return _undecodable(source, 0, f"an encoding that is not for text ({error})")
    zero = source.data.find(b"\0")
    if zero >= 0:
        return _undecodable(source, zero, "a null byte")
    end = _end(text)
    return Decoded(text.replace(end, "\n"), end, encoding)


def _end(text: str) -> str:
    """The line end of a text that has no other; where there are several, they stay as they are."""
    rest = text.replace("\r\n", "")
    if "\r\n" in text:
        return "\n" if "\n" in rest or "\r" in rest else "\r\n"
    return "\r" if "\r" in rest and "\n" not in rest else "\n"


def _undecodable(source: Source, position: int, found: str) -> Diagnostic:
    line = source.data.count(b"\n", 0, position) + 1
    way_out = "save the file as UTF-8, or declare its encoding in the first line (PEP 263)"
    return Diagnostic("SRC002", Severity.ERROR, Span(source.path, line, 1), found, way_out)
