"""Finds and reads the Python files behind the paths that the user gives."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate.errors import UsageError
from migrate.model.choices import EVERYTHING, Selection
from migrate.model.diagnostic import Diagnostic
from migrate.model.source import Source

from . import findings
from .excluded import Excluded, patterns
from .imported import imported
from .settings import settings
from .tree import Tree

_SKIP_FILE = re.compile(rb"""^[ \t]*"?(#\s*tfmigrate:\s*skip-file)\b""", re.MULTILINE)  # in a notebook, too


@dataclass(frozen=True)
class Discovered:
    """The Python files behind some paths, in a fixed order, and what was found about the others."""

    sources: tuple[Source, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def find(paths: Sequence[Path], selection: Selection = EVERYTHING) -> Discovered:
    """Reads every Python file at or below `paths`, each once: TensorFlow or not, for programs import helpers.

    A folder is searched for `*.py` and notebooks, without hidden folders, virtual environments, caches and
    build outputs, what git ignores, what its project excludes and what `selection` does, by patterns as in
    `.gitignore` that are seen from the current folder. A file that is named itself may also be a script with
    a python shebang. What is imported is read, too, though not `given`: what a named file imports from its
    project, and what files of a folder import that was left out there.

    Raises:
      UsageError: a path that does not exist.
    """
    sources: list[Source] = []
    diagnostics: list[Diagnostic] = []
    seen: set[Path] = set()
    trees = [tree(path, selection.excluded) for path in paths if os.path.isdir(path)]
    for found in _piped(paths, selection.piped) if selection.piped is not None else _each(paths, trees):
        if isinstance(found, Diagnostic):
            diagnostics.append(found)
            continue
        real = found.path.resolve()
        if real not in seen:
            seen.add(real)
            sources.append(found)
    known = {source.path.resolve(): source for source in sources}
    folders = [one.root.resolve() for one in trees]
    named = [one for real, one in known.items() if not any(real.is_relative_to(folder) for folder in folders)]
    others = list(imported(named, known))
    known |= {source.path.resolve(): source for source in others}
    others += _imported_though_left_out(trees, known)
    return Discovered((*sources, *map(_unless_skipped, others)), tuple(diagnostics))


def tree(root: Path, excluded: Sequence[str] = ()) -> Tree:
    """The folder `root`, without what is left out there: see `find`.

    Raises:
      UsageError: the project's settings cannot be read.
    """
    wished = [patterns(Path.cwd(), excluded, "--exclude")] if excluded else []
    project = settings(root)
    if project is not None and project.excluded:
        wished.append(patterns(project.path.parent, project.excluded, f"{project.path}: exclude"))
    return Tree(root, Excluded(root, wished))


def _imported_though_left_out(trees: Sequence[Tree], known: Mapping[Path, Source]) -> Iterator[Source]:
    """What was left out of folders, but is imported by what was not: programs have a part in it."""
    left_out = [path.resolve() for one in trees for path in one.left_out]
    words = [path.stem.encode() for path in left_out]
    importing = [one for one in known.values() if any(word in one.data for word in words)]
    for found in imported(importing, known):
        real = found.path.resolve()
        if any(real.is_relative_to(path) for path in left_out):
            yield replace(found, left="excluded")


def _piped(paths: Sequence[Path], data: bytes) -> Iterator[Source]:
    """What was piped to us, as if it were what the file holds that is given."""
    for path in paths:
        yield _unless_skipped(Source(path, path.parent, data))


def _each(paths: Sequence[Path], trees: Sequence[Tree]) -> Iterator[Source | Diagnostic]:
    of_folders = {one.root: one for one in trees}
    for path in paths:
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise UsageError(f"{path} {_absence(path)}") from None
        except OSError as error:
            yield findings.unreadable(path, error)
        else:
            yield from _below(of_folders[path]) if path in of_folders else [_named(path)]


def _absence(path: Path) -> str:
    return "is a link that leads nowhere" if path.is_symlink() else "does not exist"


def _below(tree: Tree) -> Iterator[Source | Diagnostic]:
    files = tree.python_files()
    yield from tree.diagnostics
    if not files and not tree.diagnostics:
        yield findings.nothing_python(tree.root)
    for path in files:
        yield _read(path, tree.root)


def _named(path: Path) -> Source | Diagnostic:
    source = _read(path, path.parent)
    if isinstance(source, Source) and not _is_python(source):
        return findings.not_python(path)
    return source


def _read(path: Path, root: Path) -> Source | Diagnostic:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return findings.not_a_regular_file(path)
        return _unless_skipped(Source(path, root, path.read_bytes()))
    except OSError as error:
        return findings.unreadable(path, error)


def _unless_skipped(source: Source) -> Source:
    """The source, which is left as it is where a comment in it says so."""
    found = _SKIP_FILE.search(source.data)
    return replace(source, given=False, left=found[1].decode(errors="replace")) if found else source


def _is_python(source: Source) -> bool:
    first_line = source.data.partition(b"\n")[0]
    return source.path.suffix in (".ipynb", ".py") or (
        first_line.startswith(b"#!") and b"python" in first_line
    )
