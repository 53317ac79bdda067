"""Compares what programs come to that draw unseeded random numbers: over several runs of each."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .records import Array, Record, Values

_CHANCE = 0.01  # of a false alarm, over all that is compared
_LAST = 10  # steps, over which what is fetched is averaged: one is of one batch

Sample = dict[str, float]


@dataclass(frozen=True)
class Apart:
    """A quantity whose mean over the runs is another in each program, by more than chance allows."""

    name: str
    original: float
    other: float
    band: float

    def __str__(self) -> str:
        return (
            f"{self.name} comes to {self.original:.6g} in the original and {self.other:.6g} in the rewritten "
            f"program, on average; chance explains {self.band:.2g}"
        )


def sample_of(record: Record, initial: Values) -> Sample:
    """What a run came to: what it fetched, in the mean of its last steps, and how far each variable went."""
    fetched: dict[str, list[float]] = {}
    last: Values = {}
    for step in record.steps():
        last = step.variables
        for place, (_, value) in enumerate(step.fetched):
            fetched.setdefault(f"fetched value {place} of {len(step.fetched)}", []).append(_mean(value))
    sample = {name: statistics.fmean(values[-_LAST:]) for name, values in fetched.items()}
    for name, value in last.items():
        if name in initial and value.dtype.kind == "f" and value.shape == initial[name].shape:
            sample[f"the change of variable {name!r}"] = float(
                np.linalg.norm(np.ravel(value - initial[name]))
            )
    return sample


def apart(original: Sequence[Sample], other: Sequence[Sample], tolerance: float) -> list[Apart]:
    """The quantities that differ, by Welch's test of each, the one that differs most first."""
    names = [name for name in original[0] if all(name in one for one in (*original, *other))]
    found = []
    for name in names:
        ours, theirs = ([one[name] for one in samples] for samples in (original, other))
        band = _band(ours, theirs, _CHANCE / len(names)) + tolerance * max(1.0, abs(statistics.fmean(ours)))
        distance = abs(statistics.fmean(ours) - statistics.fmean(theirs))
        if not distance <= band:
            found.append(Apart(name, statistics.fmean(ours), statistics.fmean(theirs), band))
    return sorted(found, key=lambda one: abs(one.original - one.other) / max(one.band, 1e-300), reverse=True)


def _band(ours: list[float], theirs: list[float], chance: float) -> float:
    """How far two means may be apart by chance, in Welch's test."""
    parts = [statistics.variance(values) / len(values) for values in (ours, theirs)]
    if not sum(parts):
        return 0.0
    freedom = sum(parts) ** 2 / sum(
        part**2 / (len(values) - 1) for part, values in zip(parts, (ours, theirs), strict=True)
    )
    return _student(1 - chance / 2, freedom) * math.sqrt(sum(parts))


def _student(probability: float, freedom: float) -> float:
    """A quantile of Student's distribution, found in a table of its integral.

    With t = sqrt(freedom) / tan(angle) the density is a power of the sine; small angles are the tail.
    """
    angles = math.pi / 2 * np.linspace(0.0, 1.0, 10_001) ** 3
    heights = np.sin(angles) ** (freedom - 1)
    above = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) * np.diff(angles))])
    angle = np.interp(2 * (1 - probability), above / above[-1], angles)
    return math.sqrt(freedom) / math.tan(angle)


def _mean(value: Array) -> float:
    return float(np.mean(np.abs(value) if value.dtype.kind == "c" else value.astype(np.float64)))
