"""Rewrites each sample, runs it before and after on emulated GPUs or in a cluster, and prints one table.

    python samples/demo.py [--keep DIR]

The exit status is 1 if a sample was not rewritten, or trains otherwise than before.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from catalogue import ClusterSample, Sample, find_cluster_samples, find_samples
from rich import box
from rich.console import Console
from rich.table import Table
from training import difference, differences, train

from migrate.errors import MigrateError
from migrate.model.outcome import ProgramOutcome
from migrate.pipeline import migrate
from migrate.verify import Parity, compare

TIMEOUT = 120.0
WIDTH = 130
WORDS = ("program", "on", "tier", "strategy")
COLUMNS = (*WORDS, "steps", "largest\ndifference", "step time\nafter/before")


@dataclass(frozen=True)
class Row:
    """A sample's line of the table; `trouble` says what went wrong, if anything did."""

    cells: tuple[str, ...]
    trouble: str = ""


def main() -> int:
    """Run the demo; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="leave the rewritten programs in this folder"
    )
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    with tempfile.TemporaryDirectory(prefix="tfmigrate-demo-") as scratch:
        folder = options.keep or Path(scratch)
        rows = []
        for sample in (*find_samples(), *find_cluster_samples()):
            with console.status(f"{sample.name}: rewriting, then running before and after"):
                rows.append(demonstrate(sample, folder / sample.name))
    console.print(table_of(rows))
    for row in rows:
        if row.trouble:
            console.print(f"{row.cells[0]}: {row.trouble}", style="red", markup=False, soft_wrap=True)
    return int(any(row.trouble for row in rows))


def demonstrate(sample: Sample | ClusterSample, folder: Path) -> Row:
    """Rewrite a copy of the sample into `folder`, and compare it with the original."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sample.before, folder, ignore=shutil.ignore_patterns("__pycache__"))
    try:
        program = rewrite(folder, sample.entry)
        if isinstance(sample, ClusterSample):
            cells, trouble = on_cluster(sample, folder)
        else:
            cells, trouble = on_gpus(sample, folder)
    except MigrateError as error:
        return Row((sample.name, sample.on), str(error))
    return Row((sample.name, sample.on, program.tier.value, program.strategy, *cells), trouble)


def on_gpus(sample: Sample, folder: Path) -> tuple[tuple[str, str, str], str]:
    """Steps, difference and time on the most GPUs, and what is wrong."""
    gpus = max(sample.gpus)
    parity = compare(
        sample.before / sample.entry,
        folder / sample.entry,
        arguments=sample.arguments_for(gpus),
        gpus=gpus,
        steps=sample.steps,
        timeout=TIMEOUT,
    )
    trouble = "" if parity.equal_to_the_bit else str(parity)
    return cells_of(parity), trouble


def on_cluster(sample: ClusterSample, folder: Path) -> tuple[tuple[str, str, str], str]:
    """The same of a cluster of processes, whose steps are not timed."""
    before = train(sample, sample.before / sample.entry, as_it_is=True, timeout=TIMEOUT)
    after = train(sample, folder / sample.entry, as_it_is=False, timeout=TIMEOUT)
    cells = (str(after.steps), f"{difference(before, after):.1%} of the loss", "")
    return cells, "\n".join(differences(sample, before, after))


def rewrite(folder: Path, entry: str) -> ProgramOutcome:
    """Rewrite the programs in `folder`; returns what became of the one that is run."""
    outcome = migrate([folder])
    for change in outcome.changes:
        change.path.write_bytes(change.after)
    programs = [program for unit in outcome.units for program in unit.programs]
    for program in programs:
        if program.path.name == entry and program.tier is not None:
            return program
    found = "\n  ".join(str(diagnostic) for diagnostic in outcome.all_diagnostics)
    raise MigrateError(f"it was not rewritten\n  {found}")


def cells_of(parity: Parity) -> tuple[str, str, str]:
    """Steps, difference and time for the table."""
    difference = "0, to the bit" if parity.equal_to_the_bit else f"{parity.largest_difference:.2g}"
    return str(parity.steps), difference, f"{parity.time_ratio:.2f}"


def table_of(rows: list[Row]) -> Table:
    """The table to print."""
    table = Table(
        title="TensorFlow 1 programs, before and after, on emulated GPUs and in clusters of processes",
        box=box.SIMPLE,
    )
    for column in COLUMNS:
        table.add_column(column, justify="left" if column in WORDS else "right")
    for row in rows:
        table.add_row(*row.cells)
    return table


if __name__ == "__main__":
    sys.exit(main())
