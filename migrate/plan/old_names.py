"""Names from before TensorFlow 1.0, which programs keep beside those of 1.15: `compat.tf1` has them too."""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, Replacement

_TABLE = Path(__file__).with_name("old_names.csv")


@cache
def old_names() -> dict[str, str]:
    """What each of them is called today, below `tensorflow`."""
    with _TABLE.open(newline="") as lines:
        return {row["symbol"]: row["today"] for row in csv.DictReader(lines)}


def old_name_edits(bindings: Bindings) -> Iterator[Replacement]:
    """The name of today for each of them, where it is reached by way of a name for TensorFlow itself."""
    for node in bindings.dotted:
        today = old_names().get(bindings.tensorflow(node) or "")
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        is_under_tensorflow = isinstance(root, ast.Name) and bindings.aliases.get(root.id) == "tensorflow"
        if today and isinstance(node, ast.Attribute) and is_under_tensorflow:
            yield Replacement(node, Code(f"{ast.unparse(root)}.{today}"))
