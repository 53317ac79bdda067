"""The command `tfmigrate rules`."""

from __future__ import annotations

import click

from migrate.errors import UsageError

from .rules_page import all_pages


@click.command()
@click.argument("prefix", default="", metavar="[PREFIX]")
def rules(prefix: str) -> int:
    """List every code that a report can name, with its title: all, or those that begin with PREFIX.

    `tfmigrate explain CODE` tells the rest of one.
    """
    found = sorted((one.code, one.title) for one in all_pages() if one.code.startswith(prefix.upper()))
    if not found:
        raise UsageError(f"no code begins with {prefix}")
    for code, title in found:
        click.echo(f"{code}  {title}")
    return 0
