"""Writes `docs/rules.md` from the rules, or checks that it is current: `python -m migrate.cli.rules_page`."""

from __future__ import annotations

import difflib
from pathlib import Path

import click

from migrate.report import RulePage, rules_document
from migrate.report.input_pages import INPUT_PAGES

DOCUMENT = Path("docs/rules.md")


def all_pages() -> list[RulePage]:
    """The pages of every code that a diagnostic can carry."""
    from migrate.rewrite.registry import all_rules  # it loads every rule, and LibCST with them

    return [*INPUT_PAGES, *all_rules()]


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the document is not current.")
def rules_page(check: bool) -> None:
    """Generate docs/rules.md, in the root of the repository."""
    wanted = rules_document(all_pages())
    if not check:
        DOCUMENT.write_text(wanted, encoding="utf-8")
        return
    found = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else ""
    if found != wanted:
        patch = difflib.unified_diff(found.splitlines(), wanted.splitlines(), lineterm="")
        click.echo("\n".join(patch))
        raise click.ClickException(f"{DOCUMENT} is not current: run make docs")


if __name__ == "__main__":
    rules_page()
