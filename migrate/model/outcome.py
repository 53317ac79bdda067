"""What became of the user's programs."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from pathlib import Path

from .diagnostic import Diagnostic, Severity


class Tier(enum.Enum):
    """What a rewritten program is, from the best down; see the tiers in the documentation."""

    NATIVE = "native"
    COMPAT = "compat"
    WRAPPED = "wrapped"
    GRAPH = "graph"


STEPS = frozenset({Tier.NATIVE, Tier.COMPAT})
"""The tiers on which no session is left."""


@dataclass(frozen=True)
class FileChange:
    """A file's bytes before and after."""

    path: Path
    before: bytes
    after: bytes


@dataclass(frozen=True)
class ProgramOutcome:
    """One program, that is one file that runs sessions.

    `tier` is `None` where the program was left as it is. `strategy` names what distributes the rewritten
    program, such as `MirroredStrategy`, `explicit devices` or `one device`.
    """

    path: Path
    tier: Tier | None
    strategy: str = ""


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
