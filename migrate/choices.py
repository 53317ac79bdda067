"""What the user has chosen for a program: by a comment in it, by the command line, or for the project."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

from migrate import discover
from migrate.errors import UsageError
from migrate.model.choices import Choice, Strategy
from migrate.model.source import Module

_COMMENT = re.compile(r"#\s*tfmigrate:\s*(\w+)\s*=\s*(\S+)\s*$")


def choice(module: Module, strategy: Strategy | None = None) -> Choice:
    """What is chosen for a program: a comment there comes first, then `strategy`, then the project.

    Raises:
      UsageError: a comment, or the project's `pyproject.toml`, names what is not there.
    """
    for line, key, value in _comments(module):
        where = f"{module.path}:{line}"
        if key != "strategy":
            raise UsageError(f"{where}: a comment for tfmigrate has no {key!r}: there is strategy")
        return Choice(_named(value, where), f"a comment in line {line}")
    if strategy is not None:
        return Choice(strategy, "--strategy")
    found = discover.settings(module.source.root)
    if found is not None and "strategy" in found.values:
        return Choice(_named(found.values["strategy"], str(found.path)), str(found.path))
    return Choice()


def _comments(module: Module) -> Iterator[tuple[int, str, str]]:
    if b"tfmigrate:" not in module.code:
        return
    for token in tokenize.tokenize(io.BytesIO(module.code).readline):
        match = _COMMENT.match(token.string) if token.type == tokenize.COMMENT else None
        if match is not None:
            yield token.start[0], match[1], match[2]


def _named(value: object, where: str) -> Strategy:
    for one in Strategy:
        if one.value == value:
            return one
    there = ", ".join(one.value for one in Strategy)
    raise UsageError(f"{where}: no strategy is called {value!r}: there are {there}")
