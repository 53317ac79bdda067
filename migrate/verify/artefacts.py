"""Compares the scalars and checkpoints that two programs saved."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np

from .differences import largest_difference, scaled_difference

_SCALARS = "scalars.json"  # which the child writes: see children/saved.py
_SPEED = "global_step/sec"  # which hooks and Supervisors write: no two runs have one
# Folders are called after when a program began, as by `time.strftime` or the seconds since 1970.
_BEGUN = re.compile(
    r"1[5-9]\d{8}(?:\.\d+)?|"
    r"\d{4}-?\d\d-?\d\d(?:[-_T ]?\d\d[-_:.]?\d\d(?:[-_:.]?\d\d)?(?:\.\d+)?)?"
)
# What `tempfile` called a folder, as an Estimator has one that is given none.
_TEMPORARY = re.compile(r"\btmp[a-z0-9_]{8}(?=/|$)")


def different_scalars(original: Path, other: Path, tolerance: float) -> list[str]:
    """What differs of the scalars in the event files of two records, a sentence for each series."""
    ours, theirs = (_scalars(record) for record in (original, other))
    found = []
    for name in sorted(ours.keys() | theirs.keys()):
        if name not in theirs or name not in ours:
            side = "the original" if name in ours else "the rewritten program"
            found.append(f"scalar {name!r} is only in the event files of {side}")
        elif difference := _different_series(ours[name], theirs[name], tolerance):
            found.append(f"scalar {name!r} {difference}")
    return found


def different_checkpoints(original: Path, other: Path, tolerance: float) -> list[str]:
    """What differs of the checkpoints, in the order in which they were saved, a sentence for each."""
    ours, theirs = (sorted(record.glob("checkpoint-*.npz")) for record in (original, other))
    found = []
    if len(ours) != len(theirs):
        found.append(f"the original saved {len(ours)} checkpoints, the rewritten program {len(theirs)}")
    for number, (one, two) in enumerate(zip(ours, theirs, strict=False), 1):
        difference = _different_checkpoint(one, two, tolerance)
        if difference:
            found.append(f"checkpoint {number}: {difference}")
    return found


def _scalars(record: Path) -> dict[str, list[tuple[int, float]]]:
    path = record / _SCALARS
    if not path.exists():
        return {}
    series = json.loads(path.read_text(encoding="utf-8"))
    found: dict[str, list[tuple[int, float]]] = {}
    for name, values in series.items():
        if not name.endswith(_SPEED):
            folder, colon, tag = name.partition(": ")
            folder = _TEMPORARY.sub("<temporary>", _BEGUN.sub("<time>", folder))
            known = found.setdefault(folder + colon + tag, [])
            known += [(int(step), float(value)) for step, value in values]
    return found


def _different_series(
    ours: list[tuple[int, float]], theirs: list[tuple[int, float]], tolerance: float
) -> str:
    if [step for step, _ in ours] != [step for step, _ in theirs]:
        return f"has other steps: {_told_steps(ours)} in the original, {_told_steps(theirs)} in the other"
    for (step, one), (_, two) in zip(ours, theirs, strict=True):
        if scaled_difference(np.array(one), np.array(two)) > tolerance:
            return f"is {one:.9g} in the original and {two:.9g} in the other at step {step}"
    return ""


def _told_steps(series: list[tuple[int, float]]) -> str:
    return f"{len(series)}, from {series[0][0]} to {series[-1][0]}"


def _different_checkpoint(original: Path, other: Path, tolerance: float) -> str:
    with np.load(original) as ours, np.load(other) as theirs:
        missing, more = (
            sorted(set(one.files) - set(two.files)) for one, two in ((ours, theirs), (theirs, ours))
        )
        if missing or more:
            return f"only in the original's: {_named(missing)}; only in the other's: {_named(more)}"
        for name in ours.files:
            one, two = ours[name], theirs[name]
            if one.shape != two.shape:
                return f"{name!r} has shape {list(one.shape)} in the original, {list(two.shape)} in the other"
            if scaled_difference(one, two) > tolerance:
                return f"{name!r} differs by {largest_difference(one, two):.3g}"
    return ""


def _named(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "") or "nothing"
