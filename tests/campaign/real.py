"""Runs programs before and after on TensorFlow; compares what they print, and their variables to the bit.

A sum of three or more tensors (`AddN`, as gradients of a tensor with several uses are, too) begins with the
one whose memory it may take: its rounding depends on what else a step computes, and nothing fixes it. So
variables and printed numbers that are apart by rounding alone are counted apart, as `rounded`. What a layer
divides by a small deviation, or an optimizer by a small gradient, is farther apart: that is rounding where
the symbolic TensorFlow finds the same expressions in both programs.

An update of one variable may come before another tower has read it: then the original differs from itself, in
some of many runs. Where a program differs, its original runs again, and such a one is counted as `racing`.
"""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from migrate.model.outcome import Tier
from migrate.verify.printed import alike
from tests.symbolic.differences import is_part

from . import symbolic
from .case import Case
from .finding import Finding

CHILD = Path(__file__).parent / "child.py"
ROOT = Path(__file__).parents[2]
SECONDS = 15.0  # for each program
ROUNDING = 1e-6
MAGNIFIED = 1e-2  # by batch normalisation of four rows, or by Adam
AGAIN = 40  # runs of an original that may race
UNSEEDED = "unseeded initialiser run again"

Result = dict[
    str, Any
]  # "printed", "variables", the kind of exception it "ended" with, and all of the "error"


def compared(cases: Sequence[Case], folder: Path) -> list[Finding]:
    """A finding for each program; `folder` is an empty one."""
    folder.mkdir(parents=True, exist_ok=True)
    before = _written([case.program.text for case in cases], folder / "before")
    after = _written([case.after for case in cases], folder / "after")
    expected = run("original", before, folder / "expected")
    found: dict[int, Result] = {}
    # In processes of their own: building graphs as TensorFlow 1 did changes control flow for all.
    for side in ("eager", "wrapped", "graph"):
        places = [place for place, case in enumerate(cases) if _side(case) == side]
        results = run(
            "graph" if side == "graph" else "eager", [after[place] for place in places], folder / side
        )
        found.update(zip(places, results, strict=True))
    findings = []
    for place, (case, one) in enumerate(zip(cases, expected, strict=True)):
        seeded = UNSEEDED not in case.program.constructs  # else its variables are others in each run
        one_finding = finding(one, found[place], seeded, case.tells("HAZ107"))
        if one_finding.verdict == "different" and (
            race := _race(before[place], one, folder / f"again-{place}", seeded)
        ):
            one_finding = Finding("racing", f"the original differs from itself: {race}")
        elif one_finding.verdict == "different" and is_magnified(case, one, found[place]):
            one_finding = Finding("rounded", one_finding.detail)
        findings.append(one_finding)
    return findings


def is_magnified(case: Case, one: Result, other: Result) -> bool:
    """Whether two runs are apart by rounding that the program magnifies: it computes the same in both.

    They print nearly the same. Variables may be anything: an optimizer that divides by the deviation of a
    gradient, which is nothing but rounding before a batch normalisation, takes whole steps of that.
    """
    is_near = not differences(one, other, False, MAGNIFIED)
    return is_near and symbolic.compared(case).verdict == "equal"


def _race(original: Path, first: Result, folder: Path, variables: bool) -> str:
    """How an original differs from its first run, in any of some more; nothing if it does not."""
    others = run("original", [original] * AGAIN, folder)
    return next((detail for other in others if (detail := differences(first, other, variables))), "")


def _side(case: Case) -> str:
    if case.has_steps:
        return "eager"
    return "wrapped" if case.tier is Tier.WRAPPED else "graph"


def _written(texts: list[str], folder: Path) -> list[Path]:
    folder.mkdir()
    paths = [folder / f"{number}.py" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def run(side: str, paths: list[Path], folder: Path) -> list[Result]:
    """What each program did; a process that dies or hangs is started anew behind its last program."""
    folder.mkdir()
    jobs = [(path, folder / f"{number}.pickle") for number, path in enumerate(paths)]
    left = jobs
    while left:
        (folder / "jobs.json").write_text(json.dumps([[str(path), str(result)] for path, result in left]))
        try:
            child = python(str(CHILD), side, str(folder / "jobs.json"), timeout=60 + SECONDS * len(left))
            ending = f"ended with {child.returncode}: {child.stderr[-500:]}"
        except subprocess.TimeoutExpired:
            ending = "hung"
        left = [job for job in left if not job[1].exists()]
        if left:
            left[0][1].write_bytes(
                pickle.dumps({"printed": "", "variables": {}, "ended": ending, "error": ending})
            )
            left = left[1:]
    return [pickle.loads(result.read_bytes()) for _, result in jobs]


def python(*arguments: str, timeout: float) -> "subprocess.CompletedProcess[str]":
    """What a new Python does with these arguments; the tests fork one instead."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def finding(one: Result, other: Result, variables: bool = True, says_late: bool = False) -> Finding:
    """How the second program differs from the first; without `variables`, only in what it prints.

    One that `says_late` what it says may say less of it before an exception ends it.
    """
    same_end = one["ended"] and one["ended"] == other["ended"]
    if says_late and same_end and is_part(other["printed"].splitlines(), one["printed"].splitlines()):
        return Finding("equal", one["error"])
    detail = differences(one, other, variables)
    if detail and not differences(one, other, variables, ROUNDING):
        return Finding("rounded", detail)
    return Finding("different" if detail else "equal", detail or one["error"])


def differences(one: Result, other: Result, variables: bool = True, tolerance: float = 0.0) -> str:
    if one["ended"] != other["ended"]:
        return f"ends with {one['ended'] or 'no error'} before, {other['ended'] or 'no error'} after"
    lines = one["printed"].splitlines(), other["printed"].splitlines()
    for place, (line, its) in enumerate(zip(*lines, strict=False)):
        if not (line == its or (tolerance and alike(line, its, tolerance))):
            return f"line {place + 1} is {line[:200]!r} before, {its[:200]!r} after"
    if len(lines[0]) != len(lines[1]):
        return f"{len(lines[0])} lines before, {len(lines[1])} after"
    if not variables or one["ended"]:
        return ""
    for name in sorted({*one["variables"]} & {*other["variables"]}):
        value, its = one["variables"][name], other["variables"][name]
        if not same(value, its, tolerance):
            return f"variable {name} is {shown(value)} before, {shown(its)} after"
    return ""


def same(value: object, other: object, tolerance: float = 0.0) -> bool:
    one, two = np.asarray(value), np.asarray(other)
    if one.dtype != two.dtype or one.shape != two.shape:
        return False
    is_close = bool(tolerance) and one.dtype.kind == "f" and np.allclose(one, two, tolerance, tolerance)
    return is_close or one.tobytes() == two.tobytes()


def shown(value: object) -> str:
    array = np.asarray(value)
    return f"{array.dtype}{list(array.shape)} {array.ravel()[:4].tolist()}"
