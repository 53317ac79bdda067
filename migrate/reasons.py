"""Every reason why programs are on no higher tier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from migrate import plan
from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import Tier, UnitOutcome


def with_every_reason(groups: Sequence[tuple[ModuleFacts, ...]], outcome: UnitOutcome) -> UnitOutcome:
    """The outcome of a unit with all reasons for its tier, where it has the first of each tier above.

    Those of a unit that stays as it is come behind the errors that keep it. `groups` are the facts by which
    its programs were planned: each has the reasons of its own group.
    """
    lower = {one.path: _above(one.tier) for one in outcome.programs}
    found: dict[Diagnostic, list[Tier]] = {}
    for modules in groups:
        above = max((lower.get(one.bindings.module.path, ()) for one in modules), key=len)
        for tier in above:
            for reason in plan.reasons(modules, tier):
                tiers = found.setdefault(reason, [])
                if tier not in tiers:
                    tiers.append(tier)
    told = {_words(one): one for one in outcome.diagnostics}
    every = [
        replace(reason, severity=Severity.WARNING, bars=tuple(tiers))
        for reason, tiers in found.items()
        if _words(reason) not in told or told[_words(reason)].bars
    ]
    known = {_words(one) for one in every}
    others = [one for one in outcome.diagnostics if _words(one) not in known]
    return replace(outcome, diagnostics=(*every, *others))


def with_programs(unit: tuple[ModuleFacts, ...], outcome: UnitOutcome) -> UnitOutcome:
    """The outcome with the programs that each reason and each error keeps down: those that run its file.

    They are named by the files by which they are started.
    """
    run = plan.files_run(unit)

    def kept_down(found: Diagnostic) -> tuple[Path, ...]:
        scripts = {
            script
            for one in outcome.programs
            for script in one.scripts
            if found.span.path in run[script]
            and (found.severity is Severity.ERROR or not set(found.bars).isdisjoint(_above(one.tier)))
        }
        return tuple(sorted(scripts))

    told = tuple(replace(found, programs=kept_down(found)) for found in outcome.diagnostics)
    return replace(outcome, diagnostics=told)


def _above(tier: Tier | None) -> Sequence[Tier]:
    """The tiers that are better, the best first."""
    tiers = [*Tier]
    return tiers[: tiers.index(tier)] if tier is not None else tiers[:-1]


def _words(one: Diagnostic) -> tuple[object, ...]:
    return one.code, one.span, one.found
