"""A source file as it was found and as it was parsed."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from .choices import Assumption
from .diagnostic import Diagnostic, Span

MAGIC = "get_ipython().tfmigrate_magic"  # what is called in the place of a line that only IPython understands
_MAGIC = re.compile(re.escape(MAGIC) + r"\([^()\n]*\)")
_LINE = re.compile(r"\bline (\d+)\b")


@dataclass(frozen=True)
class Source:
    """The bytes of a file, read once.

    `path` is as the user would name it, for messages; `root` is the folder that was searched, or the
    folder of a file that was named itself. One that is not `given` is read because a file that was named
    imports it, and is not to be written; `left` says why, where that is what the user wishes.
    """

    path: Path
    root: Path
    data: bytes
    given: bool = True
    left: str = ""


@dataclass(frozen=True)
class Conversion:
    """The Python 3 that a file was turned into before it was parsed: it was Python 2, a notebook, or both.

    Or branches went that flags do not take which are `assumed` to have values; or an earlier run wrote the
    file, and `code` has the names back that it had before.

    `place` tells where a line and a column of `code` are in the user's file; `put_back` makes the file of the
    code as it was rewritten, and raises `NotPutBack` where that cannot be. `findings` are told where the file
    is rewritten.
    """

    code: bytes
    place: Callable[[int, int], tuple[int, int, int]]
    """Cell (0: it has none), line and column."""
    put_back: Callable[[bytes], bytes] = lambda code: code
    findings: tuple[Diagnostic, ...] = ()
    was_python2: bool = False
    assumed: frozenset[Assumption] = frozenset()
    was_rewritten: bool = False


class NotPutBack(Exception):
    """The rewritten code cannot be put back into the file that it came from: a code, and the words."""

    def __init__(self, code: str, found: str, instead: str) -> None:
        super().__init__(found)
        self.code = code
        self.found = found
        self.instead = instead


@dataclass(frozen=True)
class Module:
    """A source file that Python 3 can parse, by itself or as it was converted.

    `meant` are names of it that are taken to stand for modules, each with the one that it is taken for.
    """

    source: Source
    tree: ast.Module
    conversion: Conversion | None = None
    meant: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> Path:
        """The path of the file, as the user would name it."""
        return self.source.path

    @property
    def code(self) -> bytes:
        """What `tree` was parsed from, and what is edited."""
        return self.conversion.code if self.conversion else self.source.data

    @property
    def was_python2(self) -> bool:
        """Whether it was Python 2, or used names that only Python 2 has."""
        return self.conversion is not None and self.conversion.was_python2

    @property
    def was_rewritten(self) -> bool:
        """Whether an earlier run wrote the file, so that what is in it is not what `code` says."""
        return self.conversion is not None and self.conversion.was_rewritten

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is to be told of its conversion, if it is written."""
        return self.conversion.findings if self.conversion else ()

    def told(self, found: Diagnostic) -> Diagnostic:
        """A diagnostic about `code`, at the place that the user knows."""
        if self.conversion is None or not found.span.line:
            return found
        cell, line, column = self.conversion.place(found.span.line, found.span.column)
        words = with_places(found.found, self.conversion.place)
        return replace(found, span=Span(found.span.path, line, column, cell), found=words)


def with_places(words: str, place: Callable[[int, int], tuple[int, int, int]]) -> str:
    """What is told, with the lines of the converted text that it speaks of as those of the file."""

    def told(line: re.Match[str]) -> str:
        cell, own, _ = place(int(line[1]), 1)
        return f"line {own} of cell {cell}" if cell else f"line {own}"

    return _LINE.sub(told, _MAGIC.sub("a line for IPython", words))
