"""Parses sources with the grammar of the Python that runs this tool."""

from __future__ import annotations

import ast
import re
import warnings

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.source import Module, Source

from . import python2
from .text import decode

_LINE_END = re.compile(r"\r\n|\r|\n")  # str.splitlines would also split at form feeds
_PRINT_TO_FILE = re.compile(rb"\bprint\s*>>")
_TO_PYTHON_3 = "convert the file to Python 3 first, for example with `python -m fissix -w {name}`"
_TO_SPACES = "indent with spaces alone, for example with `expand -i -t 8 {name}` as Python 2 read it"


def parse(source: Source) -> Module | Diagnostic:
    """The module in `source`, or one diagnostic of level error: what Python 3 cannot parse, and where.

    Nothing of the module is executed, and no warning that the parser may have about it is shown.
    """
    text = decode(source)
    if isinstance(text, Diagnostic):
        return text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        return _refused(source, text, error)
    except (RecursionError, MemoryError):
        return _error("SRC001", Span(source.path), "code nested too deeply to parse", "simplify it")
    if _PRINT_TO_FILE.search(source.data):
        relic = python2.print_to_file(tree)
        if relic is not None:
            return _python2(_place(source, relic.lineno, relic.col_offset + 1), "'print >>file'")
    return Module(source, tree)


def _refused(source: Source, text: str, error: SyntaxError) -> Diagnostic:
    place = _place(source, error.lineno, error.offset)
    if isinstance(error, TabError):
        found = "tabs mixed with spaces in indentation"
        return _error("PY2002", place, found, _TO_SPACES.format(name=source.path.name))
    lines = _LINE_END.split(text)
    line = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
    relic = python2.relic_of(error, line)
    if relic is not None:
        return _python2(place, relic)
    return _error("SRC001", place, f"a syntax error ({error.msg})", "mend it, then run tfmigrate again")


def _python2(place: Span, relic: str) -> Diagnostic:
    return _error("PY2001", place, f"Python 2 syntax: {relic}", _TO_PYTHON_3.format(name=place.path.name))


def _place(source: Source, line: int | None, column: int | None) -> Span:
    return Span(source.path, line, max(column or 1, 1)) if line else Span(source.path)


def _error(code: str, place: Span, found: str, instead: str) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, place, found, instead)
