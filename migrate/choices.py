"""What the user has chosen for a program: by a comment in it, by the command line, or for the project."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence

from migrate import discover
from migrate.errors import UsageError
from migrate.model.choices import Assumption, Choice, Strategy
from migrate.model.source import Module, Source

_KEYS = ("assume", "strategy")
_COMMENT = re.compile(r"#\s*tfmigrate:\s*(\w+)\s*=\s*(\S+)\s*$")


def choice(module: Module, strategy: Strategy | None = None) -> Choice:
    """What is chosen for a program: a comment there comes first, then `strategy`, then the project.

    Raises:
      UsageError: a comment, or the project's `pyproject.toml`, names what is not there.
    """
    for line, key, value in _comments(module):
        where = f"{module.path}:{line}"
        if key not in _KEYS:
            raise UsageError(f"{where}: a comment for tfmigrate has no {key!r}: there is {', '.join(_KEYS)}")
        if key == "assume":
            continue
        return Choice(_named(value, where), f"a comment in line {line}")
    if strategy is not None:
        return Choice(strategy, "--strategy")
    found = discover.settings(module.source.root)
    if found is not None and "strategy" in found.values:
        return Choice(_named(found.values["strategy"], str(found.path)), str(found.path))
    return Choice()


def assumptions(source: Source, given: Sequence[str] = ()) -> tuple[Assumption, ...]:
    """Which flags of a program are taken to have which values: by comments, the command line, the project.

    Args:
      source: the program.
      given: what the command line says, such as `sync_replicas=True`.

    Raises:
      UsageError: one of them is not of this form.
    """
    found: dict[str, Assumption] = {}
    told = list(_of_project(source))
    told += [(one, "--assume") for one in given]
    told += [
        (value, f"a comment in line {line}")
        for line, key, value in _comments_of(source.data)
        if key == "assume"
    ]
    for one, where in told:
        name, _, value = one.partition("=")
        if not (name and value and all(part.isidentifier() for part in name.split("."))):
            raise UsageError(f"{where}: {one!r} is no flag and its value, such as sync_replicas=True")
        found[name] = Assumption(name, _literal(value), where)
    return tuple(found.values())


def _of_project(source: Source) -> Iterator[tuple[str, str]]:
    settings = discover.settings(source.root)
    if settings is None or "assume" not in settings.values:
        return
    listed = settings.values["assume"]
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise UsageError(f'{settings.path}: assume is a list, such as ["sync_replicas=True"]')
    yield from ((one, str(settings.path)) for one in listed)


def _literal(text: str) -> object:
    """A value as Python writes it; a text need not be in quotes."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def _comments(module: Module) -> Iterator[tuple[int, str, str]]:
    yield from _comments_of(module.code)


def _comments_of(code: bytes) -> Iterator[tuple[int, str, str]]:
    if b"tfmigrate:" not in code:
        return
    for token in _tokens(code):
        match = _COMMENT.match(token.string) if token.type == tokenize.COMMENT else None
        if match is not None:
            yield token.start[0], match[1], match[2]


def _tokens(code: bytes) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a text, as far as it is Python 3."""
    try:
        yield from tokenize.tokenize(io.BytesIO(code).readline)
    except (SyntaxError, tokenize.TokenError):
        return


def _named(value: object, where: str) -> Strategy:
    for one in Strategy:
        if one.value == value:
            return one
    there = ", ".join(one.value for one in Strategy)
    raise UsageError(f"{where}: no strategy is called {value!r}: there are {there}")
