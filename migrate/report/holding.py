"""Which files hold programs down: programs that share files are on one tier, unless they can be apart."""

from __future__ import annotations

from collections.abc import Sequence

from migrate.model.tier import Tier

from .result import Finding, Program, Result, Unit

_TIERS = [tier.value for tier in Tier]
_MOST = 4  # paths in a line


def held_by(path: str, unit: Unit, programs: Sequence[Program]) -> list[Program]:
    """The programs of a unit that are on a lower tier for what is found in a file."""
    found = [one for one in unit.findings if one.place.path == path]
    return [one for one in programs if one.unit == unit.number and any(_holds(each, one) for each in found)]


def elsewhere(program: Program, result: Result) -> list[str]:
    """The files that hold a program down, if none of what does so is found in its own."""
    found = [
        one.place.path
        for unit in result.units
        if unit.number == program.unit
        for one in unit.findings
        if _holds(one, program)
    ]
    return [] if program.path in found else list(dict.fromkeys(found))


def listed(paths: Sequence[str]) -> str:
    """Paths in words, some of them where they are many."""
    more = len(paths) - _MOST
    return ", ".join(paths) if more < 2 else f"{', '.join(paths[:_MOST])} and {more} more"


def _holds(finding: Finding, program: Program) -> bool:
    if program.tier is None:
        return finding.severity == "error"
    return any(_TIERS.index(tier) < _TIERS.index(program.tier) for tier in finding.bars)
