"""What the user has chosen for a program: by a comment in it, by the command line, or for the project."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import replace

from migrate import discover
from migrate.errors import UsageError
from migrate.model.choices import ALL_CODES, Assumption, Choice, Codes, IgnoredAt, Strategy
from migrate.model.source import Module, Source

_KEYS = ("assume", "strategy")
_COMMENT = re.compile(r"#\s*tfmigrate:\s*(\w+)\s*=\s*(\S+)\s*$")
_MIRRORED = "TWR101"  # the rule by which towers become replicas
_IGNORE = re.compile(r"#\s*tfmigrate:\s*ignore\[([^\]]*)\]")


def choice(module: Module, strategy: Strategy | None = None, codes: Codes = ALL_CODES) -> Choice:
    """What is chosen for a program: a comment there comes first, then `strategy`, then the project.

    `codes` are those that hold in the run. Where that by which towers become replicas does not, they stay on
    their devices.

    Raises:
      UsageError: a comment, or the project's `pyproject.toml`, names what is not there.
    """
    ignored = tuple(_ignored_in(module))
    comment = next((f"the comment in line {at.line}" for at in ignored if _MIRRORED.startswith(at.code)), "")
    where = comment or codes.leave_out(_MIRRORED)
    chosen = Choice(Strategy.EXPLICIT, where) if where else _strategy(module, strategy)
    return replace(chosen, codes=codes, ignored=ignored)


def _strategy(module: Module, strategy: Strategy | None) -> Choice:
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
    yield from ((one, str(settings.path)) for one in settings.values["assume"])


def _literal(text: str) -> object:
    """A value as Python writes it; a text need not be in quotes."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def _ignored_in(module: Module) -> Iterator[IgnoredAt]:
    """The codes that comments such as `# tfmigrate: ignore[TWR101]` ignore, each in the line of the file."""
    place = module.conversion.place if module.conversion else lambda line, column: (0, line, column)
    for line, text in _tokens_of_comments(module.code):
        for match in _IGNORE.finditer(text):
            cell, own, _ = place(line, 1)
            yield from (IgnoredAt(code, own, cell, line) for code in re.findall(r"\w+", match[1].upper()))


def _comments(module: Module) -> Iterator[tuple[int, str, str]]:
    yield from _comments_of(module.code)


def _comments_of(code: bytes) -> Iterator[tuple[int, str, str]]:
    for line, text in _tokens_of_comments(code):
        match = _COMMENT.match(text)
        if match is not None:
            yield line, match[1], match[2]


def _tokens_of_comments(code: bytes) -> Iterator[tuple[int, str]]:
    """The comments of a text that are for us, each with its line, as far as it is Python 3."""
    if b"tfmigrate:" not in code:
        return
    try:
        for token in tokenize.tokenize(io.BytesIO(code).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    except (SyntaxError, ValueError, tokenize.TokenError):
        return


def _named(value: object, where: str) -> Strategy:
    for one in Strategy:
        if one.value == value:
            return one
    there = ", ".join(one.value for one in Strategy)
    raise UsageError(f"{where}: no strategy is called {value!r}: there are {there}")
