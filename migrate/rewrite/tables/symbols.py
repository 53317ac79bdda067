"""What `symbols.csv` says of each symbol of TF 1.15."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("symbols.csv")


@dataclass(frozen=True)
class Symbol:
    """One row of the table, whose columns `generate.py` tells."""

    instead: str
    in_tf2: bool
    arguments: tuple[str, ...]
    gone: frozenset[str]
    arguments_instead: tuple[str, ...] | None
    alike: str
    arguments_alike: tuple[str, ...]
    renamed: Mapping[str, str]


@cache
def symbols() -> Mapping[str, Symbol]:
    """Every symbol outside of `contrib`, by its name."""
    with _TABLE.open(newline="") as lines:
        return {row["symbol"]: _symbol(row) for row in csv.DictReader(lines)}


@cache
def modules() -> frozenset[str]:
    """What the symbols are in: modules, and classes."""
    return frozenset(parent for symbol in symbols() for parent in parents(symbol))


def parents(symbol: str) -> Iterator[str]:
    """`tf.train.Saver` and `tf.train` and `tf`, of `tf.train.Saver.restore`."""
    while "." in symbol:
        symbol = symbol.rpartition(".")[0]
        yield symbol


def _symbol(row: Mapping[str, str]) -> Symbol:
    pairs = (pair.partition("=") for pair in row["renamed"].split())
    return Symbol(
        row["instead"],
        row["in_tf2"] == "yes",
        tuple(row["arguments"].split()),
        frozenset(row["gone"].split()),
        tuple(row["arguments_instead"].strip("-").split()) if row["arguments_instead"] else None,
        row["alike"],
        tuple(row["arguments_alike"].split()),
        {before: today for before, _, today in pairs},
    )
