"""A notebook's code cells as one module, in order, and the way back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.source import Source
from migrate.parse.lines import lines_of
from migrate.parse.taken import Settled

from . import json_text
from .boundaries import moved
from .magics import Magics

_SEPARATOR = "# tfmigrate: cell {}"
_TENSORFLOW_1 = re.compile(
    r"^[^#]*\b(?:pip3?|conda)\b.*\btensorflow(?:-gpu)?[\"']?\s*(?:==?|~=|<=?)\s*[\"']?(?:1\.|2\.0\b|2$)"
    r"|^\s*%tensorflow_version\s+1"
)
_IS_SEPARATOR = re.compile(r"# tfmigrate: cell (\d+)\n?")


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells, its source, and where that stands in the notebook's text."""

    number: int
    source: str
    place: int


def joined(source: Source) -> Notebook | Diagnostic:
    """The Python in a notebook, or what is to be said of one that has none."""
    try:
        text = source.data.decode()
        content = json.loads(text, strict=False)
        if not isinstance(content, dict):
            raise ValueError("it is no object")
        language = _language(content)
        if language != "python":
            found = f"a notebook of {language}, not of Python"
            return Diagnostic("SRC008", Severity.INFO, Span(source.path), found)
        cells = tuple(_cells(text))
        for cell in cells:
            if "\0" in cell.source.encode().decode():  # half a character is none, a null byte no text
                raise ValueError(f"a null byte in cell {cell.number}")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        found = f"a notebook that cannot be read ({error})"
        return Diagnostic("SRC007", Severity.ERROR, Span(source.path), found, "open and save it with Jupyter")
    return Notebook(source, text, cells)


class Notebook:
    """The module that the code cells are: between them stand lines that tell them apart."""

    def __init__(self, source: Source, notebook: str, cells: Sequence[Cell]) -> None:
        self._notebook = notebook
        self.findings = tuple(_wants_tensorflow_1(source, cells))
        self._magics = Magics()
        self._cells: list[Cell] = []
        lines: list[str] = []
        self._places: list[tuple[int, int]] = []
        for cell in cells:
            hidden = self._magics.hidden(_dedented(cell.source))
            if hidden is None:
                continue
            own = f"{hidden}\n".split("\n")[:-1]
            self._places += [(cell.number, line) for line in range(len(own) + 1)]
            lines += [_SEPARATOR.format(cell.number), *own]
            self._cells.append(cell)
        self.text = "".join(f"{line}\n" for line in lines)

    @property
    def is_as_found(self) -> bool:
        """Never: the file is JSON."""
        return False

    def place(self, line: int, column: int) -> tuple[int, int, int]:
        """Cell, line and column of a place in the text."""
        if not self._places:
            return 0, line, column
        cell, own = self._places[min(max(line, 1), len(self._places)) - 1]
        return cell, max(own, 1), column

    def settled(self, text: str) -> Settled | None:
        """The module without the lines between the cells, unless one of those is gone."""
        kept: list[str] = []
        numbers: list[int] = []
        starts: list[int] = []
        found: list[int] = []
        for number, line in enumerate(lines_of(text), 1):
            separator = _IS_SEPARATOR.fullmatch(line)
            if separator is None:
                kept.append(line)
                numbers.append(number)
            else:
                found.append(int(separator[1]))
                starts.append(len(kept))
        if found != [cell.number for cell in self._cells]:
            return None

        def line_of(line: int) -> int:
            return numbers[min(line, len(numbers)) - 1] if numbers else 1

        def put_back(code: bytes) -> bytes:
            return self._put_back(kept, starts, code.decode())

        module = "".join(kept)
        return Settled(module, module.encode(), line_of, put_back)

    def _put_back(self, before: Sequence[str], starts: Sequence[int], code: str) -> bytes:
        """The notebook with the module's code in its cells; those that hold what they held stay as they are.

        Raises:
          NotPutBack: a line that only IPython understands would be lost or moved.
        """
        self._magics.check(code)
        after = lines_of(code)
        places = [*moved(before, after, starts), len(after)]
        places[:1] = [0] if places[1:] else []
        sources = ["".join(after[start:end]) for start, end in zip(places, places[1:], strict=False)]
        pieces: list[str] = []
        done = 0
        for cell, source in zip(self._cells, sources, strict=True):
            old, new = _dedented(cell.source), _trimmed(self._magics.revealed(source))
            if new == _trimmed(old):
                continue
            written = json_text.rewritten_lines(self._notebook, cell.place, _with_ends(new + _ending(old)))
            pieces += [self._notebook[done : cell.place], written]
            done = json_text.end_of(self._notebook, cell.place)
        return "".join([*pieces, self._notebook[done:]]).encode()


def _wants_tensorflow_1(source: Source, cells: Sequence[Cell]) -> Iterator[Diagnostic]:
    """The lines that install TensorFlow 1, or choose it on Colab."""
    for cell in cells:
        for number, line in enumerate(cell.source.split("\n"), 1):
            if _TENSORFLOW_1.search(line):
                place = Span(source.path, number, 1, cell.number)
                found, instead = "a line that asks for TensorFlow 1", "TensorFlow 2.16 or newer"
                yield Diagnostic("SRC010", Severity.WARNING, place, found, instead)


def _dedented(source: str) -> str:
    """A cell's text as IPython reads it: without the indentation of its first line."""
    lines = source.replace("\r\n", "\n").split("\n")
    first = next((line for line in lines if line.strip()), "")
    indentation = first[: len(first) - len(first.lstrip())]
    return "\n".join(line.removeprefix(indentation) for line in lines)


def _trimmed(source: str) -> str:
    """A cell's text without the empty lines around it."""
    lines = source.split("\n")
    kept = [index for index, line in enumerate(lines) if line.strip()]
    return "\n".join(line.rstrip() if index == kept[-1] else line for index, line in _between(lines, kept))


def _ending(source: str) -> str:
    """The line ends and empty lines with which a cell's text ends."""
    return source[len(source.rstrip()) :].lstrip(" \t")


def _between(lines: Sequence[str], kept: Sequence[int]) -> Iterator[tuple[int, str]]:
    return iter([(index, lines[index]) for index in range(kept[0], kept[-1] + 1)] if kept else [])


def _with_ends(source: str) -> list[str]:
    """The lines of a cell as notebooks keep them: each but the last with its end."""
    return source.splitlines(keepends=True) if source else []


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata") or {}
    kernel, language = metadata.get("kernelspec") or {}, metadata.get("language_info") or {}
    told = language.get("name") or kernel.get("language") or kernel.get("name") or "python"
    return "python" if "python" in str(told).lower() else str(told)


def _cells(text: str) -> Iterator[Cell]:
    """The code cells, in either layout: cells alone, or (until 2015) in worksheets."""
    place = json_text.skipped(text, 0)
    numbers = accumulate(iter(lambda: 1, 0))
    for name, start in json_text.members(text, place):
        if name == "cells":
            yield from _code(text, start, numbers)
        elif name == "worksheets":
            for sheet in json_text.elements(text, start):
                for inner, inner_start in json_text.members(text, sheet):
                    if inner == "cells":
                        yield from _code(text, inner_start, numbers)


def _code(text: str, place: int, numbers: Iterator[int]) -> Iterator[Cell]:
    for start in json_text.elements(text, place):
        number = next(numbers)
        parts = dict(json_text.members(text, start))
        source = parts.get("source", parts.get("input"))
        if source is not None and _value(text, parts["cell_type"]) == "code":
            lines = _value(text, source)
            yield Cell(number, lines if isinstance(lines, str) else "".join(lines), source)


def _value(text: str, place: int) -> Any:
    return json.loads(text[place : json_text.end_of(text, place)], strict=False)
