"""Replaces a file's bytes so that nobody, not even after a crash, sees half of them."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def replace(path: Path, data: bytes) -> None:
    """Gives `path` the content `data` in one step, with the mode and owner it had; a new one gets the usual.

    `path` is no link: a link would be replaced, not what it leads to.
    """
    temporary = temporary_beside(path)
    temporary.unlink(missing_ok=True)
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            _copy_owner(path, temporary)
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:  # as where the disk is full
            error.filename = str(path)
        raise
    sync_folder(path.parent)


def remark(path: Path) -> str:
    """What its owner may not expect of a file being replaced, in words; nothing where that is usual."""
    status = path.stat()
    if not status.st_mode & 0o222:
        return "is read-only, and is replaced"
    if status.st_nlink > 1:
        return f"has {status.st_nlink} names: it is replaced under this one, the others keep what they have"
    return ""


def _copy_owner(path: Path, target: Path) -> None:
    """Leaves a user's file the user's when root rewrites it, as in a container; others cannot."""
    if sys.platform != "win32" and os.geteuid() == 0:
        status = path.stat()
        os.chown(target, status.st_uid, status.st_gid)


def temporary_beside(path: Path) -> Path:
    """Where `replace` writes before it replaces `path`: hidden, in the same folder, so on the same disk."""
    return path.with_name(f".{path.name}.tfmigrate")


def sync_folder(folder: Path) -> None:
    """Makes the names in `folder` survive a loss of power, where the system can do that."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
