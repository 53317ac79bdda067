"""Rewrites generated programs and compares them with what they were.

    python -m tests.campaign [--count 200] [--seed 0] [--on symbolic|tensorflow] [--keep FOLDER]

A seed always gives the same program. What differs is made small and kept in FOLDER, the program before and
after and what was found. A campaign that was interrupted goes on where it was; `--anew` starts it again. The
exit status is 1 if a program differs.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.generator.program import Program

from . import real, symbolic
from .case import Case, program_of, rewritten, smallest
from .finding import Finding
from .tally import Tally

BATCH = 50


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--on", choices=["symbolic", "tensorflow"], default="symbolic")
    parser.add_argument("--keep", type=Path, default=Path(".campaign"), help="where programs that differ go")
    parser.add_argument("--anew", action="store_true", help="start from the first seed")
    options = parser.parse_args()
    counts = options.keep / f"{options.on}-{options.seed}.json"
    if options.anew:
        counts.unlink(missing_ok=True)
    tally = Tally.load(counts)
    while tally.programs < options.count:
        first = options.seed + tally.programs
        seeds = range(first, min(first + BATCH, options.seed + options.count))
        with tempfile.TemporaryDirectory(prefix="tfmigrate-campaign-") as folder:
            batch(seeds, options.on, Path(folder), options.keep, tally)
        tally.save(counts)
        print(f"{tally.programs} programs: {dict(tally.tiers)}, {dict(tally.verdicts)}", flush=True)
    print(tally.report())
    return int(any(verdict.endswith("different") for verdict in tally.verdicts))


def batch(seeds: range, on: str, folder: Path, keep: Path, tally: Tally) -> None:
    """Compare the programs of some seeds; keep those that differ."""
    cases = [rewritten(program_of(seed), folder / str(seed)) for seed in seeds]
    findings = compared(cases, on, folder / "run")
    for seed, case, finding in zip(seeds, cases, findings, strict=True):
        tally.add(case, finding)
        if finding.verdict == "different":
            print(f"seed {seed} ({case.tier}): {finding.detail}", flush=True)
            small = small_case(seed, case, folder) if on == "symbolic" else case
            keep_case(small, finding, keep / f"{on}-{seed}")


def compared(cases: list[Case], on: str, folder: Path) -> list[Finding]:
    return symbolic.compared(cases) if on == "symbolic" else real.compared(cases, folder)


def small_case(seed: int, case: Case, folder: Path) -> Case:
    """The smallest program that differs as that of the seed does, on the same tier."""

    def is_wrong(program: Program) -> bool:
        one = rewritten(program, folder / "small")
        return one.tier is case.tier and symbolic.compared([one])[0].verdict == "different"

    return rewritten(smallest(seed, is_wrong), folder / "small")


def keep_case(case: Case, finding: Finding, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "before.py").write_text(case.program.text, encoding="utf-8")
    (folder / "after.py").write_text(case.after, encoding="utf-8")
    found = [str(case.tier), finding.detail, *sorted(case.program.constructs), "", *case.reasons]
    (folder / "found.txt").write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
