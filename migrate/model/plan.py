"""What is to be done with each unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .diagnostic import Diagnostic
from .edit import FileEdits
from .facts import ModuleFacts
from .outcome import ProgramOutcome, Tier


@dataclass(frozen=True)
class UnitPlan:
    """The modules that share code, what becomes of their programs, and the edits of each file.

    `tier` is the tier that the plan is for, `None` for modules without programs. Where a program cannot
    have it there are no edits, and a diagnostic of level error says why. `runtime` is the name by which the
    rewritten files import `compat`. `rule` is the code of the rule whose page tells what its edits are for.
    Where they are `without_keras3`, what the files use of Keras is not Keras 3.
    """

    modules: tuple[ModuleFacts, ...]
    tier: Tier | None
    programs: tuple[ProgramOutcome, ...]
    edits: Mapping[Path, FileEdits]
    diagnostics: tuple[Diagnostic, ...]
    runtime: str = "compat"
    rule: str = ""
    without_keras3: bool = False
