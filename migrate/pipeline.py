"""The way of a run: discover, parse, analyse, plan, rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from migrate import analyse, discover, parse, plan
from migrate.apart import apart
from migrate.model.diagnostic import Diagnostic
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import Outcome, UnitOutcome
from migrate.model.source import Module
from migrate.tiers import best, failed


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
    units = (_outcome(unit) for unit in plan.units(analyse.analyse(modules)))
    return Outcome(tuple(unit for unit in units if _is_worth_telling(unit)), tuple(diagnostics))


def _outcome(unit: tuple[ModuleFacts, ...]) -> UnitOutcome:
    """Plan and rewrite one unit; a defect of ours there must not keep the others from being rewritten."""
    try:
        together = best(plan.plans(unit))
        return together if together.has_steps or together.has_errors else apart(unit, together)
    except Exception as error:
        return failed(unit, error)


def _is_worth_telling(unit: UnitOutcome) -> bool:
    return bool(unit.programs or unit.changes or unit.diagnostics)
