"""Runs programs, and asks of every dependence that they are seen to have whether the static answer has it.

    python -m tests.recorded [--count 200] [--seed 0] [--on symbolic|tensorflow] [--of FOLDER] [NAME ...]

The programs are those of tests/conformance, in an order that the seed chooses, or those of these names; with
`--of` the files and folders with a session that are in FOLDER. The exit status is 1 if an edge is missing.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.campaign.workers import Lost, Worker
from tests.metamorphic.subjects import Subject, conformance

from .real import on_tensorflow
from .run import SECONDS, Play, Report, on_symbolic, record

PLAYERS: dict[str, Play] = {"symbolic": on_symbolic, "tensorflow": on_tensorflow}
# Programs that the stand-in plays otherwise than TensorFlow does, by what it gives hooks for a session.
NOT_PLAYED = frozenset({"monitored_hook_runs", "monitored_hook_at_end"})
TO_ANALYSE = 60.0  # seconds, for the largest programs


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--on", choices=["symbolic", "tensorflow"], default="symbolic")
    parser.add_argument("--of", type=Path, help="a folder of programs")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    subjects = in_folder(options.of) if options.of else sample(options.seed)
    subjects = [one for one in subjects if not options.names or one.name in options.names]
    edges, missing = 0, 0
    ends: collections.Counter[str] = collections.Counter()
    for number, (subject, report) in enumerate(reports(subjects[: options.count], PLAYERS[options.on]), 1):
        edges, missing = edges + len(report.edges), missing + len(report.missing)
        ends[report.ended.partition(":")[0]] += 1
        if report.missing or options.of:
            print(f"{subject.name}: {len(report.edges)} edges, {len(report.missing)} missing. {report.ended}")
        for one in report.missing:
            print(f"    {one}", flush=True)
        if number % 50 == 0:
            print(f"{number} programs, {edges} edges, {missing} missing", flush=True)
    print(f"{sum(ends.values())} programs, {edges} edges, {missing} missing; they ended by {dict(ends)}")
    return int(missing > 0)


def sample(seed: int) -> list[Subject]:
    """The conformance programs, in an order that the seed chooses."""
    found = [one for one in conformance() if one.name not in NOT_PLAYED]
    random.Random(seed).shuffle(found)
    return found


def reports(subjects: Sequence[Subject], player: Play = on_symbolic) -> Iterator[tuple[Subject, Report]]:
    """The report on each program, each run in a process with many others."""

    def work(number: int) -> Report:
        return record(subjects[number], player)

    for number, result in Worker(work, SECONDS + TO_ANALYSE).results(range(len(subjects))):
        if isinstance(result, Lost):
            result = Report((), (), f"lost: {result.why}")
        yield subjects[number], result


def in_folder(folder: Path) -> list[Subject]:
    """Each file with a session of a folder, and of each folder in it those files of its own."""
    found = [
        Subject(path.stem, {path.name: path.read_text(encoding="utf-8")}, path.name)
        for path in sorted(folder.glob("*.py"))
    ]
    for inner in sorted(one for one in folder.iterdir() if one.is_dir()):
        files = {
            path.relative_to(inner).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(inner.rglob("*.py"))
        }
        found += [
            Subject(f"{inner.name}/{entry}", files, entry)
            for entry in files
            if "Session(" in files[entry] and "/" not in entry
        ]
    return found


if __name__ == "__main__":
    sys.exit(main())
