"""Parses sources with the grammar of the Python that runs this tool, whatever they were before."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from migrate.model.choices import Assumption
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.refusal import defect
from migrate.model.source import Conversion, Module, Source, with_places

from . import notebooks
from .keywords import first_difference, without_new_keywords
from .lines import Lines
from .python2.futures import are_late
from .python2.names import has_next_without_iteration
from .python2.results import Converted, Remark, Surroundings, Unparsable, indented_by_spaces
from .python2.statements import has_print_statement
from .python2.text import Text
from .python2.words import may_be
from .surroundings import Folders
from .taken import Taken
from .text import decode

_MEND = "mend it, then run tfmigrate again"
_NAMED = "the same where it stands in a string, or in another program's call"
_NOTHING_AROUND = Surroundings()
_NONE: Mapping[Path, Sequence[Assumption]] = {}


def parse_all(
    sources: Sequence[Source], assumptions: Mapping[Path, Sequence[Assumption]] = _NONE
) -> list[Module | Diagnostic]:
    """What each source is; those of Python 2 are read once more, when it is known what is around them.

    Of branches that flags decide which are taken to have values, by `assumptions`, one stays.
    """
    parsed = _parsed(sources)
    if not assumptions:
        return parsed
    every = dict.fromkeys(one for several in assumptions.values() for one in several)
    return [
        _or_defect(one.source, partial(_assuming, one, assumptions.get(one.path, ()), tuple(every)))
        if isinstance(one, Module)
        else one
        for one in parsed
    ]


def _parsed(sources: Sequence[Source]) -> list[Module | Diagnostic]:
    parsed = [_or_defect(source, partial(parse, source)) for source in sources]
    converted = [index for index, one in enumerate(parsed) if _was_python2(one)]
    if converted:
        folders = Folders(sources, any(_has_own_next(one) for one in parsed))
        for index in converted:
            again = partial(_with_surroundings, sources[index], folders, parsed[index])
            parsed[index] = _or_defect(sources[index], again)
    return parsed


def _with_surroundings(source: Source, folders: Folders, parsed: Module | Diagnostic) -> Module | Diagnostic:
    around = folders.around(source)
    return parse(source, around) if around != _NOTHING_AROUND else parsed


def _or_defect(source: Source, parsed: Callable[[], Module | Diagnostic]) -> Module | Diagnostic:
    """What a source is; a defect of ours in it must not keep the others from being read."""
    try:
        return parsed()
    except Exception as error:
        ours = defect(source.path, ast.Module([], []), error)
        return _error(ours.code, Span(source.path), ours.found, ours.instead)


def _assuming(
    module: Module, assumptions: Sequence[Assumption], every: Sequence[Assumption]
) -> Module | Diagnostic:
    """The module with the branches alone that flags take; only here is LibCST loaded for it."""
    from .assumed import SetByItself, set_in, with_branches_taken

    text = module.code.decode()
    try:
        set_in(module.tree, every)
    except SetByItself as found:
        span = Span(module.path, found.line, found.column)
        words = f"a flag that the program sets, taken to be {found.assumption.told}"
        return module.told(Diagnostic("CFG203", Severity.ERROR, span, words, "leave the assumption out"))
    taken, remarks = with_branches_taken(text, assumptions)
    if taken == text:
        return module
    told = (
        Diagnostic(one.code, Severity.INFO, Span(module.path, one.line, one.column), one.found, one.instead)
        for one in remarks.values()
    )
    made = changed(module, taken.encode())
    assert made.conversion is not None
    findings = (*made.findings, *map(module.told, told))
    return replace(made, conversion=replace(made.conversion, findings=findings, assumed=frozenset(remarks)))


def changed(module: Module, code: bytes) -> Module:
    """The module with other code, of which it is known where it was in the file, and the way back there."""
    before = module.conversion or Conversion(module.code, _same_place)
    lines = Lines(module.code.decode(errors="replace"), code.decode(errors="replace"))

    def place(line: int, column: int) -> tuple[int, int, int]:
        return before.place(*lines.place(line, column))

    return replace(module, tree=_tree(code), conversion=replace(before, code=code, place=place))


def _same_place(line: int, column: int) -> tuple[int, int, int]:
    return 0, line, column


def parse(
    source: Source, around: Surroundings = _NOTHING_AROUND, *, is_written: bool = False
) -> Module | Diagnostic:
    """The module in `source`, or one diagnostic that says why there is none: what cannot be parsed, where.

    Python 2 becomes Python 3 first; what `is_written` by this tool is Python 3 already. Nothing of
    the module is executed, and no warning that the parser may have about it is shown.
    """
    taken = notebooks.joined(source) if source.path.suffix == ".ipynb" else decode(source)
    if isinstance(taken, Diagnostic):
        return taken
    tree, error = None, None
    try:
        tree = _tree(taken.text)
    except SyntaxError as refused:
        error = refused
        renamed = without_new_keywords(taken.text)
        if renamed is not None:
            return _renamed(source, taken, renamed, around)
    except (RecursionError, MemoryError):
        return _error("SRC001", Span(source.path), "code nested too deeply to parse", "simplify it")
    as_is = Converted(taken.text)
    if tree is not None and _is_mixed(taken.text, tree):
        indented = _indented_by_spaces(taken.text, tree)
        if indented is None:
            return _error("SRC001", Span(source.path), *_MIXED)
        as_is = indented
    if tree is None or not is_written and _may_be_python2(as_is.text, tree):
        try:
            converted = _in_python3(as_is.text, around)
        except Unparsable as further:
            return _refused(source, taken, error, further)
        except Exception as defect:  # of ours, or of fissix: the other files go on
            found = f"Python 2 that tfmigrate fails on ({type(defect).__name__}: {defect})"
            return _error("PY2001", Span(source.path), found, "report it, with the file")
        if converted is not None:
            told = (*as_is.remarks, *converted.remarks)
            return _module(source, taken, replace(converted, remarks=told))
    if tree is not None and taken.is_as_found and as_is.text == taken.text:
        return Module(source, tree)
    return _module(source, taken, as_is)


def _may_be_python2(text: str, tree: ast.Module) -> bool:
    return may_be(text) or has_print_statement(tree) or are_late(tree)


def _renamed(source: Source, taken: Taken, text: str, around: Surroundings) -> Module | Diagnostic:
    """The module, in which names that are keywords today have others."""
    try:
        converted = _in_python3(text, around) or Converted(text)
        _tree(converted.text)
        line, column = first_difference(taken.text, text)
        told = Remark("PY2105", line, column, "a name that is a keyword today, now with _ behind it", _NAMED)
        converted = replace(converted, remarks=(told, *converted.remarks))
    except (Unparsable, SyntaxError) as error:
        line, column = getattr(error, "line", 0) or getattr(error, "lineno", 1), getattr(error, "column", 1)
        return _error("SRC001", _span(source, taken, line, column), "a syntax error", _MEND)
    return _module(source, taken, converted)


def _is_mixed(text: str, tree: ast.Module) -> bool:
    """Whether lines are indented by tabs and by spaces so that LibCST, unlike Python, cannot tell blocks."""
    if _BY_TABS.search(text) is None or _BY_SPACES.search(text) is None:
        return False
    return not _has_blocks_of(tree, text)


def _has_blocks_of(tree: ast.Module, text: str) -> bool:
    import libcst

    from migrate.syntax.pairing import PairingError, pair

    try:
        pair(tree, libcst.parse_module(text))
    except (libcst.ParserSyntaxError, PairingError):
        return False
    except libcst.CSTValidationError:  # something else is wrong there, which is told where it is edited
        return True
    return True


def _indented_by_spaces(text: str, tree: ast.Module) -> Converted | None:
    """The text with spaces for the tabs that indent it, unless other blocks are read then."""
    from .python2.syntax import with_spaces

    indented = with_spaces(text)
    read = _tree(indented)
    if ast.dump(read) != ast.dump(tree) or not _has_blocks_of(read, indented):
        return None
    return Converted(indented, (indented_by_spaces(*first_difference(text, indented)),))


_BY_TABS = re.compile(r"^ *\t", re.MULTILINE)
_BY_SPACES = re.compile(r"^\t* ", re.MULTILINE)
_MIXED = ("tabs mixed with spaces, of which it is not clear how far they indent", "indent by spaces alone")


def _tree(text: str | bytes) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _in_python3(text: str, around: Surroundings) -> Converted | None:
    """The text in Python 3, unless it is that; only here is fissix loaded, which few runs need."""
    from .python2.tables import find_a_place

    find_a_place()
    from .python2.conversion import converted

    return converted(text, around)


def _module(source: Source, taken: Taken, converted: Converted) -> Module | Diagnostic:
    """The module that a text is, with what leads from its lines, and from what it becomes, to the file."""
    settled = taken.settled(converted.text)
    if settled is None:
        return _error("SRC001", Span(source.path), "cells that cannot be told apart", _MEND)
    lines = Lines(taken.text, converted.text)

    def place(line: int, column: int) -> tuple[int, int, int]:
        return taken.place(*lines.place(settled.line(line), column))

    findings = [*taken.findings, *(_remark(source, taken, one) for one in converted.remarks)]
    was_python2 = bool(converted.mark)
    conversion = Conversion(settled.code, place, settled.put_back, tuple(findings), was_python2)
    return Module(source, _tree(settled.text), conversion)


def _remark(source: Source, taken: Taken, remark: Remark) -> Diagnostic:
    severity = Severity.WARNING if remark.is_warning else Severity.INFO
    place = _span(source, taken, remark.line, remark.column)
    return Diagnostic(remark.code, severity, place, remark.found, remark.instead)


def _refused(source: Source, taken: Taken, error: SyntaxError | None, further: Unparsable) -> Diagnostic:
    """A file is of the Python whose grammar comes further in it."""
    if error is None or not _is_unended(error) and (error.lineno or 0) < further.line:
        place = _span(source, taken, further.line, further.column)
        return _error("PY2001", place, "a syntax error in Python 2", _MEND)
    place = _span(source, taken, error.lineno or 0, error.offset or 1)
    return _error("SRC001", place, f"a syntax error ({with_places(error.msg, taken.place)})", _MEND)


def _is_unended(error: SyntaxError) -> bool:
    """Whether the file ends too soon: then the error is where that began, and the grammar came to the end."""
    return "never closed" in error.msg or "unterminated" in error.msg


def _span(source: Source, taken: Taken, line: int, column: int) -> Span:
    if not line:
        return Span(source.path)
    cell, line, column = taken.place(line, max(column, 1))
    return Span(source.path, line, column, cell)


def _error(code: str, place: Span, found: str, instead: str) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, place, found, instead)


def _was_python2(parsed: Module | Diagnostic) -> bool:
    return isinstance(parsed, Module) and parsed.conversion is not None and parsed.conversion.was_python2


def _has_own_next(parsed: Module | Diagnostic) -> bool:
    """Whether a class in a file has a method `next` that is no iterator's."""
    if not isinstance(parsed, Module):
        return False
    return b"def next" in parsed.code and has_next_without_iteration(Text(parsed.code.decode()))
