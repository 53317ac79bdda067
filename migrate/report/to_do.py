"""What is left to do by hand, the most worth first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from migrate.model.tier import Tier

from .result import Finding, Program, ToDo, Unit

_TIERS = [tier.value for tier in Tier]


def to_do(stray: Sequence[Finding], units: Sequence[Unit], programs: Sequence[Program]) -> tuple[ToDo, ...]:
    """Errors, then what keeps programs from tiers, then other warnings.

    Of errors those come first that hold the most programs. Of reasons, those with the fewest beside them,
    which are the nearest to a higher tier, and of these those that keep from the most tiers. They are counted
    for the program that has the fewest, of those that a reason keeps down.
    """
    ranked = [
        *_ranked(stray, 0),
        *(one for unit in units for one in _ranked(unit.findings, _count(unit, programs))),
    ]
    ranked.sort(key=lambda one: (one[0], one[1].finding.place.path, one[1].finding.place.line))
    return tuple(one for _, one in ranked)


def _count(unit: Unit, programs: Sequence[Program]) -> int:
    return sum(one.unit == unit.number for one in programs)


def _ranked(findings: Sequence[Finding], every: int) -> Iterator[tuple[tuple[int, int, int, int], ToDo]]:
    """The findings of a unit of `every` so many programs that are worth something, each with its rank."""
    counts = Counter((program, tier) for one in findings for program in one.programs for tier in one.bars)
    for found in findings:
        if found.severity == "error":
            worth = f"{_programs(every)} of this unit can be written" if every else "the file can be read"
            yield (0, -every, 0, 0), ToDo(found, worth)
        elif found.bars:
            tier = _TIERS[0] if _TIERS[0] in found.bars else found.bars[-1]
            held = len(found.programs)
            reasons = min((counts[program, tier] for program in found.programs), default=1)
            worth = f"one of {reasons} reasons that keep {_programs(held)} from {tier}"
            if reasons == 1:
                worth = f"{_programs(held)} may rise to {tier}"
            yield (1, reasons, -len(found.bars), -held), ToDo(found, worth)
        elif found.severity == "warning":
            yield (2, -every, 0, 0), ToDo(found, "numbers or behaviour may differ")


def _programs(count: int) -> str:
    return "1 program" if count == 1 else f"{count} programs"
