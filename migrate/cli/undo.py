"""The command `tfmigrate undo`."""

from __future__ import annotations

from pathlib import Path

import click

from migrate import write
from migrate.report import counted


@click.command()
def undo() -> int:
    """Put back, byte for byte, every file that the last in-place rewrite in this folder changed.

    Files that were edited since are named, and then none is touched.
    """
    here = Path.cwd()
    restored = write.undo(here)
    for path in sorted(restored):
        click.echo(path.relative_to(here) if path.is_relative_to(here) else path)
    click.echo(f"{counted(len(restored), 'file')} put back")
    return 0
