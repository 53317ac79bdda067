"""Symbols of TensorFlow 1.15 that `compat.tf1` has nothing for, with what to use instead: `refusals.csv`."""

from __future__ import annotations

import csv
import functools
from pathlib import Path
from typing import NamedTuple

# What the codes stand for; they are never used again.
CODES = {
    "SYM100": "No symbol of TensorFlow 1.15, or not one of its public ones.",
    "SYM101": "TensorFlow 2 and its Keras have nothing that does this.",
    "SYM102": "It worked on parts of TensorFlow that only eager code has today.",
    "SYM103": "It was taken out because it is not safe.",
    "SYM104": "It is there, but is not made with these arguments, which were TensorFlow's own.",
}


class Refusal(NamedTuple):
    """Why a symbol is not there, or does not take some arguments."""

    symbol: str
    arguments: str
    code: str
    reason: str
    instead: str


@functools.cache
def refusals() -> list[Refusal]:
    """Every symbol of 1.15 that raises when it is used, or with some arguments, in order."""
    with Path(__file__).with_name("refusals.csv").open(encoding="utf-8") as table:
        return [Refusal(**row) for row in csv.DictReader(table)]


def is_refused(symbol: str) -> bool:
    """Whether `symbol` raises when it is used, though TensorFlow or Keras may have something of that name."""
    return any(refusal.symbol == symbol and not refusal.arguments for refusal in refusals())


def message(symbol: str) -> str:
    """What to tell of `symbol`, or of the module `symbol` of which nothing is left."""
    for refusal in refusals():
        if f"{refusal.symbol}.".startswith(f"{symbol}."):
            return f"{refusal.code} {symbol} is not in TensorFlow 2: {refusal.reason}; {refusal.instead}"
    return f"SYM100 {symbol} is no symbol of TensorFlow 1.15 that compat.tf1 has"
