"""The journal of in-place runs: what each file held before, written down before the first is replaced.

It lives in the folder `.tfmigrate` of the folder where `tfmigrate` runs. A run that is writing has its
entries in `writing.json`; when all files are replaced, that file is renamed to `last-run.json`, in one step.
So the first tells of a crash, the second of what `undo` puts back, and a run that crashes loses neither.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from migrate.errors import MigrateError

from .replace import replace, sync_folder

FOLDER = ".tfmigrate"
_FORMAT = 1


@dataclass(frozen=True)
class Entry:
    """One file of a run: its real path, its bytes before (`None`: not there), a digest of those after."""

    path: Path
    before: bytes | None
    digest_after: str

    def is_before(self) -> bool:
        """Whether the file is now as it was before the run."""
        return content(self.path) == self.before

    def is_after(self) -> bool:
        """Whether the file is now as the run left it."""
        now = content(self.path)
        return now is not None and digest(now) == self.digest_after


@dataclass(frozen=True)
class Journal:
    """The journal of the runs in the folder `root`, an absolute path without links."""

    root: Path

    @property
    def folder(self) -> Path:
        """Where the journal is kept."""
        return self.root / FOLDER

    @property
    def _writing(self) -> Path:
        return self.folder / "writing.json"

    @property
    def _last_run(self) -> Path:
        return self.folder / "last-run.json"

    def create_folder(self) -> None:
        """Makes the journal's folder, which hides itself from git."""
        self.folder.mkdir(exist_ok=True)
        ignore = self.folder / ".gitignore"
        if not ignore.exists():
            replace(ignore, b"*\n")

    def begin(self, entries: Sequence[Entry]) -> None:
        """Writes down `entries`; from now on, until `commit` or `abandon`, the run counts as interrupted."""
        files = [self._packed(entry) for entry in entries]
        replace(self._writing, json.dumps({"format": _FORMAT, "files": files}).encode())

    def commit(self) -> None:
        """Makes the run that began the last run, in place of the one before it."""
        os.replace(self._writing, self._last_run)
        sync_folder(self.folder)

    def abandon(self) -> None:
        """Forgets the run that began."""
        self._writing.unlink()
        sync_folder(self.folder)

    def forget_last_run(self) -> None:
        """Forgets the last run, which has been undone."""
        self._last_run.unlink()
        sync_folder(self.folder)

    def interrupted(self) -> tuple[Entry, ...]:
        """The entries of a run that began and did not end."""
        return self._read(self._writing)

    def last_run(self) -> tuple[Entry, ...]:
        """The entries of the last run that ended and was not undone."""
        return self._read(self._last_run)

    def _packed(self, entry: Entry) -> dict[str, str | None]:
        path = entry.path
        if path.is_relative_to(self.root):  # so that the whole folder may be moved and still be undone
            path = path.relative_to(self.root)
        before = None if entry.before is None else base64.b64encode(entry.before).decode()
        return {"path": str(path), "before": before, "sha256_after": entry.digest_after}

    def _unpacked(self, file: dict[str, Any]) -> Entry:
        before = None if file["before"] is None else base64.b64decode(file["before"], validate=True)
        return Entry(self.root / file["path"], before, file["sha256_after"])

    def _read(self, path: Path) -> tuple[Entry, ...]:
        data = content(path)
        if data is None:
            return ()
        try:
            record = json.loads(data)
            if record["format"] != _FORMAT:
                raise MigrateError(f"{path} was written by another version of tfmigrate: use that one here")
            return tuple(self._unpacked(file) for file in record["files"])
        except (ValueError, KeyError, TypeError):
            raise MigrateError(
                f"{path} is damaged: restore files from version control and remove it"
            ) from None


def content(path: Path) -> bytes | None:
    """The bytes of `path`, or `None` where there is no such file."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def digest(data: bytes) -> str:
    """What tells `data` from other bytes."""
    return hashlib.sha256(data).hexdigest()
