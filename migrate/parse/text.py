"""Decodes the bytes of a Python file as Python does: a byte order mark, a declared encoding, or UTF-8."""

from __future__ import annotations

import io
import tokenize

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.source import Source


def decode(source: Source) -> str | Diagnostic:
    """The text of `source` with its line ends as they are, or the place of the first byte that is no text."""
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
    return text


def _undecodable(source: Source, position: int, found: str) -> Diagnostic:
    line = source.data.count(b"\n", 0, position) + 1
    way_out = "save the file as UTF-8, or declare its encoding in the first line (PEP 263)"
    return Diagnostic("SRC002", Severity.ERROR, Span(source.path, line, 1), found, way_out)
