"""The report that a person reads, the same on every terminal but for colour."""

from __future__ import annotations

import os
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Literal, TextIO

from rich.console import Console
from rich.text import Text

from .holding import elsewhere, held_by, listed
from .result import STANDINGS, UNCHANGED, Finding, Program, Result, Unit, Verification

WIDTH = 80
_INDENT = "    "
_MOST_QUIET = 20  # programs with nothing to say, of which each has a line on a terminal
_SHARED = "shared"  # a file that programs import, changed along with them
_ALONE = "no program"  # a file that changes by itself
_TIERS = {"native": "green", "compat": "green", "wrapped": "yellow", "graph": "yellow"}
_SEVERITIES = {"error": "bold red", "warning": "yellow", "info": "cyan"}
_STATUSES = {"same": "green", "different": "bold red", "not compared": "yellow"}


def report(result: Result, file: TextIO) -> None:
    """Writes a line for each program of `result`, its findings below it, and a closing line with counts.

    What was verified comes behind that. On a terminal many programs of which there is nothing to say are one
    line; there is colour, unless NO_COLOR is set: then it is plain text.
    """
    show(_lines(result, folds=file.isatty()), file)


def errors(result: Result, file: TextIO) -> None:
    """Writes the findings that are errors, and nothing else."""
    show((finding(one) for one in result.findings if one.severity == "error"), file)


def show(lines: Iterable[Text], file: TextIO) -> None:
    """Writes lines, on a terminal in colour and in 80 columns; elsewhere each is one line."""
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    console = Console(
        file=file, color_system=colours, soft_wrap=True, highlight=False, markup=False, emoji=False
    )
    for line in lines:
        for row in _folded(line) if console.is_terminal else [line]:
            console.print(row)


def _folded(line: Text) -> Iterator[Text]:
    """A line in rows of 80 columns; longer are only words that are longer, and what a program has printed."""
    for part in line.split("\n"):
        if part.plain.startswith(" ") or len(part) <= WIDTH:
            yield part
            continue
        end = 0
        rows = textwrap.wrap(part.plain, WIDTH - len(_INDENT), break_long_words=False, break_on_hyphens=False)
        for row in rows:
            start = part.plain.index(row, end)
            end = start + len(row)
            yield Text(_INDENT if start else "").append_text(part[start:end])


def _lines(result: Result, *, folds: bool) -> Iterator[Text]:
    if result.command == "verify":
        for verification in result.verifications:
            yield from _verification(verification)
        for found in result.findings:
            place = found.place
            yield Text(f"may explain it: {PurePath(place.path).name}:{place.line} {found.code} {found.found}")
        if result.kept is not None:
            yield Text(f"note: what both wrote is in {result.kept}")
        return
    yield from _outcome(result, folds=folds)
    for one in result.verifications:
        yield Text(f"{one.command}: on {one.tier} ").append_text(_headline(one))


def _verification(one: Verification) -> Iterator[Text]:
    yield _headline(one)
    yield from map(Text, one.details)
    yield from (Text(f"note: {note}") for note in one.notes)


def _headline(one: Verification) -> Text:
    return Text(one.status, _STATUSES[one.status]).append(f": {one.headline}", "default")


def _outcome(result: Result, *, folds: bool) -> Iterator[Text]:
    yield from map(finding, result.stray)
    quiet = {unit.number for unit in result.units if not unit.findings}
    silent = [one for one in result.programs if one.unit in quiet]
    if not folds or len(silent) <= _MOST_QUIET:
        quiet, silent = set(), []
    units = [unit for unit in result.units if unit.number not in quiet]
    shared = {unit.number: _shared(result, unit) for unit in units}
    shown = [one.path for one in result.programs if one.unit not in quiet]
    width = max(map(len, [*shown, *(path for each in shared.values() for path in each)]), default=0)
    for unit in units:
        for one in (one for one in result.programs if one.unit == unit.number):
            yield program(one, width, elsewhere(one, result))
        for path in shared[unit.number]:
            held = listed(held_by(path, unit))
            what = _SHARED if any(one.unit == unit.number for one in result.programs) else _ALONE
            yield _row(path, width, Text(f"{what}, holds down {held}" if held else what))
        yield from map(finding, unit.findings)
    if silent:
        yield Text(f"{len(silent)} programs with nothing to say{_tiers(silent)}", "dim")
    yield closing(result)


def _shared(result: Result, unit: Unit) -> list[str]:
    """The files of a unit that are no programs, and change or hold programs down."""
    programs = {one.path for one in result.programs}
    found = {one.path for one in result.files if one.unit == unit.number}
    found |= {one.place.path for one in unit.findings if held_by(one.place.path, unit)}
    return sorted(found - programs)


def program(one: Program, width: int, held: Sequence[str] = ()) -> Text:
    """The line of a program: its path, in so many columns, its tier and strategy, what else holds it down."""
    held_down = f", held down by {listed(held)}" if held else ""
    if one.tier is None:
        return _row(one.path, width, Text(UNCHANGED + held_down))
    tier = Text(one.standing.ljust(max(map(len, _TIERS))), _TIERS[one.tier])
    return _row(one.path, width, tier.append(f"  {one.strategy}{held_down}", "default"))


def severity_style(severity: str) -> str:
    """The colour of a severity."""
    return _SEVERITIES[severity]


def _row(path: str, width: int, verdict: Text) -> Text:
    row = Text(path.ljust(width) + "  ").append_text(verdict)
    row.rstrip()
    return row


def finding(found: Finding) -> Text:
    """The line of a finding."""
    told = Text(f"{found.code} {found.severity}", _SEVERITIES[found.severity])
    return Text(f"{found.place} ").append_text(told).append(f": {found.message}", "default")


def closing(result: Result) -> Text:
    """The line that counts, and says what to do next."""
    change = "would change" if result.mode == "preview" else "changed"
    parts = [
        counted(len(result.programs), "program") + _tiers(result.programs),
        f"{counted(len(result.files), 'file')} {change}",
    ]
    severities = Counter(found.severity for found in result.findings)
    parts += [counted(severities[one], one) for one in ("error", "warning") if severities[one]]
    if result.mode == "in place" and result.files:
        parts.append("tfmigrate undo puts them back")
    if result.command == "rewrite" and any(found.bars for found in result.findings):
        parts.append("tfmigrate inspect tells all that keeps programs down")
    if result.mode == "elsewhere":
        parts.append(f"all written to {result.output}")
    return Text(" · ".join(parts), "bold")


def _tiers(programs: Sequence[Program]) -> str:
    counts = Counter(one.standing for one in programs)
    told = ", ".join(f"{counts[name]} {name}" for name in STANDINGS if counts[name])
    return f": {told}" if told else ""


def counted(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
