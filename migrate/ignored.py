"""What the user wants left as it is: codes that are ignored, in a run or in a line, and whole files.

A plan that changes something by such a code, or in such a file, does not hold: the next tier is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.model.choices import Choice, IgnoredAt
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import FileChange, ProgramOutcome, UnitOutcome
from migrate.model.source import Module, Source

_CODE, _FILE = "CFG204", "SRC012"
WISHED = (_CODE, _FILE)
_UNUSED = "CFG205"
# Towers that are not to become replicas, by the first, are told to stay on their devices, by the second.
_MIRRORED, _EXPLICIT = "TWR101", "TWR204"
_IMPORT = "API103"  # moves imports, also those that an earlier run has written


def refused(modules: Sequence[ModuleFacts], outcome: UnitOutcome) -> UnitOutcome:
    """The outcome of a plan, or nothing but errors where it changes what is to stay as it is."""
    known = {one.bindings.module.path: one for one in modules}
    found = [
        told
        for change in outcome.changes
        if change.path in known
        for told in _against(known[change.path], change)
    ]
    if not found:
        return outcome
    programs = tuple(ProgramOutcome(one.path, None) for one in outcome.programs)
    return UnitOutcome(programs, (), tuple(dict.fromkeys(found)))


def as_wished(unit: UnitOutcome) -> UnitOutcome:
    """A unit of which no tier holds for nothing but what the user wishes: that is no error."""
    errors = [one for one in unit.diagnostics if one.severity is Severity.ERROR]
    if not errors or any(one.code not in WISHED for one in errors):
        return unit
    told = (replace(one, severity=Severity.WARNING) if one in errors else one for one in unit.diagnostics)
    return replace(unit, diagnostics=tuple(told))


def without_ignored(
    found: Sequence[Diagnostic], choices: Mapping[Path, Choice]
) -> tuple[tuple[Diagnostic, ...], frozenset[tuple[Path, IgnoredAt]]]:
    """The diagnostics that are to be told, and the comments for which others are not; errors always are."""
    told, used = [], set()
    for one in found:
        choice = choices.get(one.span.path, Choice())
        comment = _comment(choice, one.code, one.span.line, one.span.line, one.span.cell)
        if one.code == _CODE:
            used |= {(one.span.path, at) for at in choice.ignored if _stands_at(at, one.span)}
        elif one.code == _EXPLICIT:
            used |= {(one.span.path, at) for at in choice.ignored if _MIRRORED.startswith(at.code)}
        elif one.severity is not Severity.ERROR and (comment or choice.codes.leave_out(one.code)):
            used |= {(one.span.path, comment)} if comment else set()
            continue
        told.append(one)
    return tuple(told), frozenset(used)


def left_by(unit: UnitOutcome) -> frozenset[Path]:
    """The files of a unit that stays as it is, as far as they are named: comments in them may have a part."""
    if unit.changes or not any(not one.bars for one in unit.diagnostics):
        return frozenset()
    return frozenset(one.span.path for one in unit.diagnostics) | {one.path for one in unit.programs}


def unused(
    modules: Sequence[Module],
    choices: Mapping[Path, Choice],
    used: frozenset[tuple[Path, IgnoredAt]],
) -> Iterator[Diagnostic]:
    """A warning for each comment that ignores nothing."""
    for module in modules:
        for at in choices[module.path].ignored if module.source.given else ():
            if (module.path, at) not in used:
                span = Span(module.path, at.line, 1, at.cell)
                found = f"a comment that ignores {at.code}, of which there is nothing in this line"
                yield Diagnostic(_UNUSED, Severity.WARNING, span, found, "remove it")


def _against(facts: ModuleFacts, change: FileChange) -> Iterator[Diagnostic]:
    source, choice = facts.bindings.module.source, facts.choice
    if source.left:
        yield _left(source)
        return
    if facts.bindings.module.was_rewritten and (words := choice.codes.leave_out(_IMPORT)):
        yield _left_by(words, _IMPORT, Span(change.path))
    for edited in change.edited:
        at = _comment(choice, edited.code, edited.first, edited.last, edited.cell)
        words = "this comment" if at else choice.codes.leave_out(edited.code)
        if words:
            span = Span(change.path, at.parsed_line, 1) if at else Span(change.path)
            yield _left_by(words, edited.code, span)


def _left_by(words: str, code: str, span: Span) -> Diagnostic:
    return Diagnostic(_CODE, Severity.ERROR, span, f"what {code} would change, left as it is by {words}")


def _left(source: Source) -> Diagnostic:
    found = f"a file that would change with its program, and is left as it is: {source.left}"
    return Diagnostic(_FILE, Severity.ERROR, Span(source.path), found)


def _comment(choice: Choice, code: str, first: int, last: int, cell: int) -> IgnoredAt | None:
    """The comment that ignores a code in these lines."""
    return next(
        (
            at
            for at in choice.ignored
            if code.startswith(at.code) and first <= at.line <= last and at.cell == cell
        ),
        None,
    )


def _stands_at(at: IgnoredAt, span: Span) -> bool:
    return (at.line, at.cell) == (span.line, span.cell)
