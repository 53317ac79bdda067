"""Verdicts of `migrate.verify` as the values of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence

from migrate.report.result import (
    Crossing,
    Curve,
    Device,
    Difference,
    Placement,
    Scope,
    Series,
    Verification,
)
from migrate.verify import Compared, Parity, Status, Verdict
from migrate.verify import Difference as Differing
from migrate.verify import Placement as Placed

_MOST_POINTS = 400
_MOST_CURVES = 12
_STATUSES = {Status.SAME: "same", Status.DIFFERENT: "different", Status.NOT_COMPARED: "not compared"}


def verification_of(
    verdict: Verdict, command: str, path: str, devices: str, tolerance: float, tier: str | None = None
) -> Verification:
    """The values of a verdict about the program `path`, whose command line was `command`."""
    parity = verdict.parity
    return Verification(
        command,
        path,
        tier,
        _STATUSES[verdict.status],
        verdict.headline,
        verdict.details,
        verdict.notes,
        devices,
        tolerance,
        parity.steps if parity else 0,
        parity.largest_difference if parity else 0.0,
        _difference(parity.first_difference) if parity else None,
        _difference(parity.first_beyond) if parity else None,
        _series(parity) if parity else Series(),
        tuple(
            _placement(side, placed)
            for side, placed in zip(("original", "rewritten"), verdict.placements, strict=True)
            if placed is not None
        ),
    )


def _placement(side: str, placed: Placed) -> Placement:
    devices = tuple(
        Device(one.device, tuple(Scope(*scope) for scope in one.scopes.items()), one.variables)
        for one in placed.devices
    )
    crossings = tuple(Crossing(one.source, one.target, one.bytes) for one in placed.crossings)
    return Placement(side, placed.steps, devices, crossings)


def _difference(found: Differing | None) -> Difference | None:
    if found is None:
        return None
    return Difference(found.step, found.name, found.amount, *found.places)


def _series(parity: Parity) -> Series:
    """The steps of a comparison, or if there are very many the one of each few that differs most."""
    steps = _thinned(parity.compared)
    names = list(dict.fromkeys(name for one in steps for name, _, _ in one.numbers))[:_MOST_CURVES]
    numbers = [{name: values for name, *values in one.numbers} for one in steps]
    missing = [math.nan, math.nan]
    curves = tuple(
        Curve(name, *(tuple(each.get(name, missing)[side] for each in numbers) for side in (0, 1)))
        for name in names
    )
    return Series(tuple(one.step for one in steps), curves, tuple(one.variables for one in steps))


def _thinned(steps: Sequence[Compared]) -> Sequence[Compared]:
    size = math.ceil(len(steps) / _MOST_POINTS)
    if size <= 1:
        return steps
    groups = (steps[first : first + size] for first in range(0, len(steps), size))
    return [max(group, key=lambda one: one.variables) for group in groups]
