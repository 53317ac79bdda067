"""Runs fixers of fissix, the maintained lib2to3, over a text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from fissix.fixer_base import BaseFix
from fissix.pgen2.parse import ParseError
from fissix.pgen2.tokenize import TokenError
from fissix.refactor import RefactoringTool

from .results import Unparsable

_TOLD = re.compile(r"Line (\d+): (.*)", re.DOTALL)
_NOT_CONVERTED = "could not convert: "


@dataclass(frozen=True)
class Fixed:
    """A text as fixers left it, and what they had to say, by the number of the line."""

    text: str
    told: tuple[tuple[int, str], ...]


def fixed(
    text: str,
    fixers: Sequence[type[BaseFix]],
    *,
    has_print_statement: bool,
    untouched: Collection[int] = (),
    path: str = "",
) -> Fixed:
    """`text` after the `fixers`; what begins on a line of `untouched` stays as it is.

    Raises:
      Unparsable: the text is no Python 2.
    """
    tool = _tool(tuple(fixers), has_print_statement)
    tool.untouched = frozenset(untouched)
    tool.fixer_log.clear()
    # A file may end without a line end, which the grammar wants.
    ended = text if text.endswith("\n") else text + "\n"
    try:
        tree = tool.refactor_string(ended, path)
    except ParseError as error:
        line, column = error.context[1]
        raise Unparsable(line, column + 1) from error
    except TokenError as error:
        line, column = error.args[1]
        raise Unparsable(line, column + 1) from error
    except IndentationError as error:
        raise Unparsable(error.lineno or 1, error.offset or 1) from error
    except (AssertionError, RecursionError) as error:  # of the library's tokenizer, and of its trees
        raise Unparsable(1, 1) from error
    after = str(tree)
    return Fixed(after if ended == text else after.removesuffix("\n"), tuple(_told(tool.fixer_log)))


class _Tool(RefactoringTool):  # type: ignore[misc]
    """Takes classes of fixers, where fissix's own takes names of modules."""

    def __init__(self, fixers: Sequence[type[BaseFix]], options: dict[str, bool]) -> None:
        self.untouched: frozenset[int] = frozenset()
        self._classes = fixers
        super().__init__([], options)

    def get_fixers(self) -> tuple[list[Any], list[Any]]:
        made = [self._made(kind) for kind in self._classes]
        made.sort(key=lambda fixer: fixer.run_order)
        return [one for one in made if one.order == "pre"], [one for one in made if one.order == "post"]

    def _made(self, kind: type[BaseFix]) -> Any:
        fixer = kind(self.options, self.fixer_log)
        transform = fixer.transform

        def unless_untouched(node: Any, results: Any) -> Any:
            return None if node.get_lineno() in self.untouched else transform(node, results)

        fixer.transform = unless_untouched
        return fixer


@cache
def _tool(fixers: tuple[type[BaseFix], ...], has_print_statement: bool) -> _Tool:
    return _Tool(fixers, {"print_function": not has_print_statement})


def _told(log: Sequence[str]) -> list[tuple[int, str]]:
    """What fixers said: a line for what they would not convert comes before the reason."""
    told: list[tuple[int, str]] = []
    for message in log:
        place = _TOLD.match(message)
        if place is None:
            if told:
                told[-1] = (told[-1][0], message)
        else:
            words = place[2].removeprefix(_NOT_CONVERTED)
            told.append((int(place[1]), words))
    return told
