"""The command `tfmigrate explain`."""

from __future__ import annotations

import click

from migrate.errors import UsageError
from migrate.report import RulePage, page

from .rules_page import all_pages


@click.command()
@click.argument("code")
def explain(code: str) -> int:
    """Explain the rule or finding CODE: what it is, why, and code before and after."""
    click.echo(page(_page_of(code)), nl=False)
    return 0


def _page_of(code: str) -> RulePage:
    for candidate in all_pages():
        if candidate.code == code.upper():
            return candidate
    raise UsageError(f"no rule or finding has the code {code}; the report names codes, such as PY2001")
