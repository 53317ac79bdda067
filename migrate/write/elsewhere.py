"""Writes rewritten programs into a folder of their own, and leaves the originals alone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from migrate.errors import MigrateError, UsageError
from migrate.model.outcome import FileChange
from migrate.model.source import Source

_MOST_TO_COPY = 50 * 10**6  # bytes


def refuse_output(output: Path, paths: Sequence[Path]) -> None:
    """Raises `UsageError` where the result of rewriting `paths` cannot go to `output`."""
    if output.exists() and not output.is_dir():
        raise UsageError(f"--output {output}: it is a file; name a folder")
    if output.is_dir() and any(output.iterdir()):
        raise UsageError(f"--output {output}: it is not empty; name a new folder")
    for path in paths:
        if path.is_dir() and output.resolve().is_relative_to(path.resolve()):
            raise UsageError(f"--output {output}: it lies inside {path}; name a folder outside")


def write_to(
    sources: Sequence[Source], changes: Sequence[FileChange], output: Path, others: Sequence[Path] = ()
) -> list[Path]:
    """Writes every source, changed or as it is, and all `others` to `output`: programs there can run.

    Places are kept relative to the deepest folder that holds the roots of all sources: one root's files lie
    directly in `output`. `output` appears when it is complete, or not at all. Files that are too large to be
    copied are links to the originals, and given back.

    Raises:
      MigrateError: a file has changed since it was read, or `output` cannot be written.
    """
    files = {_absolute(source.path): source.data for source in sources}
    for change in changes:
        path = _absolute(change.path)
        if files.get(path, b"") != change.before:
            raise MigrateError(f"changed since it was read, so nothing was written: {change.path}")
        files[path] = change.after
    copied = {_absolute(path): path for path in others if _absolute(path) not in files}
    base = Path(os.path.commonpath([_absolute(source.root) for source in sources])) if sources else Path.cwd()
    strays = [str(path) for path in (*files, *copied) if not path.is_relative_to(base)]
    if strays:
        raise MigrateError(f"outside of {base}, so nothing was written: {', '.join(strays)}")
    linked: list[Path] = []
    with _in_one_step(output.resolve()) as unfinished:
        for original, data in files.items():
            _write(_place(original, base, unfinished), data, original)
        for original, told in copied.items():
            if _copy_or_link(original, _place(original, base, unfinished), base):
                linked.append(told)
    return linked


@contextmanager
def _in_one_step(output: Path) -> Iterator[Path]:
    """Gives a folder to write to, beside `output`, and renames the whole to that in the end."""
    unfinished = output.with_name(f".{output.name}.tfmigrate")
    try:
        if unfinished.exists():
            shutil.rmtree(unfinished)
        unfinished.mkdir(parents=True)
        yield unfinished
        if output.exists():
            output.rmdir()
        os.replace(unfinished, output)
    except BaseException as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        if not isinstance(error, OSError):
            raise
        reason = error.strerror or type(error).__name__
        raise MigrateError(f"cannot write {error.filename}: {reason}; {output} was not made") from error


def _place(original: Path, base: Path, folder: Path) -> Path:
    """Where a file goes in `folder`, below which its folders are made."""
    place = folder / original.relative_to(base)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _copy_or_link(original: Path, target: Path, base: Path) -> bool:
    """Copies a file, or links to it where it is too large; whether it did that.

    Links to folders, and those that lead nowhere, stay links: to the same place in the copy, if that is below
    `base`.
    """
    if original.is_symlink() and not original.is_file():
        leads_to = original.readlink()
        is_inside = not leads_to.is_absolute() and original.resolve().is_relative_to(base.resolve())
        target.symlink_to(leads_to if is_inside else _absolute(original.parent / leads_to))
    elif original.is_file():  # and no pipe or socket
        if original.stat().st_size > _MOST_TO_COPY:
            target.symlink_to(original.resolve())
            return True
        shutil.copy2(original, target)
    return False


def _absolute(path: Path) -> Path:
    """`path` from the root, its links kept: places must stay as the user laid them out."""
    return Path(os.path.abspath(path))


def _write(target: Path, data: bytes, original: Path) -> None:
    target.write_bytes(data)
    if original.exists():
        shutil.copymode(original, target)
