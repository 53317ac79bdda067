"""Each rule's page, and the document that holds them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class RulePage(Protocol):
    """What a rule, or another source of diagnostics, says about its code."""

    @property
    def code(self) -> str:
        """Three letters for the family and three digits."""
        ...

    @property
    def title(self) -> str:
        """One sentence: what is found, and what becomes of it."""
        ...

    @property
    def explanation(self) -> str:
        """Why, and what to watch for."""
        ...

    @property
    def before(self) -> str:
        """Code as it is found; may be empty."""
        ...

    @property
    def after(self) -> str:
        """The same code as it is rewritten; may be empty."""
        ...

    @property
    def held(self) -> str:
        """A program that has a lower tier for it; may be empty."""
        ...

    @property
    def rises(self) -> str:
        """The program written so that it has a higher one; may be empty."""
        ...

    @property
    def told(self) -> str:
        """A program of which it is told, whatever its tier; may be empty."""
        ...

    @property
    def mended(self) -> str:
        """The program written so that it is not; may be empty."""
        ...

    @property
    def without(self) -> str:
        """Why a refusal has no example; empty where it has one."""
        ...


def page(rule: RulePage) -> str:
    """The page of one rule in Markdown, as `explain` prints it."""
    parts = [f"## {rule.code}: {rule.title}", rule.explanation.strip()]
    examples = (
        ("Before", rule.before),
        ("After", rule.after),
        ("On a lower tier", rule.held),
        ("On a higher one", rule.rises),
        ("Told of", rule.told),
        ("Not told of", rule.mended),
    )
    parts += [_example(label, code) for label, code in examples]
    parts += [f"There is no example: {rule.without}."] if rule.without else []
    return "\n\n".join(part for part in parts if part) + "\n"


def rules_document(rules: Iterable[RulePage]) -> str:
    """The document of all rules, sorted by code."""
    opening = (
        "# Rules\n\n"
        "Every code that a diagnostic can carry. `tfmigrate explain CODE` prints the same page.\n"
        "This file is generated (`make docs`): edit the rules, not this file.\n"
    )
    return "\n".join([opening, *(page(rule) for rule in sorted(rules, key=lambda rule: rule.code))])


def _example(label: str, code: str) -> str:
    language = "sh" if code.startswith("tfmigrate ") else "python"
    return f"{label}:\n\n```{language}\n{code.strip()}\n```" if code.strip() else ""
