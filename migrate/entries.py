"""By which files people start programs, as against those that open their sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from migrate import plan
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import UnitOutcome
from migrate.syntax.guards import main_guards


def with_entries(unit: Sequence[ModuleFacts], outcome: UnitOutcome) -> UnitOutcome:
    """The outcome of a unit, with the files by which each of its programs is started.

    They are the modules that no other imports, of those that open its sessions where they are started. It is
    one of them itself where it says what it does as a script, and the only one where no other is.
    """
    imported = {path for one in unit for path in one.imports if path != one.bindings.module.path}
    scripts = {one.bindings.module.path for one in unit if main_guards(one.bindings.module.tree)}
    first = [
        path
        for one in unit
        for path in (one.bindings.module.path,)
        if path not in imported and path.name != "__init__.py" or path in scripts
    ]
    run = plan.files_run(unit)
    opening: dict[Path, list[Path]] = {}
    for path in first:
        for one in plan.process(unit, run[path], [path]):
            if one.sessions:
                opening.setdefault(one.bindings.module.path, []).append(path)
    programs = (
        replace(one, entries=tuple(opening.get(one.path, ())) or (one.path,)) for one in outcome.programs
    )
    return replace(outcome, programs=tuple(programs))
