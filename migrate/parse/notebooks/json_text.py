"""Places in a JSON text, so that a value can be replaced and every other byte stay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(strict=False)


def skipped(text: str, place: int) -> int:
    """The place of what follows the spaces."""
    found = _SPACE.match(text, place)
    assert found is not None
    return found.end()


def end_of(text: str, place: int) -> int:
    """Where the value that starts at `place` ends."""
    return _DECODER.raw_decode(text, place)[1]


def members(text: str, place: int) -> Iterator[tuple[str, int]]:
    """Each name in the object at `place`, with where its value starts."""
    place = skipped(text, place + 1)
    while text[place] != "}":
        name, place = _DECODER.raw_decode(text, place)
        place = skipped(text, skipped(text, place) + 1)
        yield name, place
        place = _next(text, end_of(text, place))


def elements(text: str, place: int) -> Iterator[int]:
    """Where each element of the array at `place` starts."""
    place = skipped(text, place + 1)
    while text[place] != "]":
        yield place
        place = _next(text, end_of(text, place))


def _next(text: str, end: int) -> int:
    """The place of what follows a value, behind its comma."""
    place = skipped(text, end)
    return skipped(text, place + 1) if text[place] == "," else place


def rewritten_lines(text: str, start: int, lines: list[str]) -> str:
    """What stands at `start`, a text or a list of lines, with other lines, written as those there are."""
    old = text[start : end_of(text, start)]
    literals = _Literals(text)
    if old.startswith('"'):
        return literals.of("".join(lines))
    places = list(elements(text, start))
    literals.know(text[place : end_of(text, place)] for place in places)
    if not lines:
        return "[]"
    if places:
        first, last = places[0], places[-1]
        opening, closing = text[start:first], text[end_of(text, last) : start + len(old)]
        between = text[end_of(text, first) : places[1]] if len(places) > 1 else "," + opening[1:]
    else:
        indentation = text[text.rfind("\n", 0, start) + 1 :]
        spaces = indentation[: len(indentation) - len(indentation.lstrip(" "))]
        opening, between, closing = f"[\n{spaces} ", f",\n{spaces} ", f"\n{spaces}]"
    return opening + between.join(literals.of(line) for line in lines) + closing


class _Literals:
    """Writes texts as JSON, as the file around them does: lines that are known, to the letter."""

    def __init__(self, text: str) -> None:
        self._is_ascii = text.isascii()
        self._known: dict[str, str] = {}

    def know(self, literals: Iterator[str]) -> None:
        self._known.update((_DECODER.decode(literal), literal) for literal in literals)

    def of(self, value: str) -> str:
        known = self._known.get(value)
        return json.dumps(value, ensure_ascii=self._is_ascii) if known is None else known
