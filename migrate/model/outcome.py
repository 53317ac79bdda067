"""What became of the user's programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .diagnostic import Diagnostic, Severity
from .tier import ESTIMATOR, STEPS, Tier, standing

__all__ = [
    "ESTIMATOR",
    "STEPS",
    "EditedLines",
    "FileChange",
    "Outcome",
    "ProgramOutcome",
    "Tier",
    "UnitOutcome",
]


@dataclass(frozen=True)
class EditedLines:
    """Lines of a file, as it was before, that an edit is about, and the code of the rule that asked for it.

    In a notebook they are those of a cell.
    """

    code: str
    first: int
    last: int
    cell: int = 0


@dataclass(frozen=True)
class FileChange:
    """A file's bytes before and after, and who asked for that."""

    path: Path
    before: bytes
    after: bytes
    edited: tuple[EditedLines, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class ProgramOutcome:
    """One program, that is one file that runs sessions.

    `entries` are the files by which it is started; none where that is the file itself. `tier` is `None` where
    the program was left as it is. `strategy` names what distributes the rewritten program, such as
    `MirroredStrategy`, `explicit devices` or `one device`. `steps_of` says whose its steps are, where they
    are none of its own text: an `estimator`'s, which traces them.
    """

    path: Path
    tier: Tier | None
    strategy: str = ""
    entries: tuple[Path, ...] = field(default=(), compare=False)
    steps_of: str = ""

    @property
    def standing(self) -> str:
        """Its tier in words, where its steps are somebody's with whose: `compat (estimator)`."""
        return standing(self.tier.value if self.tier else None, self.steps_of)

    @property
    def scripts(self) -> tuple[Path, ...]:
        """The files by which it is started."""
        return self.entries or (self.path,)


@dataclass(frozen=True)
class UnitOutcome:
    """Programs that share files, changed together or not at all."""

    programs: tuple[ProgramOutcome, ...]
    changes: tuple[FileChange, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        """Whether a diagnostic of level error remains: nothing is changed then."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)

    @property
    def has_steps(self) -> bool:
        """Whether no session is left in any program."""
        return all(program.tier in STEPS for program in self.programs)


@dataclass(frozen=True)
class Outcome:
    """All units of a run, and what was found in files that belong to none."""

    units: tuple[UnitOutcome, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def changes(self) -> tuple[FileChange, ...]:
        """Every file that the run changes."""
        return tuple(change for unit in self.units for change in unit.changes)

    @property
    def all_diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every diagnostic, those of units after those of stray files."""
        return self.diagnostics + tuple(found for unit in self.units for found in unit.diagnostics)

    @property
    def has_errors(self) -> bool:
        """Whether a diagnostic of level error remains."""
        return any(found.severity is Severity.ERROR for found in self.all_diagnostics)
