"""Changes of files as hunks, each with the rules behind it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

from migrate.model.diagnostic import Diagnostic
from migrate.model.outcome import EditedLines, FileChange, UnitOutcome

from .result import Change, File, Hunk
from .texts import decoded

_CONTEXT = 3
_MOST_LINES = 20_000  # of all hunks of a run
_CELL = re.compile(r'^\s*"cell_type"')


def files_of(units: Sequence[UnitOutcome]) -> Iterator[File]:
    """Each file that changes, by the numbers of their units; once there are too many lines, without hunks."""
    left = _MOST_LINES
    for number, unit in enumerate(units, 1):
        for change in sorted(unit.changes, key=lambda one: one.path):
            hunks = tuple(_hunks(change, unit.diagnostics))
            changes = [one for hunk in hunks for one in hunk.changes]
            added, removed = sum(len(one.added) for one in changes), sum(len(one.removed) for one in changes)
            left -= added + removed + sum(len(one.context) for one in changes)
            shown = hunks if left >= 0 else ()
            yield File(change.path.as_posix(), number, added, removed, shown, left_out=left < 0)


def _hunks(change: FileChange, found: Sequence[Diagnostic]) -> Iterator[Hunk]:
    before, after = (decoded(data).split("\n") for data in (change.before, change.after))
    is_notebook = change.path.suffix == ".ipynb"
    told = [one for one in found if one.span.path == change.path]
    for group in difflib.SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(_CONTEXT):
        changes, context, cell = list[Change](), list[str](), 0
        for kind, first, last, new_first, new_last in group:
            if kind == "equal":
                context += before[first:last]
                continue
            if is_notebook:
                cell = sum(bool(_CELL.match(line)) for line in before[: first + 1])
                rules = {one.code for one in change.edited if one.cell == cell}
            else:
                rules = _rules(change.edited, told, range(first + 1, last + 1))
            removed, added = before[first:last], after[new_first:new_last]
            changes.append(Change(tuple(context), tuple(removed), tuple(added), tuple(sorted(rules))))
            context = []
        changes += [Change(tuple(context))] if context else []
        yield Hunk(group[0][1] + 1, group[0][3] + 1, tuple(changes), cell)


def _rules(edited: Iterable[EditedLines], told: Iterable[Diagnostic], lines: range) -> set[str]:
    """The rules behind the change of lines: of edits there, and else of the file as a whole."""
    # What is only added stands behind the line before it.
    first, last = lines.start, max(lines.stop - 1, lines.start)
    touched = {one.code for one in edited if one.first <= last and one.last >= first}
    return touched or {one.code for one in told if not one.span.line}
