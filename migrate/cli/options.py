"""Options that several commands have, and what these exit with alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from migrate.model.choices import Strategy

_WOULD_CHANGE = 1  # or could rise, or is on a lower tier than is asked for
_ERROR_LEFT = 3  # an error is left in the report

_Command = Callable[[Callable[..., Any]], Callable[..., Any]]


def strategy_option(text: str) -> _Command:
    """`--strategy`, with what it does in a command."""
    return click.option("--strategy", type=click.Choice([one.value for one in Strategy]), help=text)


def assume_option(text: str) -> _Command:
    """`--assume`, as often as there are flags, with what it does in a command."""
    return click.option("--assume", "assumed", multiple=True, metavar="NAME=VALUE", help=text)


exit_zero_option = click.option(
    "--exit-zero", is_flag=True, help="Exit with 0 whatever is found; usage and internal errors stay 2."
)


def exit_status(*, has_errors: bool, would_change: bool = False, exit_zero: bool = False) -> int:
    """What a command exits with that did what was asked for: the highest of what holds."""
    if exit_zero:
        return 0
    return _ERROR_LEFT if has_errors else _WOULD_CHANGE if would_change else 0
