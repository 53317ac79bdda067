"""Names that a module has from TensorFlow by `from tensorflow import *`."""

from __future__ import annotations

import ast
import builtins
import csv
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from migrate.model.bindings import TF1_IN_TF2
from migrate.model.nodes import nodes_of
from migrate.syntax.old_names import old_names

_TABLE = Path(__file__).with_name("tables") / "given_by_star.csv"
# Of Python's own names those that TensorFlow 1 has too, and hides. It hid `print` as well, where that was no
# statement: what a program prints, it means to print.
_HIDDEN = frozenset({"abs", "bool", "complex", "pow", "range", "round", "slice", "tuple"})


def of_star(tree: ast.Module, imported: Collection[str]) -> Iterator[tuple[str, str]]:
    """What the names stand for that nothing else in the module gives; none where another `*` may.

    What TensorFlow never had is a mistake of the program's, or given by what surrounds it: a notebook.
    """
    stars = [
        node.module if not node.level else None
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]
    if stars not in (["tensorflow"], [TF1_IN_TF2]):
        return
    given = {*imported, *(set(dir(builtins)) - _HIDDEN)}
    used = []
    for node in nodes_of(tree):
        if isinstance(node, ast.Name):
            used.append(node.id) if isinstance(node.ctx, ast.Load) else given.add(node.id)
        elif isinstance(node, ast.arg):
            given.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)):
            given.add(node.name or "")
    for name in used:
        if name not in given and name in _of_tensorflow():
            yield name, f"{stars[0]}.{name}"


@cache
def _of_tensorflow() -> frozenset[str]:
    """What it had before 1.0, has in 1.15, or has now."""
    with _TABLE.open(newline="") as lines:
        names = {row["name"] for row in csv.DictReader(lines)}
    return frozenset({*names, *(symbol.removeprefix("tf.").partition(".")[0] for symbol in old_names())})
