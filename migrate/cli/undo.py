"""The command `tfmigrate undo`."""

from __future__ import annotations

from pathlib import Path

import click

from migrate import write
from migrate.report import counted


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE...]", type=click.Path(path_type=Path))
def undo(files: tuple[Path, ...]) -> int:
    """Put back, byte for byte, every file that the last in-place rewrite in this folder changed.

    Again, it takes back the rewrite before that, and so on; with FILE, the last one that changed this file,
    or files of this folder. Files that were edited since are named, and then none is touched.
    """
    here = Path.cwd()
    restored = write.undo(here, files)
    for path in sorted(restored):
        click.echo(path.relative_to(here) if path.is_relative_to(here) else path)
    click.echo(f"{counted(len(restored), 'file')} put back{_left(here)}")
    return 0


def _left(here: Path) -> str:
    count = len(write.runs(here))
    return f" · {counted(count, 'earlier run')} can be undone" if count else ""
