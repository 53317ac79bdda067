"""Takes the first plan that holds, the best tier first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from migrate import rewrite
from migrate.ignored import WISHED, refused
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import ProgramOutcome, Tier, UnitOutcome
from migrate.model.plan import UnitPlan
from migrate.model.refusal import defect
from migrate.model.source import Module


def best(plans: Iterable[UnitPlan]) -> UnitOutcome:
    """What the first plan gives that holds, with the reasons why those above it did not."""
    return taken(plans)[1]


def taken(plans: Iterable[UnitPlan]) -> tuple[UnitPlan, UnitOutcome]:
    """The first plan that holds, and what it gives; the last one, with its errors, where none does."""
    reasons: dict[Diagnostic, tuple[Tier, ...]] = {}
    for candidate in plans:
        outcome = _rewritten(candidate)
        if not outcome.has_errors:
            told = [
                replace(reason, severity=Severity.WARNING, bars=tiers) for reason, tiers in reasons.items()
            ]
            return candidate, replace(outcome, diagnostics=(*told, *outcome.diagnostics))
        if candidate.tier is not None:
            for reason in _reasons(outcome):
                reasons[reason] = (*reasons.get(reason, ()), candidate.tier)
    return candidate, outcome


def _reasons(outcome: UnitOutcome) -> Sequence[Diagnostic]:
    """Why a plan does not hold: what was found first, or all that the user wishes to stay."""
    first = outcome.diagnostics[0]
    return outcome.diagnostics if first.code in WISHED else (first,)


def failed(module: Module, error: Exception, programs: Sequence[ProgramOutcome] = ()) -> UnitOutcome:
    """What is told at a module where a defect of ours leaves these programs of its unit as they are."""
    return UnitOutcome(tuple(programs), (), (failure(module, error),))


def without_tier(unit: Sequence[ModuleFacts]) -> tuple[ProgramOutcome, ...]:
    """The programs of a unit that stays as it is."""
    return tuple(ProgramOutcome(one.bindings.module.path, None) for one in unit if one.sessions)


def _rewritten(candidate: UnitPlan) -> UnitOutcome:
    """What the plan gives; a defect of ours in one tier leaves the lower ones."""
    try:
        return refused(candidate.modules, rewrite.rewrite(candidate))
    except Exception as error:
        unchanged = [ProgramOutcome(program.path, None) for program in candidate.programs]
        return failed(candidate.modules[0].bindings.module, error, unchanged)


def failure(module: Module, error: Exception) -> Diagnostic:
    """What is told of a module that a defect of ours leaves as it is."""
    ours = defect(module.path, module.tree, error)
    return Diagnostic(ours.code, Severity.ERROR, Span(ours.path, 1, 1), ours.found, ours.instead)
