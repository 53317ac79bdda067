"""The way of a run: discover, parse, analyse, plan, rewrite."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from migrate import analyse, discover, parse, plan, rewrite
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import Outcome, ProgramOutcome, UnitOutcome
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
    units = (_outcome(unit) for unit in plan.units(analyse.analyse(modules)))
    return Outcome(tuple(unit for unit in units if _is_worth_telling(unit)), tuple(diagnostics))


def _outcome(unit: tuple[ModuleFacts, ...]) -> UnitOutcome:
    """Plan and rewrite one unit; a defect of ours there must not keep the others from being rewritten."""
    try:
        return rewrite.rewrite(plan.plan(unit))
    except Exception as error:
        paths = [module.bindings.module.path for module in unit]
        programs = [ProgramOutcome(module.bindings.module.path, None) for module in unit if module.sessions]
        found = f"a program that tfmigrate fails on ({type(error).__name__}: {error}): left as it is"
        failure = Diagnostic("INT201", Severity.ERROR, Span(paths[0]), found, "report it, with the program")
        return UnitOutcome(tuple(programs), (), (failure,))


def _is_worth_telling(unit: UnitOutcome) -> bool:
    return bool(unit.programs or unit.changes or unit.diagnostics)
