"""Makes the result of a command from what became of programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import migrate
from migrate.model.diagnostic import Diagnostic
from migrate.model.outcome import FileChange, Outcome, ProgramOutcome, Tier, UnitOutcome

from .hunks import files_of
from .pages import RulePage
from .result import Facts, Finding, Program, Result, Rule, Unit, Verification
from .texts import Texts
from .to_do import to_do


def result_of(
    command: str,
    outcome: Outcome,
    pages: Iterable[RulePage],
    *,
    facts: Sequence[Facts] = (),
    mode: str = "preview",
    output: str | None = None,
    verifications: Sequence[Verification] = (),
) -> Result:
    """The result of a command that planned or wrote programs; `pages` are those of all codes."""
    texts = Texts(outcome.changes)
    ordered = sorted(outcome.units, key=_first_path)
    units = tuple(Unit(number, _findings(one.diagnostics, texts)) for number, one in enumerate(ordered, 1))
    programs = tuple(one for number, unit in enumerate(ordered, 1) for one in _programs(unit, number))
    stray = _findings(outcome.diagnostics, texts)
    files = tuple(files_of(ordered))
    named = {one.code for one in outcome.all_diagnostics}
    named |= {code for file in files for hunk in file.hunks for one in hunk.changes for code in one.rules}
    return Result(
        command,
        migrate.__version__,
        mode,
        output,
        programs,
        units,
        stray,
        files,
        tuple(sorted(facts, key=lambda one: Path(one.path))),
        to_do(stray, units, programs),
        tuple(verifications),
        rules_named(named, pages),
    )


def _programs(unit: UnitOutcome, number: int) -> Iterator[Program]:
    """The programs of a unit by the files that start them, each on the lowest tier of what it runs."""
    worst = [None, *reversed(Tier)]
    found: dict[Path, ProgramOutcome] = {}
    for one in sorted(unit.programs, key=lambda one: (worst.index(one.tier), one.path)):
        for path in one.scripts:
            found.setdefault(path, one)
    for path, one in sorted(found.items()):
        yield Program(
            path.as_posix(), one.tier.value if one.tier else None, one.strategy, number, one.steps_of
        )


def result_of_verifying(
    verification: Verification,
    diagnostics: Sequence[Diagnostic],
    pages: Iterable[RulePage],
    changes: Sequence[FileChange] = (),
    kept: str | None = None,
) -> Result:
    """The result of comparing two programs, whose files differ by `changes`; `diagnostics` may explain it."""
    unit = UnitOutcome((), tuple(changes), tuple(diagnostics))
    return Result(
        "verify",
        migrate.__version__,
        units=(Unit(1, _findings(diagnostics, Texts())),) if changes or diagnostics else (),
        files=tuple(files_of([unit])),
        verifications=(verification,),
        rules=rules_named({one.code for one in diagnostics}, pages),
        kept=kept,
    )


def rules_named(codes: set[str], pages: Iterable[RulePage]) -> tuple[Rule, ...]:
    """The rules of codes, sorted."""
    found = {one.code: Rule(one.code, one.title, one.explanation) for one in pages if one.code in codes}
    return tuple(found[code] for code in sorted(found))


def _findings(diagnostics: Iterable[Diagnostic], texts: Texts) -> tuple[Finding, ...]:
    """The findings, in the order in which they stand."""
    ordered = sorted(diagnostics, key=lambda d: (d.span.path, d.span.line, d.span.column, d.code, d.found))
    return tuple(
        Finding(
            one.code,
            one.severity.value,
            texts.place(one.span),
            one.found,
            one.instead,
            tuple(tier.value for tier in one.bars),
            tuple(path.as_posix() for path in one.programs),
        )
        for one in ordered
    )


def _first_path(unit: UnitOutcome) -> Path:
    paths = [program.path for program in unit.programs] + [change.path for change in unit.changes]
    return min(paths + [found.span.path for found in unit.diagnostics], default=Path())
