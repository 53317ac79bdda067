"""The command `tfmigrate status`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from migrate import write
from migrate.report import counted


@click.command()
def status() -> int:
    """Tell what the in-place rewrites in this folder made, the last one first, and what undo would do.

    Of each rewrite it names the files, with the tier of the programs that they belong to, and those that have
    been edited since: `undo` touches none of a rewrite while one of its files is edited.
    """
    here = Path.cwd()
    if write.is_interrupted(here):
        click.echo("a rewrite was interrupted while it wrote: tfmigrate undo puts its files back")
    runs = write.runs(here)
    if not runs:
        click.echo("no rewrite in this folder can be undone")
    covered: set[Path] = set()
    for back, run in enumerate(reversed(runs), start=1):
        click.echo(f"undo {back}: {counted(len(run.entries), 'file')}")
        for line in _lines(run, here, covered):
            click.echo(f"  {line}")
        covered |= {entry.path for entry in run.entries}
    return 0


def _lines(run: write.Run, here: Path, covered: set[Path]) -> Sequence[str]:
    """A line for each file of a run: its tier, and whether it stands in the way of undoing the run.

    What later runs have changed, `covered`, is judged when these are undone.
    """
    tiers = {path: unit.tier for unit in run.units for path in unit.files}
    told = []
    for entry in sorted(run.entries, key=lambda entry: entry.path):
        path = entry.path.relative_to(here) if entry.path.is_relative_to(here) else entry.path
        is_free = entry.path in covered or entry.is_before() or entry.is_after()
        note = "" if is_free else "edited since: put it right, or undo the others by their names"
        told.append(f"{path}  {tiers.get(entry.path, ''):7} {note}".rstrip())
    return told
