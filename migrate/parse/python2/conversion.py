"""From a text of Python 2 to one of Python 3."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from migrate.parse.lines import Lines

from . import division, encodings, futures, leftovers, library, lists, names, pickles, statements, syntax
from .modern import is_modern
from .results import Converted, Remark, Surroundings, Unparsable, indented_by_spaces
from .text import Splice, Text


def converted(text: str, around: Surroundings) -> Converted | None:
    """What `text` says, in Python 3; nothing where it is Python 3.

    It is Python 2 if Python 3 cannot parse it, or if it uses what Python 3 lacks without seeing to that. In
    the second case it may be Python 3 for the most part; if there are signs of that, no more is changed than
    what Python 3 lacks.

    Raises:
      Unparsable: it is neither, at a line of the text.
    """
    module, told = _parsable(text)
    parsable = module.text
    has_own_next = around.has_own_next or names.has_next_without_iteration(module)
    absent = [*names.splices(module, has_own_next), *encodings.splices(module)]
    # Tabs that only Python 2 read may have come into a file of Python 3.
    is_certain = parsable != text and not (syntax.with_spaces(text) == parsable and is_modern(module.tree))
    if (
        parsable == text
        and not _has_old_names(module)
        and not _fails_for_lists(module)
        and not _has_moved(module, around)
    ):
        return None
    means_otherwise = is_certain or not is_modern(module.tree)
    remarks: list[Remark] = []
    if means_otherwise:
        absent += [*lists.splices(module), *pickles.splices(module), *statements.empty_prints(module)]
        absent += _divisions(module, remarks, may_edit=is_certain)
        absent += _inputs(module, remarks, may_edit=is_certain)
        remarks += [Remark("PY2104", *one) for one in leftovers.found(module)]
    remarks += _unclear_next(module) if has_own_next else ()
    edited = Text(module.with_splices(absent))
    packaged = around.packaged if means_otherwise else ()
    moved = library.moved(edited, around.siblings, packaged, is_python2=means_otherwise)
    return Converted(
        Text(moved.text).text,
        (
            *told,
            *_placed(remarks, Lines(text, parsable)),
            *_placed([_told(*one) for one in moved.told], Lines(text, edited.text)),
            *_summary(text, moved.text, is_certain=parsable != text),
        ),
        "names" if parsable == text else "syntax",
    )


def _parsable(text: str) -> tuple[Text, list[Remark]]:
    """The text once Python 3 can compile it, and means the same by its statements.

    Raises:
      Unparsable: it cannot.
    """
    parsed, told = _parsed(text)
    return futures.first(parsed), told


def _parsed(text: str) -> tuple[Text, list[Remark]]:
    try:
        module = Text(text)
        if not statements.has_print_statement(module.tree):
            return module, []
    except SyntaxError:
        pass
    done = syntax.in_python3(text)
    told = [_told(*one) for one in done.told]
    try:
        return Text(done.text), told
    except TabError:
        with_spaces = syntax.with_spaces(done.text)
    except SyntaxError as error:
        raise _unparsable(error, Lines(text, done.text)) from error
    try:
        return Text(with_spaces), [*told, indented_by_spaces(1, 1)]
    except SyntaxError as error:
        raise _unparsable(error, Lines(text, with_spaces)) from error


def _unparsable(error: SyntaxError, lines: Lines) -> Unparsable:
    return Unparsable(*lines.place(error.lineno or 1, error.offset or 1))


def _placed(remarks: Iterable[Remark], lines: Lines) -> Iterator[Remark]:
    """The remarks at their places in the text as it was."""
    for remark in remarks:
        line, column = lines.place(remark.line, remark.column)
        yield replace(remark, line=line, column=column)


def _told(line: int, words: str) -> Remark:
    return Remark("PY2104", line, 1, words)


def _summary(before: str, after: str, *, is_certain: bool) -> Iterator[Remark]:
    """That the text was Python 2, at the first line that is another one now."""
    changed = next(Lines(before, after).changed(), 1)
    found = "Python 2, now Python 3" if is_certain else "names of Python 2, now Python 3's"
    yield Remark("PY2003", changed, 1, found, is_warning=False)


def _unclear_next(module: Text) -> Iterator[Remark]:
    for call in names.unclear_next(module):
        words = "next(), a method of the program's own or of Python 2's iterators"
        yield Remark("PY2104", call.lineno, call.col_offset + 1, words, "next(x), if of an iterator")


def _has_old_names(module: Text) -> bool:
    """Whether it uses names that Python 3 lacks; `x.next()` may be a method of anything's."""
    return any(names.splices(module, has_own_next=True)) or any(encodings.splices(module))


def _has_moved(module: Text, around: Surroundings) -> bool:
    """Whether it names what the library has elsewhere now."""
    return library.moved(module, around.siblings, is_python2=False).text != module.text


def _fails_for_lists(module: Text) -> bool:
    """Whether it takes for a list what is none in Python 3."""
    return any(lists.is_taken_for_a_list(module, call) for call in lists.made(module))


def _divisions(module: Text, remarks: list[Remark], *, may_edit: bool) -> Iterator[Splice]:
    imports = (node for node in module.nodes if isinstance(node, ast.ImportFrom))
    if any(
        node.module == "__future__" and any(one.name == "division" for one in node.names) for node in imports
    ):
        return
    for node, quotient in division.divisions(module):
        line, column = node.lineno, node.col_offset + 1
        if quotient is division.Number.INTEGER and may_edit:
            yield division.floored(module, node)
            words = "a division of integers, which Python 2 rounded down, now //"
            remarks.append(Remark("PY2103", line, column, words, is_warning=False))
        else:
            is_likely = division.is_likely(module, node)
            words = "a division that Python 2 rounded down if both sides were integers"
            remarks.append(Remark("PY2103", line, column, words, "//, if they are", is_warning=is_likely))


def _inputs(module: Text, remarks: list[Remark], *, may_edit: bool) -> Iterator[Splice]:
    """`input()` evaluated what was typed."""
    for node in module.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "input":
            if not module.is_builtin(node.func) or node.lineno in module.guarded:
                continue
            if may_edit:
                yield from module.around(node, "eval(", ")")
            else:
                words = "input(), which evaluated what was typed"
                remarks.append(Remark("PY2104", node.lineno, node.col_offset + 1, words, "eval(input())"))
