"""Replaces files where they are, all of a run or none, and puts them back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from migrate.errors import MigrateError, UsageError
from migrate.model.diagnostic import Severity
from migrate.model.outcome import FileChange, Tier, UnitOutcome

from .journal import Entry, Journal, Run, Unit, digest
from .lock import held, locked
from .replace import replace, temporary_beside


def apply(changes: Sequence[FileChange], root: Path, units: Sequence[UnitOutcome] = ()) -> None:
    """Replaces the files of `changes`; what `undo` needs is kept in the folder `.tfmigrate` of `root`.

    There, too, is written down on which tiers the `units` of the changes are, and what is left in them.

    Either all files are replaced or, after an error or a crash and the next call of `apply`, `recover` or
    `undo`, none. A file that is not there and whose `before` is empty is created. A link stays a link: the
    file that it leads to is replaced. A run without changes leaves the journal of the last one alone.

    Raises:
      MigrateError: a file has changed since it was read, or cannot be written; nothing was changed.
    """
    changes = [change for change in changes if change.before != change.after]
    if not changes:
        return
    journal = Journal(root.resolve())
    with _told_of_failures("no file was changed"):
        journal.create_folder()
        with locked(journal.folder):
            _recover(journal)
            entries = [_entry(change) for change in changes]
            _refuse_changed(changes, entries)
            journal.begin(entries, [_unit(unit) for unit in units if unit.changes])
            try:
                for change, entry in zip(changes, entries, strict=True):
                    entry.path.parent.mkdir(parents=True, exist_ok=True)
                    replace(entry.path, change.after)
            except BaseException:
                with _told_of_failures("some files are rewritten, some are not: run tfmigrate undo"):
                    _put_back(entries)
                    journal.abandon()
                raise
            journal.commit()


def undo(root: Path, files: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Puts back every file that the last in-place run in `root` changed, and returns their paths.

    The next call takes back the run before it, and so on. With `files`, what is taken back is, for each of
    them, the last run that changed it. A run that was interrupted counts as the last one.

    Raises:
      UsageError: there is no such run, or it has been undone.
      MigrateError: files have been edited since; none was touched.
    """
    journal = Journal(root.resolve())
    if not journal.folder.is_dir():
        raise _nothing_to_undo(root)
    with _told_of_failures("run tfmigrate undo again when that is mended"), _alone(journal):
        recovered = _recover(journal)
        if recovered:
            return recovered
        runs = journal.runs()
        if not runs:
            raise _nothing_to_undo(root)
        wanted = _last_of_each(runs, files) if files else {runs[-1]: runs[-1].entries}
        entries = [entry for each in wanted.values() for entry in each]
        edited = _edited(entries)
        if edited:
            raise MigrateError(f"edited since the rewrite, so nothing was undone: {_names(edited, journal)}")
        _put_back(entries)
        for run, undone in wanted.items():
            journal.forget(run, {entry.path for entry in undone} if files else None)
        return tuple(entry.path for entry in entries)


def _last_of_each(runs: Sequence[Run], files: Sequence[Path]) -> dict[Run, tuple[Entry, ...]]:
    """What to put back of each run so that `files`, or those in a folder, are as before they were changed."""
    found: dict[Run, tuple[Entry, ...]] = {}
    seen: set[Path] = set()
    asked = {file.resolve(): file for file in files}
    met: set[Path] = set()
    for run in reversed(runs):
        for entry in run.entries:
            owners = {path for path in asked if entry.path.is_relative_to(path)}
            if owners and entry.path not in seen:
                seen.add(entry.path)
                met |= owners
                found[run] = (*found.get(run, ()), entry)
    unknown = [str(asked[path]) for path in asked if path not in met]
    if unknown:
        raise UsageError(f"no run to undo has changed {', '.join(unknown)}: tfmigrate status lists the runs")
    return found


def runs(root: Path) -> tuple[Run, ...]:
    """The in-place runs in `root` that `undo` can take back, the oldest first."""
    return Journal(root.resolve()).runs()


@contextmanager
def _alone(journal: Journal) -> Iterator[None]:
    """Holds the journal's folder and the trees of all files that it knows, behind whoever holds them now."""
    while True:
        folders = _folders(journal)
        with held(folders), locked(journal.folder):
            if _folders(journal) <= folders:
                yield
                return


def _folders(journal: Journal) -> set[Path]:
    entries = [*journal.interrupted(), *(entry for run in journal.runs() for entry in run.entries)]
    return {journal.root, *(entry.path.parent for entry in entries)}


def recover(root: Path) -> tuple[Path, ...]:
    """Ends a run in `root` that was interrupted, and returns the files that it put back.

    Where every file had been replaced, the run is finished instead, and nothing returned.

    Raises:
      MigrateError: files have been edited since; none was touched.
    """
    journal = Journal(root.resolve())
    if not journal.folder.is_dir():
        return ()
    with _told_of_failures("run tfmigrate undo again when that is mended"), locked(journal.folder):
        return _recover(journal)


def is_interrupted(root: Path) -> bool:
    """Whether an in-place run in `root` began and did not end, so that files may be half old, half new."""
    journal = Journal(root.resolve())
    if not journal.folder.is_dir():
        return False
    with locked(journal.folder):  # not while another one is writing
        return bool(journal.interrupted())


def originals(root: Path) -> dict[Path, bytes]:
    """What the files that in-place runs in `root` changed held before the first of these, by real paths."""
    found: dict[Path, bytes] = {}
    for run in reversed(runs(root)):
        found |= {entry.path: entry.before for entry in run.entries if entry.before is not None}
    return found


def _unit(unit: UnitOutcome) -> Unit:
    programs = [program for program in unit.programs if program.tier]
    lowest = max(programs, key=lambda one: list(Tier).index(one.tier or Tier.GRAPH), default=None)
    files = frozenset(change.path.resolve() for change in unit.changes)
    left: dict[Path, tuple[str, ...]] = {}
    for found in unit.diagnostics:
        if found.severity is not Severity.INFO:
            path = found.span.path.resolve()
            left[path] = (*left.get(path, ()), found.code)
    return Unit(lowest.standing if lowest else "", files, left)


def _entry(change: FileChange) -> Entry:
    path = change.path.resolve()
    is_new = not change.before and not path.exists()
    return Entry(path, None if is_new else change.before, digest(change.after))


def _refuse_changed(changes: Sequence[FileChange], entries: Sequence[Entry]) -> None:
    pairs = zip(changes, entries, strict=True)
    edited = [str(change.path) for change, entry in pairs if not entry.is_before()]
    if edited:
        raise MigrateError(f"changed since they were read, so nothing was written: {', '.join(edited)}")
    if len({entry.path for entry in entries}) != len(entries):
        raise MigrateError("one file has two changes, so nothing was written")


def _recover(journal: Journal) -> tuple[Path, ...]:
    entries = journal.interrupted()
    if not entries:
        return ()
    edited = _edited(entries)
    if edited:
        raise MigrateError(
            f"edited since a run was interrupted: {_names(edited, journal)}; put these right from "
            f"version control, or remove {journal.folder / 'writing.json'} to keep every file as it is now"
        )
    for entry in entries:
        temporary_beside(entry.path).unlink(missing_ok=True)
    if all(entry.is_after() for entry in entries):
        journal.commit()
        return ()
    _put_back(entries)
    journal.abandon()
    return tuple(entry.path for entry in entries)


def _put_back(entries: Sequence[Entry]) -> None:
    """Restores what is as the run left it; one that is as before, or that somebody just edited, stays."""
    for entry in entries:
        if not entry.is_after():
            continue
        if entry.before is None:
            entry.path.unlink()
            if not any(entry.path.parent.iterdir()):
                entry.path.parent.rmdir()  # made with the file
        else:
            replace(entry.path, entry.before)


def _edited(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if not entry.is_before() and not entry.is_after()]


def _names(entries: Sequence[Entry], journal: Journal) -> str:
    paths = (entry.path for entry in entries)
    return ", ".join(str(p.relative_to(journal.root) if p.is_relative_to(journal.root) else p) for p in paths)


def _nothing_to_undo(root: Path) -> UsageError:
    return UsageError(f"nothing to undo in {root}: run undo once, where tfmigrate rewrite ran")


@contextmanager
def _told_of_failures(consequence: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise MigrateError(f"cannot write {error.filename}: {reason}; {consequence}") from error
