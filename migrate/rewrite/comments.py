"""Comments and blank lines of statements that move, change or go."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import libcst as cst


def comment_line(text: str) -> cst.EmptyLine:
    """A line that is a comment."""
    return cst.EmptyLine(comment=cst.Comment(text))


def all_comments(statement: Any) -> list[cst.EmptyLine]:
    """Every comment in and above a statement, each as a line of its own."""
    return [comment_line(found.value) for found in _comments_in(statement)]


def header_comments(statement: Any) -> list[cst.EmptyLine]:
    """The comments of a compound statement's own lines: above it, in its header and at its end."""
    beside = statement.body.header.comment if isinstance(statement.body, cst.IndentedBlock) else None
    footer = getattr(statement.body, "footer", ())
    return [
        *(line for line in statement.leading_lines if line.comment),
        *(
            comment_line(found.value)
            for item in getattr(statement, "items", ())
            for found in _comments_in(item)
        ),
        *([cst.EmptyLine(comment=beside)] if beside else []),
        *(line for line in footer if line.comment),
    ]


def with_lost(statement: Any, original: Any) -> Any:
    """`statement` with those comments of `original` above it that edits within it have left out.

    Of a compound statement only its header is looked at: its block has statements of its own.
    """
    before = _header(original)
    kept = Counter(found.value for found in _header(statement)) if before else Counter()
    lost = []
    for found in before:
        if kept[found.value] > 0:
            kept[found.value] -= 1
        else:
            lost.append(comment_line(found.value))
    return prepended(statement, lost) if lost else statement


def _header(statement: Any) -> list[Any]:
    parts: list[Any] = []
    if isinstance(statement, cst.SimpleStatementLine):
        parts += statement.body
    parts += getattr(statement, "items", ())
    parts += [part for name in ("test", "iter") if (part := getattr(statement, name, None)) is not None]
    return [found for part in parts for found in _comments_in(part)]


def in_place_of(place: Any, body: list[Any]) -> list[Any]:
    """`body` with the comments of the statement that it replaces, and with the blank lines above that.

    Of a compound statement whose block stays, only the comments of its own lines are taken over.
    """
    lines = list(place.leading_lines)
    if isinstance(place, cst.SimpleStatementLine):
        inside = [comment_line(found.value) for small in place.body for found in _comments_in(small)]
        beside = place.trailing_whitespace.comment
        footer: list[cst.EmptyLine] = []
    elif isinstance(place, cst.With):
        inside = [comment_line(found.value) for item in place.items for found in _comments_in(item)]
        beside = place.body.header.comment if isinstance(place.body, cst.IndentedBlock) else None
        footer = [line for line in getattr(place.body, "footer", ()) if line.comment]
    else:
        return [prepended(body[0], all_comments(place)), *body[1:]]
    if beside is not None:
        inside.append(cst.EmptyLine(comment=beside))
    kept = {found.value for statement in body for found in _comments_in(statement)}
    inside = [line for line in inside if line.comment is not None and line.comment.value not in kept]
    first = body[0].with_changes(leading_lines=[*lines, *inside, *body[0].leading_lines])
    body = [first, *body[1:]]
    if footer:
        body[-1] = _with_footer(body[-1], footer)
    return body


def prepended(statement: Any, lines: Sequence[cst.EmptyLine]) -> Any:
    """`statement` with more lines above it, below the blank lines that are there."""
    own = list(statement.leading_lines)
    blank = _blank_lines(own)
    return statement.with_changes(leading_lines=[*own[:blank], *lines, *own[blank:]])


def spaced(statement: Any, blank_lines: int) -> Any:
    """`statement` with at least so many blank lines above it."""
    own = list(statement.leading_lines)
    missing = max(0, blank_lines - _blank_lines(own))
    return statement.with_changes(leading_lines=[*[cst.EmptyLine(indent=False)] * missing, *own])


def unspaced(statement: Any, blank_lines: int) -> Any:
    """`statement` with at most so many blank lines above it."""
    own = list(statement.leading_lines)
    return statement.with_changes(leading_lines=own[max(0, _blank_lines(own) - blank_lines) :])


def tidied(statement: Any) -> Any:
    """`statement` with blank lines above that stay blank wherever it moves to."""
    lines = [
        line if line.comment else line.with_changes(indent=False, whitespace=cst.SimpleWhitespace(""))
        for line in statement.leading_lines
    ]
    return statement.with_changes(leading_lines=lines)


def _comments_in(node: cst.CSTNode) -> list[Any]:
    """The comments in a node, in the order of the text."""
    if isinstance(node, cst.Comment):
        return [node]
    if not _has_comment(node):  # as nearly always, and much sooner known
        return []
    return [found for child in node.children for found in _comments_in(child)]


def _has_comment(part: Any) -> bool:
    if isinstance(part, cst.Comment):
        return True
    if isinstance(part, cst.CSTNode):
        return any(_has_comment(getattr(part, name)) for name in _children_of(type(part)))
    return isinstance(part, (list, tuple)) and any(map(_has_comment, part))


@functools.cache
def _children_of(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _blank_lines(lines: Sequence[cst.EmptyLine]) -> int:
    count = 0
    while count < len(lines) and lines[count].comment is None:
        count += 1
    return count


def _with_footer(statement: Any, footer: Sequence[cst.EmptyLine]) -> Any:
    """`statement` with comments behind it: at the end of its block, or else above it, below those there."""
    body = getattr(statement, "body", None)
    if isinstance(body, cst.IndentedBlock):
        return statement.with_changes(body=body.with_changes(footer=[*body.footer, *footer]))
    return statement.with_changes(leading_lines=[*statement.leading_lines, *footer])
