"""Compares all conformance programs that come out as steps.

    python -m tests.symbolic.conformance [--cache FOLDER] [--json]

It prints each that is not equal, with the reason, or the verdicts as JSON.
"""

from __future__ import annotations

import argparse
import collections
import functools
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path

from .compare import Pair, Verdict, compare_all, files_of
from .rewriting import Rewritten, rewrite

PROGRAMS = Path(__file__).parents[1] / "conformance" / "programs"
WORKERS = 2


def programs() -> dict[str, dict[str, str]]:
    """The files of each program, by its name."""
    places = sorted(PROGRAMS.glob("*.py")) + [path.parent for path in sorted(PROGRAMS.glob("*/train.py"))]
    return {place.stem: files_of(place) for place in places}


def rewritten(found: Sequence[dict[str, str]], cache: Path | None) -> list[Rewritten]:
    """What becomes of each, by two processes."""
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        return list(pool.map(functools.partial(rewrite, cache=cache), found, chunksize=8))


def verdicts(cache: Path | None = None) -> dict[str, Verdict]:
    """The verdict on each program that comes out on a step tier."""
    every = programs()
    outcomes = dict(zip(every, rewritten(list(every.values()), cache), strict=True))
    steps = [name for name, outcome in outcomes.items() if outcome.has_steps]
    pairs = [Pair(every[name], outcomes[name].files) for name in steps]
    return dict(zip(steps, compare_all(pairs, workers=WORKERS), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cache", type=Path, help="where what was rewritten before is kept")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = verdicts(given.cache)
    if given.json:
        json.dump({name: asdict(verdict) for name, verdict in found.items()}, sys.stdout)
        return
    for name, verdict in sorted(found.items(), key=lambda pair: (pair[1].kind, pair[1].what)):
        if verdict.kind != "equal":
            print(f"{verdict.kind:10} {name}: {verdict.what}")
    print(dict(collections.Counter(verdict.kind for verdict in found.values())))


if __name__ == "__main__":
    main()
