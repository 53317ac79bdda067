"""By which files people start programs, as against those that open their sessions."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.model.facts import ModuleFacts
from migrate.model.outcome import ProgramOutcome, UnitOutcome
from migrate.syntax.closure import closure
from migrate.syntax.guards import is_main_guard


def with_entries(unit: Sequence[ModuleFacts], outcome: UnitOutcome) -> UnitOutcome:
    """The outcome of a unit, with the files by which each of its programs is started.

    They are the modules that no other imports, of those by which the program's module is reached. It is one
    of them itself where it says what it does as a script, and the only one where no other is.
    """
    imports = {one.bindings.module.path: set(one.imports) for one in unit}
    imported = {path for one, wanted in imports.items() for path in wanted if path != one}
    scripts = {one.bindings.module.path for one in unit if _is_script(one.bindings.module.tree)}
    first = [
        path for path in imports if path not in imported and path.name != "__init__.py" or path in scripts
    ]
    programs = (_with_entries(one, first, imports) for one in outcome.programs)
    return replace(outcome, programs=tuple(programs))


def _with_entries(
    program: ProgramOutcome, first: Sequence[Path], imports: Mapping[Path, set[Path]]
) -> ProgramOutcome:
    entries = tuple(path for path in first if program.path in closure([path], imports.__getitem__))
    return replace(program, entries=entries or (program.path,))


def _is_script(tree: ast.Module) -> bool:
    """Whether a module has an `if __name__ == '__main__'`."""
    return any(isinstance(node, ast.If) and is_main_guard(node.test) for node in tree.body)
