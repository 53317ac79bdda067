"""Options that several commands have, and what these exit with alike."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from migrate import discover
from migrate.jobs import cores
from migrate.model.choices import Codes, Selection, Strategy
from migrate.report import RulePage

_WOULD_CHANGE = 1  # or could rise, or is on a lower tier than is asked for
_ERROR_LEFT = 3  # an error is left in the report

_Command = Callable[[Callable[..., Any]], Callable[..., Any]]


def strategy_option(text: str) -> _Command:
    """`--strategy`, with what it does in a command."""
    names = [one.value for one in Strategy]
    told = f"{text} NAME: {', '.join(names)}."
    return click.option("--strategy", type=click.Choice(names), metavar="NAME", help=told)


def assume_option(text: str) -> _Command:
    """`--assume`, as often as there are flags, with what it does in a command."""
    return click.option("--assume", "assumed", multiple=True, metavar="NAME=VALUE", help=text)


def _with_settings(ctx: click.Context, param: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """The paths; what their project says becomes the default of the options that are called the same."""
    folders = [path if path.is_dir() else path.parent for path in (one.resolve() for one in paths)]
    project = discover.settings(Path(os.path.commonpath(folders)))
    if project is not None:
        keys = {key: value for key, value in project.values.items() if key in _FOR_THE_COMMAND}
        ctx.default_map = {key.replace("-", "_"): value for key, value in keys.items()}
    return paths


_FOR_THE_COMMAND = ("ignore", "min-tier", "select")  # the others may differ from one path to the next

paths_argument = click.argument(
    "paths",
    nargs=-1,
    required=True,
    is_eager=True,
    callback=_with_settings,
    metavar="PATH...",
    type=click.Path(path_type=Path),
)


def selection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--exclude`, `--select` and `--ignore`; the command has them as `selection`."""

    @click.option(
        "--exclude", multiple=True, metavar="PATTERN", help="Leave out what matches, as in .gitignore."
    )
    @click.option(
        "--select", multiple=True, metavar="CODE", help="Take these codes or families alone, as TWR."
    )
    @click.option("--ignore", multiple=True, metavar="CODE", help="Leave what these would change, or tell.")
    @functools.wraps(command)
    def with_selection(
        *args: Any, exclude: tuple[str, ...], select: tuple[str, ...], ignore: tuple[str, ...], **given: Any
    ) -> Any:
        codes = Codes(_codes(select), _codes(ignore))
        return command(*args, selection=Selection(exclude, codes), **given)

    return with_selection


def _codes(given: Sequence[str]) -> tuple[str, ...]:
    """The beginnings of codes, which commas may part."""
    return tuple(one.strip().upper() for text in given for one in text.split(",") if one.strip())


def check_codes(codes: Codes, pages: Sequence[RulePage]) -> None:
    """Raises a usage error where a code is named that none of `pages` is about."""
    for wish, named in (("select", codes.selected), ("ignore", codes.ignored)):  # of options, or of settings
        for one in named:
            if not any(page.code.startswith(one) for page in pages):
                raise click.UsageError(f"{wish} {one}: no code begins so: tfmigrate rules lists them")


def loudness_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`-q` and `-v`; the command has them as `quiet` and `verbose`."""
    command = click.option("-v", "--verbose", is_flag=True, help="Say on stderr what is being done.")(command)
    return click.option("-q", "--quiet", is_flag=True, help="Report errors alone.")(command)


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=cores,
    metavar="N",
    help="How many processes may run at a time (one for each core).",
)

exit_zero_option = click.option(
    "--exit-zero", is_flag=True, help="Exit with 0 whatever is found; usage and internal errors stay 2."
)


def exit_status(*, has_errors: bool, would_change: bool = False, exit_zero: bool = False) -> int:
    """What a command exits with that did what was asked for: the highest of what holds."""
    if exit_zero:
        return 0
    return _ERROR_LEFT if has_errors else _WOULD_CHANGE if would_change else 0
