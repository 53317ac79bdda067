"""Compares what two programs printed, line by line, but for what differs in any two runs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_OF_TIME = r"(?:secs?|seconds?|time|elapsed|took|duration|speed)"
# Times, addresses, paths and process ids, in this order; only they are masked.
_MASKED = [
    re.compile(pattern)
    for pattern in (
        r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?)?",  # a date
        r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} +\d+ \d\d:\d\d:\d\d \d{4}",  # time.ctime()
        r"\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?",  # a time of day
        rf"{_NUMBER} ?(?:s|ms|us|µs|ns|secs?|seconds?|minutes?|mins?|hours?)\b(?: ?/ ?\w+)?",
        rf"{_NUMBER} ?\w*(?:/| per )(?:s|sec|secs|second|ms)\b",  # examples/sec
        rf"\b(?:(?:\w*[/_])?{_OF_TIME}|(?:\w*/)?s)(?:/\w+|_(?:elapsed|taken|used|cost))?\b ?[:=]? ?{_NUMBER}",
        r"\b1[5-9]\d{8}(?:\.\d+)?\b",  # seconds since 1970
        r"0x[0-9a-fA-F]+",
        r"(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|\blocalhost:\d+",
        r"(?:/[\w.+@-]+){2,}/?",
        r"\b(?:pid|process|PID)\b ?[:=]? ?\d+",
    )
]
_NUMBERS = re.compile(_NUMBER)
# Keras's progress bars say what was compared already, and are drawn over and over.
_PROGRESS_BAR = re.compile(r"^(?:Epoch \d+/\d+|\s*\d+/\d+ .*(?:━|\[[=>.]+\]).*)$")


@dataclass(frozen=True)
class DifferentLine:
    """The first line that differs; `None` where a program printed no more."""

    number: int
    original: str | None
    other: str | None

    def __str__(self) -> str:
        def quoted(line: str | None) -> str:
            return "nothing" if line is None else repr(line)

        return f"line {self.number} of stdout is {quoted(self.original)} and {quoted(self.other)}"


def first_difference(
    original: Path,
    other: Path,
    tolerance: float,
    *,
    is_cut: bool = False,
    unsteady: Collection[int] = (),
) -> DifferentLine | None:
    """Compare two files of what was printed, without the lines of the numbers `unsteady`.

    Numbers may differ by `tolerance`, beyond 1 as a part of the number, or by one in the last place that is
    printed. Where both programs or their output were cut short (`is_cut`), one may have printed more.
    """
    found = (one for one in _different(original, other, tolerance) if one.number not in unsteady)
    first = next(found, None)
    is_missing = first is not None and (first.original is None or first.other is None)
    return None if is_cut and is_missing else first


def unsteady_lines(original: Path, again: Path, tolerance: float) -> frozenset[int]:
    """The numbers of the lines that a program prints otherwise when it runs again."""
    return frozenset(one.number for one in _different(original, again, tolerance))


def _different(original: Path, other: Path, tolerance: float) -> Iterator[DifferentLine]:
    lines = zip_longest(_lines(original), _lines(other))
    for number, (one, two) in enumerate(lines, 1):
        if one is None or two is None or not alike(one, two, tolerance):
            yield DifferentLine(number, one, two)


def alike(one: str, two: str, tolerance: float) -> bool:
    """Whether two lines say the same."""
    if one == two:
        return True
    for masked in _MASKED:
        one, two = masked.sub("*", one), masked.sub("*", two)
    if _NUMBERS.split(one) != _NUMBERS.split(two):
        return _words(one) == _words(two) and _close(one, two, tolerance)
    return _close(one, two, tolerance)


def _close(one: str, two: str, tolerance: float) -> bool:
    pairs = zip(_NUMBERS.findall(one), _NUMBERS.findall(two), strict=False)
    return all(_is_close(first, second, tolerance) for first, second in pairs)


def _words(line: str) -> list[str]:
    """A line without the widths to which its numbers are set."""
    return [part.strip() for part in _NUMBERS.split(line)]


def _is_close(one: str, two: str, tolerance: float) -> bool:
    if one == two:
        return True
    if one.lstrip("+-").isdecimal() and two.lstrip("+-").isdecimal():
        return int(one) == int(two)
    first, second = float(one), float(two)
    allowed = tolerance * max(1.0, abs(first), abs(second))
    if tolerance:
        allowed = max(allowed, 1.01 * _last_place(one), 1.01 * _last_place(two))
    return first == second or abs(first - second) <= allowed


def _last_place(number: str) -> float:
    mantissa, _, exponent = number.lower().partition("e")
    _, _, decimals = mantissa.partition(".")
    return float(10.0 ** (int(exponent or 0) - len(decimals)))


def _lines(path: Path) -> Iterator[str]:
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            shown = line.rstrip("\r\n").rpartition("\r")[2]  # what stays of a line that is drawn over
            if not _PROGRESS_BAR.match(shown):
                yield shown.rstrip()
