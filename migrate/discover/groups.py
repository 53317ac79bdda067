"""Which modules name each other in imports, by their text alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from migrate.model.source import Module
from migrate.syntax.closure import connected


def import_groups(modules: Sequence[Module]) -> Iterator[list[Module]]:
    """The modules in groups, none of which imports from another, in the order of their first files.

    A module is taken to be imported where any part of an imported name is that of its file or its package's
    folder, wherever that lies: rather one group too few.
    """
    known: dict[str, set[Path]] = {}
    for one in modules:
        known.setdefault(_name(one.path), set()).add(one.path)
    pairs = ((one.path, path) for one in modules for name in _named(one.tree) for path in known.get(name, ()))
    for group in connected((one.path for one in modules), pairs):
        yield [one for one in modules if one.path in group]


def _name(path: Path) -> str:
    return path.parent.name if path.stem == "__init__" else path.stem


def _named(tree: ast.Module) -> Iterator[str]:
    """The parts of all names that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for name in (*(alias.name for alias in node.names), getattr(node, "module", None) or ""):
                yield from name.split(".")
