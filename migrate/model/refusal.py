"""Why a program cannot be lifted to a tier."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TypeVar

_One = TypeVar("_One")
_Made = TypeVar("_Made")


class Refused(Exception):
    """Raised by a planner that meets what it does not understand: a code, the place and the words.

    Where it is an `effect` alone that a step could not leave out, a step that runs only what it returns can.
    """

    def __init__(
        self, code: str, path: Path, node: ast.AST, found: str, instead: str, *, effect: bool = False
    ) -> None:
        super().__init__(found)
        self.code = code
        self.path = path
        self.node = node
        self.found = found
        self.instead = instead
        self.effect = effect

    @property
    def words(self) -> Words:
        """The code and the place: of what one place is refused for by one rule, the first is told.

        There may be thousands, such as the objects that a statement changes.
        """
        return self.code, self.path, getattr(self.node, "lineno", 0), getattr(self.node, "col_offset", 0)


Words = tuple[str, Path, int, int]
Refusals = dict[Words, Refused]
_ASIDE: ContextVar[Refusals | None] = ContextVar("refusals put aside", default=None)
_IN_TRIAL: ContextVar[bool] = ContextVar("whether another plan follows a refused one", default=False)


@contextmanager
def aside(refusals: Refusals) -> Iterator[None]:
    """Plan in spite of these refusals, and add those that are met: what is planned then is never made."""
    token = _ASIDE.set(refusals)
    try:
        yield
    finally:
        _ASIDE.reset(token)


@contextmanager
def trial() -> Iterator[None]:
    """Plan what has an alternative: what it is refused for is no reason by itself, and is raised."""
    token = _IN_TRIAL.set(True)
    try:
        yield
    finally:
        _IN_TRIAL.reset(token)


def object_to(refusal: Refused) -> None:
    """Raise it, unless refusals are put aside.

    For checks, behind which a plan can go on as if they had held. What has no value to go on with raises it.
    """
    known = _ASIDE.get()
    if known is None or _IN_TRIAL.get() and refusal.words not in known:
        raise refusal
    known.setdefault(refusal.words, refusal)


def each(ones: Iterable[_One], plan: Callable[[_One], _Made]) -> list[_Made]:
    """What is planned for each of them.

    Raises:
      Refused: one is refused: the first. Where refusals are put aside, the others are, too.
    """
    made, refused = [], []
    known = None if _IN_TRIAL.get() else _ASIDE.get()
    for one in ones:
        try:
            made.append(plan(one))
        except Refused as refusal:
            if known is None:
                raise
            refused.append(refusal)
    if known is not None and refused:
        known.update((one.words, one) for one in refused if one.words not in known)
        raise refused[0]
    return made


def defect(path: Path, node: ast.AST, error: Exception | str) -> Refused:
    """The refusal of a program that stops the tool by an error of its own, or by what is told of that."""
    what = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    found = f"a program that tfmigrate fails on ({what})".replace("\n", " ")
    return Refused("INT201", path, node, found, "report it, with the program")
