"""What is left to do by hand, the most worth first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migrate.model.tier import Tier

from .result import Finding, Program, ToDo, Unit

_TIERS = [tier.value for tier in Tier]


def to_do(stray: Sequence[Finding], units: Sequence[Unit], programs: Sequence[Program]) -> tuple[ToDo, ...]:
    """Errors, then what keeps programs from tiers, then other warnings.

    Of errors those come first that hold the most programs. Of reasons, those with the fewest beside them,
    which are the nearest to a higher tier, and of these those that keep from the most tiers.
    """
    ranked = [
        *_of_unit(stray, 0),
        *(one for unit in units for one in _of_unit(unit.findings, _held(unit, programs))),
    ]
    ranked.sort(key=lambda one: (one[0], one[1].finding.place.path, one[1].finding.place.line))
    return tuple(one for _, one in ranked)


def _held(unit: Unit, programs: Sequence[Program]) -> int:
    return sum(one.unit == unit.number for one in programs)


def _of_unit(findings: Sequence[Finding], held: int) -> Iterator[tuple[tuple[int, int, int, int], ToDo]]:
    """The findings that are worth something, each with its rank."""
    count = "1 program" if held == 1 else f"{held} programs"
    for found in findings:
        if found.severity == "error":
            worth = f"{count} of this unit can be written" if held else "the file can be read"
            yield (0, -held, 0, 0), ToDo(found, worth)
        elif found.bars:
            tier = _TIERS[0] if _TIERS[0] in found.bars else found.bars[-1]
            reasons = sum(tier in one.bars for one in findings)
            worth = f"one of {reasons} reasons that keep {count} from {tier}"
            if reasons == 1:
                worth = f"{count} may rise to {tier}"
            yield (1, reasons, -len(found.bars), -held), ToDo(found, worth)
        elif found.severity == "warning":
            yield (2, -held, 0, 0), ToDo(found, "numbers or behaviour may differ")
