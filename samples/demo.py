"""Rewrites each sample, runs it before and after on emulated GPUs or in a cluster, and prints a row of it.

    python samples/demo.py [--keep DIR] [--report FILE]

All that is to be read of it, with the changes side by side and the losses step by step, is in an HTML page.

The exit status is 1 if a sample was not rewritten, or trains otherwise than before.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalogue import FOLDER, ClusterSample, Sample, find_cluster_samples, find_samples
from rich import box
from rich.console import Console
from rich.table import Table
from training import difference, differences, train

from migrate.cli.rules_page import all_pages
from migrate.cli.verdicts import verification_of
from migrate.errors import MigrateError
from migrate.model.outcome import Outcome, ProgramOutcome
from migrate.pipeline import migrate
from migrate.report.html import html_report
from migrate.report.result import Verification
from migrate.report.results import result_of
from migrate.verify import Parity, Status, Verdict, compare, placement_of

REPORT = FOLDER.parent / ".demo" / "report.html"
_COPIES = "copies of the samples"
TIMEOUT = 600.0
WIDTH = 130
TITLE = "TensorFlow 1 programs, before and after, on emulated GPUs and in clusters of processes"
WORDS = {"program": 26, "on": 15, "tier": 7, "strategy": 27}
# Each column's width: a row is printed when it is done, before the next ones are known.
COLUMNS = {**WORDS, "steps": 5, "largest\ndifference": 16, "step time\nafter/before": 12}
TRIES = 3  # of a sample whose workers race


@dataclass(frozen=True)
class Row:
    """A sample's line of the table; `trouble` says what went wrong, if anything did.

    `outcome` is what it was rewritten to, `verification` what came of running it, for the report.
    """

    cells: tuple[str, ...]
    trouble: str = ""
    outcome: Outcome = Outcome(())
    verification: Verification | None = None


def main() -> int:
    """Run the demo; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="leave the rewritten programs in this folder"
    )
    parser.add_argument("--report", type=Path, default=REPORT, metavar="FILE", help="the page to write")
    options = parser.parse_args()
    page = options.report.resolve()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    with tempfile.TemporaryDirectory(prefix="tfmigrate-demo-") as scratch:
        folder = (options.keep or Path(scratch)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        rows: list[Row] = []
        with inside(folder):
            for sample in (*find_samples(), *find_cluster_samples()):
                with console.status(f"{sample.name}: rewriting, then running before and after"):
                    rows.append(demonstrate(sample, folder / sample.name))
                console.print(table_of(rows[-1], is_first=len(rows) == 1))
            write_report(rows, page)
    console.print()
    for row in rows:
        if row.trouble:
            console.print(f"{row.cells[0]}: {row.trouble}", style="red", markup=False, soft_wrap=True)
    console.print(f"The report of all samples is in {page}", markup=False, highlight=False, soft_wrap=True)
    return int(any(row.trouble for row in rows))


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Makes a folder the current one for a while: by their names in it the report knows the samples."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def demonstrate(sample: Sample | ClusterSample, folder: Path) -> Row:
    """Rewrite a copy of the sample into `folder`, and compare it with the original."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sample.before, folder, ignore=shutil.ignore_patterns("__pycache__"))
    try:
        program, outcome = rewrite(Path(sample.name), sample.entry)
        if isinstance(sample, ClusterSample):
            cells, verdict = on_cluster(sample, folder)
        else:
            cells, verdict = on_gpus(sample, folder)
    except MigrateError as error:
        return Row((sample.name, sample.on), str(error))
    arguments = sample.arguments_for(max(sample.gpus)) if isinstance(sample, Sample) else sample.arguments
    command = " ".join([sample.entry, *arguments])
    path, tier = program.path.as_posix(), program.tier.value
    tolerance = sample.within if isinstance(sample, ClusterSample) else 0.0
    verification = verification_of(verdict, command, path, sample.on, tolerance, tier)
    trouble = "" if verdict.status is Status.SAME else verdict.headline
    return Row((sample.name, sample.on, tier, program.strategy, *cells), trouble, outcome, verification)


def write_report(rows: Sequence[Row], page: Path) -> None:
    """Writes the page of what was rewritten and run."""
    units = tuple(unit for row in rows for unit in row.outcome.units)
    stray = tuple(found for row in rows for found in row.outcome.diagnostics)
    seen = [row.verification for row in rows if row.verification is not None]
    result = result_of(
        "rewrite", Outcome(units, stray), all_pages(), mode="elsewhere", output=_COPIES, verifications=seen
    )
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(html_report(result), encoding="utf-8")


def on_gpus(sample: Sample, folder: Path) -> tuple[tuple[str, str, str], Verdict]:
    """Steps, difference and time on the most GPUs, and what came of it."""
    gpus = max(sample.gpus)
    parity = compare(
        sample.before / sample.entry,
        folder / sample.entry,
        arguments=sample.arguments_for(gpus),
        gpus=gpus,
        steps=sample.steps,
        timeout=TIMEOUT,
    )
    status = Status.SAME if parity.equal_to_the_bit else Status.DIFFERENT
    places = [
        placement_of(
            root / sample.entry,
            arguments=sample.arguments_for(gpus),
            gpus=gpus,
            as_tensorflow_1=is_1,
            timeout=TIMEOUT,
        )
        for root, is_1 in ((sample.before, True), (folder, False))
    ]
    return cells_of(parity), Verdict(status, str(parity), parity=parity, placements=(places[0], places[1]))


def on_cluster(sample: ClusterSample, folder: Path) -> tuple[tuple[str, str, str], Verdict]:
    """The same of a cluster of processes, whose steps are not timed."""
    for _ in range(TRIES):  # whose update comes first depends on what else the machine does
        before = train(sample, sample.before / sample.entry, as_it_is=True, timeout=TIMEOUT)
        after = train(sample, folder / sample.entry, as_it_is=False, timeout=TIMEOUT)
        found = differences(sample, before, after)
        if not found:
            break
    cells = (str(after.steps), f"{difference(before, after):.1%} of the loss", "")
    if found:
        return cells, Verdict(Status.DIFFERENT, "\n".join(found), notes=(f"so in {TRIES} runs of each",))
    told = f"{after.steps} steps; the loss came to {before.last:.4g} before, and to {after.last:.4g} after"
    note = "workers race, so that no two runs are the same: what they come to was compared"
    return cells, Verdict(Status.SAME, told, notes=(note,))


def rewrite(folder: Path, entry: str) -> tuple[ProgramOutcome, Outcome]:
    """Rewrite the programs in `folder`; returns what became of the one that is run, and of all."""
    outcome = migrate([folder])
    for change in outcome.changes:
        change.path.write_bytes(change.after)
    programs = [program for unit in outcome.units for program in unit.programs]
    for program in programs:
        if program.path.name == entry and program.tier is not None:
            return program, outcome
    found = "\n  ".join(str(diagnostic) for diagnostic in outcome.all_diagnostics)
    raise MigrateError(f"it was not rewritten\n  {found}")


def cells_of(parity: Parity) -> tuple[str, str, str]:
    """Steps, difference and time for the table."""
    difference = "0, to the bit" if parity.equal_to_the_bit else f"{parity.largest_difference:.2g}"
    return str(parity.steps), difference, f"{parity.time_ratio:.2f}"


def table_of(row: Row, *, is_first: bool) -> Table:
    """A row of the table; the first one comes with what stands above it."""
    title = f"{TITLE}\n" if is_first else None
    table = Table(title=title, show_header=is_first, show_edge=False, box=box.SIMPLE_HEAD)
    for column, width in COLUMNS.items():
        table.add_column(column, justify="left" if column in WORDS else "right", min_width=width)
    table.add_row(*row.cells)
    return table


if __name__ == "__main__":
    sys.exit(main())
