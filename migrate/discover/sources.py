"""Finds and reads the Python files behind the paths that the user gives."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.errors import UsageError
from migrate.model.diagnostic import Diagnostic
from migrate.model.source import Source

from . import findings
from .imported import imported
from .tree import Tree


@dataclass(frozen=True)
class Discovered:
    """The Python files behind some paths, in a fixed order, and what was found about the others."""

    sources: tuple[Source, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def find(paths: Sequence[Path]) -> Discovered:
    """Reads every Python file at or below `paths`, each once: TensorFlow or not, for programs import helpers.

    A folder is searched for `*.py` and notebooks, without hidden folders, virtual environments, caches and
    build outputs. A file that is named itself may also be a script with a python shebang; what it imports
    from its project is read, too, though not `given`.

    Raises:
      UsageError: a path that does not exist.
    """
    sources: list[Source] = []
    diagnostics: list[Diagnostic] = []
    seen: set[Path] = set()
    for found in _each(paths):
        if isinstance(found, Diagnostic):
            diagnostics.append(found)
            continue
        real = found.path.resolve()
        if real not in seen:
            seen.add(real)
            sources.append(found)
    known = {source.path.resolve(): source for source in sources}
    folders = [path.resolve() for path in paths if path.is_dir()]
    named = [one for real, one in known.items() if not any(real.is_relative_to(folder) for folder in folders)]
    return Discovered((*sources, *imported(named, known)), tuple(diagnostics))


def _each(paths: Iterable[Path]) -> Iterator[Source | Diagnostic]:
    for path in paths:
        try:
            mode = path.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            raise UsageError(f"{path} {_absence(path)}") from None
        except OSError as error:
            yield findings.unreadable(path, error)
        else:
            if stat.S_ISDIR(mode):
                yield from _below(path)
            else:
                yield _named(path)


def _absence(path: Path) -> str:
    return "is a link that leads nowhere" if path.is_symlink() else "does not exist"


def _below(root: Path) -> Iterator[Source | Diagnostic]:
    tree = Tree(root)
    files = tree.python_files()
    yield from tree.diagnostics
    if not files and not tree.diagnostics:
        yield findings.nothing_python(root)
    for path in files:
        yield _read(path, root)


def _named(path: Path) -> Source | Diagnostic:
    source = _read(path, path.parent)
    if isinstance(source, Source) and not _is_python(source):
        return findings.not_python(path)
    return source


def _read(path: Path, root: Path) -> Source | Diagnostic:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return findings.not_a_regular_file(path)
        return Source(path, root, path.read_bytes())
    except OSError as error:
        return findings.unreadable(path, error)


def _is_python(source: Source) -> bool:
    first_line = source.data.partition(b"\n")[0]
    return source.path.suffix in (".ipynb", ".py") or (
        first_line.startswith(b"#!") and b"python" in first_line
    )
