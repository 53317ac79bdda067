"""Which findings and files hold programs down: programs that share files may be on one tier for that."""

from __future__ import annotations

from collections.abc import Sequence

from .result import Finding, Program, Result, Unit

_MOST = 4  # paths in a line


def own_findings(program: Program, unit: Unit) -> list[Finding]:
    """What keeps a program down, and no other one of its unit."""
    return [one for one in unit.findings if one.programs == (program.path,)]


def held_by(path: str, unit: Unit) -> list[str]:
    """The programs of a unit that are on a lower tier for what is found in a file."""
    return sorted({each for one in unit.findings if one.place.path == path for each in one.programs})


def elsewhere(program: Program, result: Result) -> list[str]:
    """The files that hold a program down, if none of what does so is found in its own.

    Where nothing that it runs does so, they are those of the programs that it shares files and its tier with.
    """
    findings = [one for unit in result.units if unit.number == program.unit for one in unit.findings]
    own = [one.place.path for one in findings if program.path in one.programs]
    tiers = {one.tier for one in result.programs if one.unit == program.unit}
    found = own or [one.place.path for one in findings if one.programs and len(tiers) == 1]
    return [] if program.path in found else list(dict.fromkeys(found))


def listed(paths: Sequence[str]) -> str:
    """Paths in words, some of them where they are many."""
    more = len(paths) - _MOST
    return ", ".join(paths) if more < 2 else f"{', '.join(paths[:_MOST])} and {more} more"
