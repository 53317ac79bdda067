"""The report that a person reads, the same on every terminal but for colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.outcome import Outcome, ProgramOutcome, Tier, UnitOutcome

_UNCHANGED = "unchanged"
_SHARED = "shared"  # a file that programs import, changed along with them
_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_TIER_COLOURS = {Tier.NATIVE: "green", Tier.COMPAT: "green", Tier.WRAPPED: "yellow", Tier.GRAPH: "yellow"}


@dataclass(frozen=True)
class Wording:
    """How the closing line speaks of the files: `change` as in "3 files changed", and what to do next."""

    change: str
    next_step: str = ""


def report(outcome: Outcome, wording: Wording, file: TextIO) -> None:
    """Writes a line for each program of `outcome`, its diagnostics below it, and a closing line with counts.

    Lines are never wrapped or cut. There is colour where `file` is a terminal, unless NO_COLOR is set.
    """
    console = Console(file=file, soft_wrap=True, highlight=False, markup=False, emoji=False)
    for line in _lines(outcome, wording):
        console.print(line)


def _lines(outcome: Outcome, wording: Wording) -> list[Text]:
    width = max((len(str(path)) for path in _shown_paths(outcome)), default=0)
    lines = [_diagnostic(found) for found in _sorted(outcome.diagnostics)]
    for unit in sorted(outcome.units, key=_first_path):
        lines += [_program(program, width) for program in sorted(unit.programs, key=lambda p: p.path)]
        lines += [_row(path, width, Text(_SHARED)) for path in _shared_files(unit)]
        lines += [_diagnostic(found) for found in _sorted(unit.diagnostics)]
    return [*lines, _closing(outcome, wording)]


def _shown_paths(outcome: Outcome) -> list[Path]:
    programs = [program.path for unit in outcome.units for program in unit.programs]
    return programs + [path for unit in outcome.units for path in _shared_files(unit)]


def _shared_files(unit: UnitOutcome) -> list[Path]:
    programs = {program.path for program in unit.programs}
    return sorted(change.path for change in unit.changes if change.path not in programs)


def _first_path(unit: UnitOutcome) -> Path:
    paths = [program.path for program in unit.programs] + [change.path for change in unit.changes]
    return min(paths + [found.span.path for found in unit.diagnostics], default=Path())


def _program(program: ProgramOutcome, width: int) -> Text:
    if program.tier is None:
        return _row(program.path, width, Text(_UNCHANGED))
    tier = Text(program.tier.value.ljust(max(len(t.value) for t in Tier)), _TIER_COLOURS[program.tier])
    return _row(program.path, width, tier.append(f"  {program.strategy}", "default"))


def _row(path: Path, width: int, verdict: Text) -> Text:
    row = Text(str(path).ljust(width) + "  ").append_text(verdict)
    row.rstrip()
    return row


def _sorted(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda d: (d.span.path, d.span.line, d.span.column, d.code, d.found))


def _diagnostic(found: Diagnostic) -> Text:
    line = Text(str(found))
    start = len(str(found.span)) + 1
    line.stylize(_COLOURS[found.severity], start, start + len(found.code))
    return line


def _closing(outcome: Outcome, wording: Wording) -> Text:
    programs = [program for unit in outcome.units for program in unit.programs]
    parts = [
        counted(len(programs), "program") + _tiers(programs),
        f"{counted(len(outcome.changes), 'file')} {wording.change}",
    ]
    severities = Counter(found.severity for found in outcome.all_diagnostics)
    worth_a_count = [severity for severity in (Severity.ERROR, Severity.WARNING) if severities[severity]]
    parts += [counted(severities[severity], severity.value) for severity in worth_a_count]
    if wording.next_step:
        parts.append(wording.next_step)
    return Text(" · ".join(parts), "bold")


def _tiers(programs: Sequence[ProgramOutcome]) -> str:
    counts = Counter(program.tier for program in programs)
    named = [(counts[tier], tier.value) for tier in Tier] + [(counts[None], _UNCHANGED)]
    told = ", ".join(f"{count} {name}" for count, name in named if count)
    return f": {told}" if told else ""


def counted(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
