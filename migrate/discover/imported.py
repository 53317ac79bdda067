"""The files of a program that nobody named: what a named file imports from its project."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from migrate.model.source import Source

_MARKS_OF_A_PROJECT = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


def imported(named: Sequence[Source], known: Mapping[Path, Source]) -> Iterator[Source]:
    """What `named` import, and what that imports, from below their projects, but not what is `known`.

    A project is the nearest folder above a file that says so, or else the folder of its outermost package.
    Modules are looked for where Python would without changes to `sys.path`: beside the file, where its
    outermost package is, in the project's root and in its `src`.
    """
    seen = set(known)
    waiting = [(source, _project(source.path)) for source in named]
    while waiting:
        source, project = waiting.pop()
        for path in _files(source, project):
            real = path.resolve()
            if real in seen or not real.is_relative_to(project):
                continue
            seen.add(real)
            try:
                found = Source(_shown(path, named), project, path.read_bytes(), given=False)
            except OSError:
                continue  # as Python does, which takes what it finds next
            yield found
            waiting.append((found, project))


def _shown(path: Path, named: Sequence[Source]) -> Path:
    """`path` as the user would name it: from the current folder, unless they name files from the root."""
    if named[0].path.is_absolute():
        return path
    return Path(os.path.relpath(path))


def _project(path: Path) -> Path:
    folder = _outermost(path.resolve())
    for parent in (folder, *folder.parents):
        if parent != Path.home() and any(os.path.exists(parent / mark) for mark in _MARKS_OF_A_PROJECT):
            return parent
    return folder


def _outermost(path: Path) -> Path:
    """The folder that the outermost package of a file lies in."""
    folder = path.parent
    while os.path.isfile(folder / "__init__.py") and folder != folder.parent:
        folder = folder.parent
    return folder


def _files(source: Source, project: Path) -> Iterator[Path]:
    """The files below `project` that `source` may import."""
    path = source.path.resolve()
    folders = list(dict.fromkeys((path.parent, _outermost(path), project, project / "src")))
    for level, name in _names(source.data):
        where = [path.parents[level - 1]] if 0 < level <= len(path.parents) else folders
        for folder in where if level <= len(path.parents) else ():
            found = list(_along(folder, name.split(".") if name else []))
            if found:
                yield from found
                break


def _along(folder: Path, parts: Sequence[str]) -> Iterator[Path]:
    """The packages on the way to a module, and the module; nothing where the first is not in `folder`."""
    if not parts and os.path.isfile(folder / "__init__.py"):
        yield folder / "__init__.py"
    for part in parts:
        package, module = folder / part, folder / f"{part}.py"
        if os.path.isfile(package / "__init__.py"):
            yield package / "__init__.py"
        elif os.path.isfile(module):
            yield module
            return
        elif not os.path.isdir(package):
            return
        folder = package


def _names(data: bytes) -> Iterator[tuple[int, str]]:
    """What a file imports: how many dots are in front, and the dotted name, which may be one in a module."""
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError):
        return  # Python 2, or a notebook: what parses it tells of that
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            front = f"{node.module}." if node.module else ""
            yield from ((node.level, front + alias.name) for alias in node.names if alias.name != "*")
            yield node.level, node.module or ""
