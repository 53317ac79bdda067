"""The way of a run: discover, parse, analyse, plan, rewrite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from migrate import analyse, discover, parse, plan, rewrite
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import STEPS, Outcome, ProgramOutcome, UnitOutcome
from migrate.model.plan import UnitPlan
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
        whole = _best(plan.plans(unit))
        return whole if _has_steps(whole) else _in_two(unit) or whole
    except Exception as error:
        programs = [ProgramOutcome(module.bindings.module.path, None) for module in unit if module.sessions]
        return UnitOutcome(tuple(programs), (), (_failure(unit, error),))


def _in_two(unit: tuple[ModuleFacts, ...]) -> UnitOutcome | None:
    """The programs of a unit that can be steps apart from its others, which stay on a lower tier.

    Each runs in a process without the others: what both import, and comes out the same, is all they share.
    `None` if none can: a file of both would come out in two ways, or the others cannot be rewritten.
    """
    parts = plan.processes(unit)
    able = plan.with_steps(unit, parts) if len(parts) > 1 else []
    while able and len(able) < len(parts):
        above = plan.together(unit, able)
        below = plan.together(unit, [part for part in parts if part not in able])
        first, second = _best(plan.plans(above)), _best(plan.plans(below))
        if not (first.programs and _has_steps(first)) or second.has_errors:
            return None
        shared = {one.bindings.module.path for one in above} & {one.bindings.module.path for one in below}
        unlike = {change.path for change in {*first.changes} ^ {*second.changes}} & shared
        if not unlike:
            return first | second
        able = [part for part in able if not any(one.bindings.module.path in unlike for one in part)]
    return None


def _has_steps(unit: UnitOutcome) -> bool:
    return all(program.tier in STEPS for program in unit.programs)


def _best(plans: Iterable[UnitPlan]) -> UnitOutcome:
    """The first plan that holds, with the reasons why those above it did not."""
    reasons: dict[Diagnostic, str] = {}
    for candidate in plans:
        outcome = _rewritten(candidate)
        if not outcome.has_errors:
            told = [
                replace(reason, severity=Severity.WARNING, found=f"{reason.found}: not {tiers}")
                for reason, tiers in reasons.items()
            ]
            return replace(outcome, diagnostics=(*told, *outcome.diagnostics))
        if candidate.tier is not None:
            first = outcome.diagnostics[0]
            above = f"{reasons[first]}, not " if first in reasons else ""
            reasons[first] = above + candidate.tier.value
    return outcome


def _rewritten(candidate: UnitPlan) -> UnitOutcome:
    """What the plan gives; a defect of ours in one tier leaves the lower ones."""
    try:
        return rewrite.rewrite(candidate)
    except Exception as error:
        unchanged = tuple(ProgramOutcome(program.path, None) for program in candidate.programs)
        return UnitOutcome(unchanged, (), (_failure(candidate.modules, error),))


def _failure(unit: Sequence[ModuleFacts], error: Exception) -> Diagnostic:
    found = f"a program that tfmigrate fails on ({type(error).__name__}: {error})".replace("\n", " ")
    span = Span(unit[0].bindings.module.path, 1, 1)
    return Diagnostic("INT201", Severity.ERROR, span, found, "report it, with the program")


def _is_worth_telling(unit: UnitOutcome) -> bool:
    return bool(unit.programs or unit.changes or unit.diagnostics)
