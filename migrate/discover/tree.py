"""Walks a folder for files, once each, whatever its links."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from migrate.model.diagnostic import Diagnostic

from . import findings
from .excluded import Excluded

_MADE_BY_TOOLS = frozenset({"__pycache__", "node_modules", "site-packages"})
_BUILD_OUTPUTS = frozenset({"build", "dist"})
_MARKS_OF_AN_ENVIRONMENT = ("pyvenv.cfg", "conda-meta")
_PYTHON = (".ipynb", ".py")


@dataclass
class Tree:
    """What lies below one folder: its files in a fixed order, and what was odd on the way.

    Files that are really there come before links, so that a file is known by its own name. Links to folders
    are not followed: inside the tree they lead to what is found anyway, or around in circles, and outside of
    it to files that nobody asked to rewrite. Each is a diagnostic. `left_out` are the Python files and the
    folders that `excluded` covers.
    """

    root: Path
    excluded: Excluded
    diagnostics: list[Diagnostic] = field(default_factory=list)
    left_out: list[Path] = field(default_factory=list)

    def python_files(self) -> list[Path]:
        """Every `*.py` and `*.ipynb` below the root: real files, then links to files, each sorted by path."""
        found = sorted(self._walk(self.root, _is_python))
        return sorted(found, key=Path.is_symlink)  # a stable sort: False comes first

    def files(self) -> list[Path]:
        """Every file below the root and every link, whatever it leads to, sorted by path."""
        return sorted(self._walk(self.root, lambda path: True, links=True))

    def _walk(
        self, folder: Path, is_wanted: Callable[[Path], bool], *, links: bool = False
    ) -> Iterator[Path]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self.diagnostics.append(findings.unreadable(folder, error))
            return
        for entry in entries:
            path = folder / entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            is_link_to_folder = not is_folder and os.path.isdir(path)  # one to itself counts as a file
            if _is_skipped(path) if is_folder or is_link_to_folder else not is_wanted(path):
                continue
            if self.excluded.covers(path, is_folder=is_folder):
                self.left_out += [path] if is_folder or _is_python(path) else []
            elif is_folder:
                yield from self._walk(path, is_wanted, links=links)
            elif is_link_to_folder and not links:
                self.diagnostics.append(findings.linked_folder(path, self.root))
            else:
                yield path


def _is_python(path: Path) -> bool:
    return path.suffix in _PYTHON and not path.name.startswith(".")


def _is_skipped(folder: Path) -> bool:
    name = folder.name
    if name.startswith(".") or name in _MADE_BY_TOOLS or name.endswith(".egg-info"):
        return True
    if name in _BUILD_OUTPUTS and not os.path.exists(folder / "__init__.py"):
        return True
    return any(os.path.exists(folder / mark) for mark in _MARKS_OF_AN_ENVIRONMENT)
