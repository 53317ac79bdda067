"""Options that several commands have, and what these exit with alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from migrate.model.choices import Strategy

ERROR_LEFT = 3  # an error is left in the report

_Command = Callable[[Callable[..., Any]], Callable[..., Any]]


def strategy_option(text: str) -> _Command:
    """`--strategy`, with what it does in a command."""
    return click.option("--strategy", type=click.Choice([one.value for one in Strategy]), help=text)


def assume_option(text: str) -> _Command:
    """`--assume`, as often as there are flags, with what it does in a command."""
    return click.option("--assume", "assumed", multiple=True, metavar="NAME=VALUE", help=text)
