"""What an earlier run came to that saw the same and was asked for the same: it need not be done again.

It is kept in the user's cache folder, under a digest of all that a run depends on: the bytes of its files,
the names beside them, their projects' settings, what is asked for, and tfmigrate with what it is built on.
"""

from __future__ import annotations

import contextlib
import functools
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

_Found = TypeVar("_Found")
_MOST = 64  # runs that are kept
_BUILT_ON = ("fissix", "libcst")
_DIGEST = hashlib.sha256().digest_size

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
        known: _Found = pickle.loads(_whole(file.read_bytes()))
        return known
    result = found()
    if _key(paths, selection, wishes) == key:  # else a file has been edited meanwhile
        with contextlib.suppress(OSError):  # as on a full disk: the next run does all again
            _keep(file, pickle.dumps(result))
            _forget_the_oldest(file.parent)
    return result


def _whole(kept: bytes) -> bytes:
    """What was kept, as its digest in front of it says.

    Raises:
      ValueError: some of it is lost, as where the power was: nobody waits for the disk here.
    """
    digest, data = kept[:_DIGEST], kept[_DIGEST:]
    if hashlib.sha256(data).digest() != digest:
        raise ValueError("not what was kept")
    return data


def _keep(file: Path, data: bytes) -> None:
    """Keep it beside what others may be reading or keeping."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        temporary.write_bytes(hashlib.sha256(data).digest() + data)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


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
    for part in (_ourselves(), os.getcwd(), paths, selection, wishes, *_seen(paths, selection)):
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


@functools.cache
def _ourselves() -> str:
    """What tfmigrate is, as it is installed."""
    digest = hashlib.sha256(repr((sys.version, migrate.__version__)).encode())
    for name in _BUILT_ON:
        digest.update(f"{name} {importlib.metadata.version(name)}".encode())
    for folder, _, names in os.walk(Path(migrate.__file__).parent):
        for name in names:
            if not name.endswith(".pyc"):
                status = os.stat(os.path.join(folder, name))
                digest.update(repr((folder, name, status.st_size, status.st_mtime_ns)).encode())
    return digest.hexdigest()
