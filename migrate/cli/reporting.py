"""The option `--report`: in which formats a command reports, and where to."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from migrate.errors import MigrateError

if TYPE_CHECKING:
    from migrate.report.result import Result

_FORMATS = ("text", "json", "sarif", "github", "html")
_OF_LINES = ("text", "github")  # which may share a stream


@dataclass(frozen=True)
class Wanted:
    """A report that is asked for; `file` is `None` where it goes to the terminal."""

    format: str
    file: Path | None


def _reports(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[Wanted, ...]:
    """The reports, of which only those of lines share the terminal; text goes there if nothing else does."""
    wanted = tuple(_wanted(one, ctx, param) for one in value)
    shown = [one.format for one in wanted if one.file is None]
    if len(shown) > 1 and any(one not in _OF_LINES for one in shown):
        raise click.BadParameter(f"{' and '.join(shown)} cannot share stdout: give one a file", ctx, param)
    return wanted if shown else (Wanted("text", None), *wanted)


def _wanted(told: str, ctx: click.Context, param: click.Parameter) -> Wanted:
    """A format, and the file that the report goes to, if one is named."""
    format, equals, file = told.partition("=")
    if format not in _FORMATS:
        raise click.BadParameter(f"{format!r} is none of {', '.join(_FORMATS)}", ctx, param)
    if equals and (not file or Path(file).is_dir() or not Path(file).parent.is_dir()):
        raise click.BadParameter(f"{told!r}: name a file, in a folder that is there", ctx, param)
    return Wanted(format, Path(file) if file else None)


report_option = click.option(
    "--report",
    "reports",
    multiple=True,
    callback=_reports,
    metavar="FORMAT[=FILE]",
    help=f"Report as {', '.join(_FORMATS)}, to stdout or a file; give it once for each (text).",
)


def write_reports(
    reports: Sequence[Wanted], result: Result, stream: TextIO | None = None, *, quiet: bool = False
) -> None:
    """Writes each report that is asked for; those without a file to `stream`, or stdout.

    If `quiet`, what people read there is errors alone.

    Raises:
      MigrateError: a file cannot be written.
    """
    from migrate.report.writers import write

    for one in reports:
        if one.file is None:
            format = "errors" if quiet and one.format == "text" else one.format
            write(result, format, stream or sys.stdout)
            continue
        try:
            with open(one.file, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                write(result, one.format, file)
        except OSError as error:
            raise MigrateError(f"--report {one.format}={one.file}: {error.strerror}") from error
