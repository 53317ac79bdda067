"""The command `tfmigrate status`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from migrate import write
from migrate.report import counted


@click.command()
def status() -> int:
    """Tell what the in-place rewrites in this folder made, the last one first, and what undo would do.

    Of each rewrite it names the files, with the tier of the programs that they belong to, the codes of what
    was left in them, and those that have been edited since: `undo` touches none of a rewrite while one of its
    files is edited. `inspect` tells what is left now, and where.
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


def _lines(run: write.Run, here: Path, covered: set[Path]) -> Iterator[str]:
    """A line for each file of a run: its tier, what is left, and whether it stands in the way of undoing it.

    What later runs have changed, `covered`, is judged when these are undone.
    """
    tiers = {path: unit.tier for unit in run.units for path in unit.files}
    left = {path: codes for unit in run.units for path, codes in unit.left.items()}
    for entry in sorted(run.entries, key=lambda entry: entry.path):
        told = [f"{_seen_from(here, entry.path)}  {tiers.get(entry.path, ''):7}".rstrip()]
        told += [f"left: {_listed(left[entry.path])}"] if entry.path in left else []
        if entry.path not in covered and not entry.is_before() and not entry.is_after():
            told.append("edited since: put it right, or undo the others by their names")
        yield "  ".join(told)
    for path in sorted(left.keys() - {entry.path for entry in run.entries}):
        yield f"{_seen_from(here, path)}  not changed  left: {_listed(left[path])}"


def _seen_from(here: Path, path: Path) -> Path:
    return path.relative_to(here) if path.is_relative_to(here) else path


def _listed(codes: Sequence[str]) -> str:
    """Each code once, with how often it is there."""
    often = Counter(codes)
    return ", ".join(f"{often[code]} {code}" if often[code] > 1 else code for code in sorted(often))
