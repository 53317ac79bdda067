"""The journal of in-place runs: what each file held before, written down before the first is replaced.

It lives in the folder `.tfmigrate` of the folder where `tfmigrate` runs. A run that is writing has its
entries in `writing.json`; when all files are replaced, that file is renamed to `last-run.json`, in one step.
So the first tells of a crash, the second of what `undo` puts back, and a run that crashes loses neither. The
runs before the last are `run-000001.json` and so on, the oldest first.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
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
class Unit:
    """Programs that a run changed together: the tier of the lowest, and their files, by their real paths.

    `left` are the codes of the warnings and errors that are left in each file of them.
    """

    tier: str
    files: frozenset[Path]
    left: Mapping[Path, tuple[str, ...]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Run:
    """A run that ended and was not undone: its record's file, its entries, and what became of its units."""

    record: Path
    entries: tuple[Entry, ...]
    units: tuple[Unit, ...] = ()


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

    def begin(self, entries: Sequence[Entry], units: Sequence[Unit] = ()) -> None:
        """Writes down `entries`; from now on, until `commit` or `abandon`, the run counts as interrupted."""
        replace(self._writing, self._record(entries, units))

    def commit(self) -> None:
        """Makes the run that began the last run, behind those before it."""
        if self._last_run.exists():
            # if the process ends here, this is still the last run but for the one that is being written
            newest = max((int(path.stem.partition("-")[2]) for path in self._older()), default=0)
            os.replace(self._last_run, self.folder / f"run-{newest + 1:06}.json")
        os.replace(self._writing, self._last_run)
        sync_folder(self.folder)

    def abandon(self) -> None:
        """Forgets the run that began."""
        self._writing.unlink()
        sync_folder(self.folder)

    def forget(self, run: Run, files: Collection[Path] | None = None) -> None:
        """Forgets a run that has been undone, or of it only `files`."""
        left = [entry for entry in run.entries if files is not None and entry.path not in files]
        if left:
            units = [unit for unit in run.units if not unit.files & set(files or ())]
            replace(run.record, self._record(left, units))
        else:
            run.record.unlink()
            sync_folder(self.folder)

    def interrupted(self) -> tuple[Entry, ...]:
        """The entries of a run that began and did not end."""
        run = self._read(self._writing)
        return run.entries if run else ()

    def runs(self) -> tuple[Run, ...]:
        """The runs that ended and were not undone, the oldest first."""
        found = (self._read(path) for path in (*self._older(), self._last_run))
        return tuple(run for run in found if run is not None)

    def _older(self) -> list[Path]:
        return sorted(self.folder.glob("run-[0-9]*.json"))

    def _record(self, entries: Sequence[Entry], units: Sequence[Unit]) -> bytes:
        told = [
            {
                "tier": unit.tier,
                "files": sorted(map(self._short, unit.files)),
                "left": {self._short(path): codes for path, codes in unit.left.items()},
            }
            for unit in units
        ]
        files = [self._packed(entry) for entry in entries]
        return json.dumps({"format": _FORMAT, "files": files, "units": told}).encode()

    def _short(self, path: Path) -> str:
        """`path` as it is written down: so that the whole folder may be moved and still be undone."""
        return str(path.relative_to(self.root) if path.is_relative_to(self.root) else path)

    def _packed(self, entry: Entry) -> dict[str, str | None]:
        before = None if entry.before is None else base64.b64encode(entry.before).decode()
        return {"path": self._short(entry.path), "before": before, "sha256_after": entry.digest_after}

    def _unpacked(self, file: dict[str, Any]) -> Entry:
        before = None if file["before"] is None else base64.b64decode(file["before"], validate=True)
        return Entry(self.root / file["path"], before, file["sha256_after"])

    def _read(self, path: Path) -> Run | None:
        data = content(path)
        if data is None:
            return None
        try:
            record = json.loads(data)
            if record["format"] != _FORMAT:
                raise MigrateError(f"{path} was written by another version of tfmigrate: use that one here")
            units = (
                Unit(
                    unit["tier"],
                    frozenset(self.root / file for file in unit["files"]),
                    {self.root / file: tuple(codes) for file, codes in unit.get("left", {}).items()},
                )
                for unit in record.get("units", [])
            )
            return Run(path, tuple(self._unpacked(file) for file in record["files"]), tuple(units))
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
