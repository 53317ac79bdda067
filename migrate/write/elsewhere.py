"""Writes rewritten programs into a folder of their own, and leaves the originals alone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from migrate.errors import MigrateError, UsageError
from migrate.model.outcome import FileChange
from migrate.model.source import Source


def refuse_output(output: Path, paths: Sequence[Path]) -> None:
    """Raises `UsageError` where the result of rewriting `paths` cannot go to `output`."""
    if output.exists() and not output.is_dir():
        raise UsageError(f"--output {output}: it is a file; name a folder")
    if output.is_dir() and any(output.iterdir()):
        raise UsageError(f"--output {output}: it is not empty; name a new folder")
    for path in paths:
        if path.is_dir() and output.resolve().is_relative_to(path.resolve()):
            raise UsageError(f"--output {output}: it lies inside {path}; name a folder outside")


def write_to(sources: Sequence[Source], changes: Sequence[FileChange], output: Path) -> None:
    """Writes every source into `output`, changed or as it is, so that the programs there can run.

    Places are kept relative to the deepest folder that holds the roots of all sources: one root's files lie
    directly in `output`. `output` appears when it is complete, or not at all.

    Raises:
      MigrateError: a file has changed since it was read, or `output` cannot be written.
    """
    files = {_absolute(source.path): source.data for source in sources}
    for change in changes:
        path = _absolute(change.path)
        if files.get(path, b"") != change.before:
            raise MigrateError(f"changed since it was read, so nothing was written: {change.path}")
        files[path] = change.after
    base = Path(os.path.commonpath([_absolute(source.root) for source in sources])) if sources else Path.cwd()
    strays = [str(path) for path in files if not path.is_relative_to(base)]
    if strays:
        raise MigrateError(f"outside of {base}, so nothing was written: {', '.join(strays)}")
    _write_tree({path.relative_to(base): (path, data) for path, data in files.items()}, output.resolve())


def _write_tree(files: dict[Path, tuple[Path, bytes]], output: Path) -> None:
    """Writes `files`, places in `output` with original and bytes, beside it and renames the whole."""
    unfinished = output.with_name(f".{output.name}.tfmigrate")
    try:
        if unfinished.exists():
            shutil.rmtree(unfinished)
        unfinished.mkdir(parents=True)
        for place, (original, data) in files.items():
            _write(unfinished / place, data, original)
        if output.exists():
            output.rmdir()
        os.replace(unfinished, output)
    except OSError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        reason = error.strerror or type(error).__name__
        raise MigrateError(f"cannot write {error.filename}: {reason}; {output} was not made") from error


def _absolute(path: Path) -> Path:
    """`path` from the root, its links kept: places must stay as the user laid them out."""
    return Path(os.path.abspath(path))


def _write(target: Path, data: bytes, original: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    if original.exists():
        shutil.copymode(original, target)
