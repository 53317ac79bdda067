"""Rewrites generated programs and compares them with what they were.

    python -m tests.campaign [--count 200] [--seed 0] [--on symbolic|tensorflow] [--keep FOLDER]

A seed always gives the same program. What differs is kept in FOLDER, the program before and after and what
was found, beside the smallest program that differs in the same way. A campaign that was interrupted goes on
where it was; `--anew` starts it again. The exit status is 1 if a program differs.
"""

import argparse
import functools
import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.generator.program import Program

from . import real, symbolic
from .case import Case, program_of, rewritten, smallest
from .finding import Finding
from .tally import Tally
from .workers import Lost, Worker

BATCH = 200
SECONDS = 20.0  # to rewrite a program and play it

Found = tuple[Case, Finding, Case | None]  # the last one is as small as it can be and still differs


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--on", choices=["symbolic", "tensorflow"], default="symbolic")
    parser.add_argument("--keep", type=Path, default=Path(".campaign"), help="where programs that differ go")
    parser.add_argument("--anew", action="store_true", help="start from the first seed")
    parser.add_argument("--shrink", type=float, default=30.0, help="seconds to make one program smaller")
    options = parser.parse_args()
    counts = options.keep / f"{options.on}-{options.seed}.json"
    if options.anew:
        counts.unlink(missing_ok=True)
    tally = Tally.load(counts)
    while tally.programs < options.count:
        first = options.seed + tally.programs
        seeds = range(first, min(first + BATCH, options.seed + options.count))
        begun = processor_time()
        with tempfile.TemporaryDirectory(prefix="tfmigrate-campaign-") as folder:
            found = (
                on_symbolic(seeds, Path(folder), options.shrink)
                if options.on == "symbolic"
                else on_tensorflow(seeds, Path(folder))
            )
            for seed, (case, finding, small) in zip(seeds, found, strict=True):
                tally.add(case, finding)
                if finding.verdict == "different":
                    print(f"seed {seed} ({case.tier}): {finding.detail}", flush=True)
                    keep(case, finding, small or case, options.keep / f"{options.on}-{seed}")
        tally.seconds += processor_time() - begun
        tally.save(counts)
        print(f"{tally.programs} programs: {dict(tally.tiers)}, {dict(tally.verdicts)}", flush=True)
    print(tally.report())
    return int(any(verdict.endswith("different") for verdict in tally.verdicts))


def processor_time() -> float:
    """Seconds of this process and of those that it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def on_symbolic(seeds: range, folder: Path, shrink: float) -> Iterator[Found]:
    """Rewrite and play each program in a process with many others."""
    work = functools.partial(played, folder=folder, shrink=shrink)
    for seed, result in Worker(work, SECONDS + 2 * shrink).results(seeds):
        yield lost(seed, result) if isinstance(result, Lost) else result


def played(seed: int, folder: Path, shrink: float) -> Found:
    case = rewritten(program_of(seed), folder / str(seed))
    finding = symbolic.compared(case)
    if finding.verdict != "different":
        return case, finding, None

    def is_wrong(program: Program) -> bool:
        one = rewritten(program, folder / str(seed))
        other = symbolic.compared(one)
        return one.tier is case.tier and other.verdict == "different" and other.part == finding.part

    return case, finding, rewritten(smallest(seed, is_wrong, shrink), folder / str(seed))


def on_tensorflow(seeds: range, folder: Path) -> Iterator[Found]:
    """Rewrite the programs, then run all of them before and after."""

    def work(seed: int) -> Case:
        return rewritten(program_of(seed), folder / str(seed))

    results = list(Worker(work, SECONDS).results(seeds))
    cases = [result for _, result in results if not isinstance(result, Lost)]
    findings = iter(real.compared(cases, folder / "run"))
    for seed, result in results:
        yield lost(seed, result) if isinstance(result, Lost) else (result, next(findings), None)


def lost(seed: int, result: Lost) -> Found:
    print(f"seed {seed}: {result.why}", flush=True)
    return Case(program_of(seed), "", None, (result.why,)), Finding("unsure", result.why), None


def keep(case: Case, finding: Finding, small: Case, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one, suffix in ((small, ""), (case, "_whole")):
        (folder / f"before{suffix}.py").write_text(one.program.text, encoding="utf-8")
        (folder / f"after{suffix}.py").write_text(one.after, encoding="utf-8")
    found = [str(case.tier), finding.detail, *sorted(small.program.constructs), "", *small.reasons]
    (folder / "found.txt").write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
