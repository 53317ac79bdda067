"""Walks a folder for Python files, once each, whatever its links."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from migrate.model.diagnostic import Diagnostic

from . import findings

_MADE_BY_TOOLS = frozenset({"__pycache__", "node_modules", "site-packages"})
_BUILD_OUTPUTS = frozenset({"build", "dist"})
_MARKS_OF_AN_ENVIRONMENT = ("pyvenv.cfg", "conda-meta")


@dataclass
class Tree:
    """What lies below one folder: its Python files in a fixed order, and what was odd on the way.

    Files that are really there come before links, so that a file is known by its own name. Links to folders
    are not followed: inside the tree they lead to what is found anyway, or around in circles, and outside of
    it to files that nobody asked to rewrite. Each is a diagnostic.
    """

    root: Path
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def python_files(self) -> list[Path]:
        """Every `*.py` and `*.ipynb` below the root: real files, then links to files, each sorted by path."""
        found = sorted(self._walk(self.root))
        return sorted(found, key=Path.is_symlink)  # a stable sort: False comes first

    def _walk(self, folder: Path) -> Iterator[Path]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self.diagnostics.append(findings.unreadable(folder, error))
            return
        for entry in entries:
            path = folder / entry.name
            if entry.is_dir(follow_symlinks=False):
                if not _is_skipped(path):
                    yield from self._walk(path)
            elif os.path.isdir(path):  # a link to a folder; one to itself counts as a file, unreadable
                if not _is_skipped(path):
                    self.diagnostics.append(findings.linked_folder(path, self.root))
            elif path.suffix in (".ipynb", ".py") and not entry.name.startswith("."):
                yield path


def _is_skipped(folder: Path) -> bool:
    name = folder.name
    if name.startswith(".") or name in _MADE_BY_TOOLS or name.endswith(".egg-info"):
        return True
    if name in _BUILD_OUTPUTS and not (folder / "__init__.py").exists():
        return True
    return any((folder / mark).exists() for mark in _MARKS_OF_AN_ENVIRONMENT)
