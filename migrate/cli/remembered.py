"""What an earlier run came to that saw the same and was asked for the same: it need not be done again.

It is kept in the user's cache folder, under a digest of all that a run depends on: the bytes of its files,
the names beside them, their projects' settings, what is asked for, and tfmigrate with what it is built on.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

import migrate
from migrate import discover
from migrate.model.choices import Selection
from migrate.write.replace import replace

_Found = TypeVar("_Found")
_MOST = 64  # runs that are kept
_BUILT_ON = ("fissix", "libcst")

cache_option = click.option(
    "--no-cache",
    is_flag=True,
    envvar="TFMIGRATE_NO_CACHE",
    help="Do all again, even where an earlier run saw the same.",
)


def remembered(
    found: Callable[[], _Found],
    paths: Sequence[Path],
    selection: Selection,
    wishes: Sequence[object],
    *,
    no_cache: bool,
) -> _Found:
    """What `found` gives, or gave when all was the same: `wishes` are what it depends on beside `paths`."""
    if no_cache:
        return found()
    key = _key(paths, selection, wishes)
    file = _folder() / key
    with contextlib.suppress(Exception):  # it is not there, or not whole
        known: _Found = pickle.loads(file.read_bytes())
        return known
    result = found()
    if _key(paths, selection, wishes) == key:  # else a file has been edited meanwhile
        with contextlib.suppress(OSError):  # as on a full disk: the next run does all again
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace(file, pickle.dumps(result))
            _forget_the_oldest(file.parent)
    return result


def _folder() -> Path:
    home = Path.home()
    usual = {"darwin": home / "Library/Caches", "win32": home / "AppData/Local"}.get(
        sys.platform, home / ".cache"
    )
    return Path(os.environ.get("XDG_CACHE_HOME") or usual) / "tfmigrate"


def _forget_the_oldest(folder: Path) -> None:
    kept = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[_MOST:]:
        path.unlink(missing_ok=True)


def _key(paths: Sequence[Path], selection: Selection, wishes: Sequence[object]) -> str:
    digest = hashlib.sha256()
    for part in (*_ourselves(), os.getcwd(), paths, selection, wishes, *_seen(paths, selection)):
        digest.update(repr(part).encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()


def _seen(paths: Sequence[Path], selection: Selection) -> Iterator[Any]:
    """All that a run reads of its files and their folders."""
    found = discover.find(paths, selection)
    yield found.diagnostics
    folders: dict[Path, Path] = {}
    for source in found.sources:
        yield source.path, source.root, source.given, source.left, hashlib.sha256(source.data).digest()
        root, folder = source.root.resolve(), source.path.resolve().parent
        folders |= {one: root for one in (folder, *folder.parents) if one.is_relative_to(root)}
    for folder in sorted(folders):
        yield folder, sorted(name for name in os.listdir(folder) if "." not in name or name.endswith(".py"))
    for root in sorted({source.root for source in found.sources}):
        yield discover.settings(root)


def _ourselves() -> Iterator[Any]:
    """What tfmigrate is, as it is installed."""
    yield sys.version, migrate.__version__
    yield from ((name, importlib.metadata.version(name)) for name in _BUILT_ON)
    package = Path(migrate.__file__).parent
    for folder, _, names in os.walk(package):
        for name in names:
            if not name.endswith(".pyc"):
                status = os.stat(os.path.join(folder, name))
                yield folder, name, status.st_size, status.st_mtime_ns
