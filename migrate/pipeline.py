"""The way of a run: discover, parse, analyse, plan, rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from migrate import analyse, discover, parse, plan, rewrite
from migrate.model.diagnostic import Diagnostic
from migrate.model.outcome import Outcome, UnitOutcome
from migrate.model.source import Module


def migrate(paths: Sequence[Path]) -> Outcome:
    """What becomes of the programs in `paths`; nothing is written, and nothing of theirs is executed.

    Raises:
      UsageError: a path does not exist.
    """
    discovered = discover.find(paths)
    diagnostics: list[Diagnostic] = list(discovered.diagnostics)
    modules: list[Module] = []
    for source in discovered.sources:
        parsed = parse.parse(source)
        if isinstance(parsed, Module):
            modules.append(parsed)
        else:
            diagnostics.append(parsed)
    plans = plan.plan(analyse.analyse(modules))
    units = tuple(rewrite.rewrite(unit) for unit in plans)
    return Outcome(tuple(unit for unit in units if _is_worth_telling(unit)), tuple(diagnostics))


def _is_worth_telling(unit: UnitOutcome) -> bool:
    return bool(unit.programs or unit.changes or unit.diagnostics)
