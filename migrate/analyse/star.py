"""Names that a module has from TensorFlow by `from tensorflow import *`."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator

from migrate.model.bindings import TF1_IN_TF2
from migrate.model.nodes import nodes_of

# Of Python's own names those that TensorFlow 1 has too, and hides. It hid `print` as well, where that was no
# statement: what a program prints, it means to print.
_HIDDEN = frozenset({"abs", "bool", "complex", "pow", "range", "round", "slice", "tuple"})


def of_star(tree: ast.Module, imported: Collection[str]) -> Iterator[tuple[str, str]]:
    """What the names stand for that nothing else in the module gives; none where another `*` may."""
    stars = [
        node.module if not node.level else None
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]
    if stars not in (["tensorflow"], [TF1_IN_TF2]):
        return
    given = {*imported, *(set(dir(builtins)) - _HIDDEN), "get_ipython"}  # which every notebook has
    used = []
    for node in nodes_of(tree):
        if isinstance(node, ast.Name):
            used.append(node.id) if isinstance(node.ctx, ast.Load) else given.add(node.id)
        elif isinstance(node, ast.arg):
            given.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)):
            given.add(node.name or "")
    for name in used:
        if name not in given and not name.startswith("_"):
            yield name, f"{stars[0]}.{name}"
