"""Keeps form feeds in front of code, which LibCST drops: a comment stands for each while a file is edited."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

_MARK = "# form feed: {}"
_LEADING = re.compile(rb"[ \t]*\f[ \t\f]*")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}


def marked(code: bytes) -> tuple[bytes, bytes]:
    """`code` with a comment above each logical line that begins with a form feed, and that comment."""
    if b"\f" not in code:
        return code, b""
    number = 0
    while _MARK.format(number).encode() in code:
        number += 1
    mark = _MARK.format(number).encode()
    lines = _LINE.findall(code)
    for row in _first_rows(b"".join(re.sub(rb"\r\n|\r", b"\n", line) for line in lines)):
        line = lines[row]
        if leading := _LEADING.match(line):
            indent = leading[0].rpartition(b"\f")[2]
            end = re.search(rb"[\r\n]*\Z", line)
            newline = (end[0] if end else b"") or b"\n"
            lines[row] = indent + mark + newline + indent + line[leading.end() :]
    return b"".join(lines), mark


def restored(code: bytes, mark: bytes) -> bytes:
    """`code` with a form feed in front of what stands below each such comment."""
    if not mark:
        return code
    return re.sub(rb"[ \t]*" + re.escape(mark) + rb"(?:\r\n|\r|\n|\Z)", b"\f", code)


def _first_rows(code: bytes) -> Iterator[int]:
    """The rows, from 0, in which a statement, or a branch of one, begins."""
    is_first = True
    for token in tokenize.tokenize(io.BytesIO(code).readline):
        if token.type == tokenize.NEWLINE:
            is_first = True
        elif is_first and token.type not in _NO_CODE:
            is_first = False
            yield token.start[0] - 1
