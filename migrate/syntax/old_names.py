"""Names from before TensorFlow 1.0, which programs keep beside those of 1.15: `compat.tf1` has them too."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("old_names.csv")


@dataclass(frozen=True)
class OldName:
    """What TF 1.15 calls a symbol of before 1.0.

    `arguments` are those that it took, and `renamed` which of them 1.15 calls otherwise; nothing where they
    are the same.
    """

    in_1_15: str
    arguments: tuple[str, ...]
    renamed: Mapping[str, str]


@cache
def old_names() -> Mapping[str, OldName]:
    """Each of them by its symbol, such as `tf.mul`."""
    with _TABLE.open(newline="") as lines:
        return {
            row["symbol"]: OldName(
                row["in_1_15"],
                tuple(row["arguments"].split()),
                {old: new for old, _, new in (pair.partition("=") for pair in row["renamed"].split())},
            )
            for row in csv.DictReader(lines)
        }


def name_in_1_15(dotted: str) -> str:
    """`tensorflow.multiply` for `tensorflow.mul`; others stay."""
    old = old_names().get(dotted.replace("tensorflow.", "tf.", 1))
    return old.in_1_15.replace("tf.", "tensorflow.", 1) if old else dotted
