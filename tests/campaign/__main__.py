"""Rewrites random programs, runs them before and after, and compares all that they log, to the bit.

    python -m tests.campaign [--count 200] [--seed 0] [--keep FOLDER]

What differs is kept in FOLDER, the program before and after and what was found; the exit status is 1 then.
"""

import argparse
import collections
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

from .generate import program

CHILD = Path(__file__).parent / "child.py"
ROOT = Path(__file__).parents[2]
BATCH = 100
SECONDS = 15.0  # for each program of a batch


@dataclass
class Case:
    """One program: where it is before and after, its tier, and why it has no higher one."""

    seed: int
    before: Path
    after: Path
    tier: str
    reasons: list[str]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--keep", type=Path, help="where programs that differ go")
    options = parser.parse_args()
    tiers, reasons, kinds = collections.Counter(), collections.Counter(), collections.Counter()
    seeds = range(options.seed, options.seed + options.count)
    for start in range(0, options.count, BATCH):
        with tempfile.TemporaryDirectory(prefix="tfmigrate-campaign-") as folder:
            cases = [rewritten(seed, Path(folder)) for seed in seeds[start : start + BATCH]]
            tiers.update(case.tier for case in cases)
            reasons.update(reason for case in cases for reason in case.reasons)
            for case, found in compared(cases, Path(folder)):
                kinds[found.partition(":")[0]] += 1
                print(f"seed {case.seed} ({case.tier}): {found}", flush=True)
                if options.keep:
                    keep(case, found, options.keep)
        print(
            f"{min(start + BATCH, options.count)} programs: {dict(tiers)}; found: {dict(kinds)}", flush=True
        )
    for reason, count in reasons.most_common(25):
        print(f"{count:5} {reason}")
    return int(bool(kinds))


def rewritten(seed: int, folder: Path) -> Case:
    """The program of a seed, before and after."""
    before, after = folder / "before" / f"{seed}.py", folder / "after" / str(seed) / "train.py"
    for path in (before, after):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(program(seed))
    outcome = migrate([after])
    for change in outcome.changes:
        change.path.write_bytes(change.after)
    (tier,) = {one.tier for unit in outcome.units for one in unit.programs} or {None}
    reasons = [] if tier is Tier.NATIVE else [f"{one.code} {one.found}" for one in outcome.all_diagnostics]
    return Case(seed, before, after, tier.value if tier else "none", reasons)


def compared(cases: list[Case], folder: Path) -> list[tuple[Case, str]]:
    """The programs that differ from their originals, and how."""
    expected = run("original", [case.before for case in cases], folder / "expected")
    found = {}
    for side, tiers in {"eager": ("native", "compat"), "wrapped": ("wrapped",), "graph": ("graph",)}.items():
        # In processes of their own: building graphs as TensorFlow 1 did changes control flow for all.
        of_side = [case for case in cases if case.tier in tiers]
        results = run(
            "graph" if side == "graph" else "eager", [case.after for case in of_side], folder / side
        )
        found.update(zip((case.seed for case in of_side), results, strict=True))
    told = []
    for case, one in zip(cases, expected, strict=True):
        other = found.get(case.seed)
        difference = "not rewritten" if other is None else differences(one, other)
        if difference:
            told.append((case, one, difference))
    again = run("original", [case.before for case, _, _ in told], folder / "again")
    return [
        (
            case,
            f"chance: the original differs from itself: {difference}"
            if differences(one, its)
            else difference,
        )
        for (case, one, difference), its in zip(told, again, strict=True)
    ]


def run(side: str, paths: list[Path], folder: Path) -> list[dict]:
    """What each program logged; a process that dies or hangs is started anew behind its last program."""
    folder.mkdir()
    jobs = [(path, folder / f"{number}.pickle") for number, path in enumerate(paths)]
    left = jobs
    while left:
        (folder / "jobs.json").write_text(json.dumps([[str(path), str(result)] for path, result in left]))
        command = [sys.executable, str(CHILD), side, str(folder / "jobs.json")]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        try:
            child = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                timeout=60 + SECONDS * len(left),
                check=False,
            )
            ending = f"ended with {child.returncode}: {child.stderr[-500:]}"
        except subprocess.TimeoutExpired:
            ending = "hung"
        left = [job for job in left if not job[1].exists()]
        if left:
            left[0][1].write_bytes(pickle.dumps({"logged": [], "variables": {}, "error": ending}))
            left = left[1:]
    return [pickle.loads(result.read_bytes()) for _, result in jobs]


def differences(one: dict, other: dict) -> str:
    """How the second program differs from the first; empty if they are equal to the bit."""
    if one["error"]:
        if other["error"]:
            return ""
        return f"original fails: {last(one['error'])}"
    if other["error"]:
        return f"rewritten fails: {last(other['error'])}"
    if len(one["logged"]) != len(other["logged"]):
        return f"logged: {len(one['logged'])} values before, {len(other['logged'])} after"
    for place, (value, its) in enumerate(zip(one["logged"], other["logged"], strict=True)):
        if not same(value, its):
            return f"value: logged value {place} is {shown(value)} before, {shown(its)} after"
    if set(one["variables"]) != set(other["variables"]):
        return f"variables: {sorted(set(one['variables']) ^ set(other['variables']))} on one side only"
    for name, value in one["variables"].items():
        if not same(value, other["variables"][name]):
            return f"variable: {name} is {shown(value)} before, {shown(other['variables'][name])} after"
    return ""


def same(value: object, other: object) -> bool:
    if value is None or other is None:
        return value is other
    one, two = np.asarray(value), np.asarray(other)
    return one.dtype == two.dtype and one.shape == two.shape and one.tobytes() == two.tobytes()


def shown(value: object) -> str:
    if value is None:
        return "None"
    array = np.asarray(value)
    return f"{array.dtype}{list(array.shape)} {array.ravel()[:4].tolist()}"


def last(error: str) -> str:
    return error.strip().splitlines()[-1][:300] if error.strip() else "no message"


def keep(case: Case, found: str, folder: Path) -> None:
    target = folder / str(case.seed)
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(case.before, target / "before.py")
    shutil.copy(case.after, target / "after.py")
    (target / "found.txt").write_text(f"{case.tier}\n{found}\n" + "\n".join(case.reasons) + "\n")


if __name__ == "__main__":
    sys.exit(main())
