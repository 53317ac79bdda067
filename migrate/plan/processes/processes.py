"""Which modules of a unit run in one process, where programs that only share files may be planned apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.syntax.closure import closure
from migrate.syntax.guards import main_guards
from migrate.values import externals

from .live_code import live


def processes(unit: Sequence[ModuleFacts], *, chosen: bool = False) -> list[tuple[ModuleFacts, ...]]:
    """The parts of a unit that run together: modules that no other imports, each with all that it imports.

    If `chosen`, also with those that it may import by a computed name. A module that several of them import
    is in the part of each, with what of it runs there. If it opens other sessions where it is started itself,
    it is one that is. Modules that import each other in a circle are one part.
    """
    imports = imports_of(unit)
    for module in unit if chosen else ():
        imports[module.bindings.module.path].update(module.may_import)
    closures = {path: reached(path, imports) for path in imports}
    by_path = {module.bindings.module.path: module for module in unit}
    found: dict[frozenset[Path], list[Path]] = {}
    for path, members in closures.items():
        if all(other in members for other, above in closures.items() if path in above):
            found.setdefault(frozenset(members), []).append(path)
    parts = [process(unit, members, started) for members, started in found.items()]
    for path, members in closures.items():
        seen = [one for part in parts for one in part if one.bindings.module.path == path]
        guards = main_guards(by_path[path].bindings.module.tree)
        opened = {session for one in seen for session in one.sessions}
        if guards and not opened.issuperset(by_path[path].sessions):
            begun = [replace(one, trial=guards[0]) if one is by_path[path] else one for one in unit]
            parts.append(process(begun, members, [path]))
    return parts


def process(
    unit: Sequence[ModuleFacts], paths: Collection[Path], started: Collection[Path]
) -> tuple[ModuleFacts, ...]:
    """The modules of a unit at some paths, with what of them runs where these are the `started` ones."""
    return live([module for module in unit if module.bindings.module.path in paths], started)


def files_run(unit: Sequence[ModuleFacts]) -> dict[Path, frozenset[Path]]:
    """Of each module of a unit the files that run where it is run: its own, and all that it may import."""
    imports = imports_of(unit)
    for module in unit:
        imports[module.bindings.module.path].update(path for path in module.may_import if path in imports)
    return {path: frozenset(reached(path, imports)) for path in imports}


def may_import_any(module: ModuleFacts) -> bool:
    """Whether a module may run others by names that are computed."""
    nodes = nodes_of(module.bindings.module.tree)
    return any(getattr(one, kind, "") in _IMPORTING for one in nodes for kind in ("attr", "id", "name"))


_IMPORTING = {"exec", "execfile"} | externals.LOADING_METHODS
_IMPORTING |= externals.last_names(externals.IMPORTS_BY_NAME | externals.RUNS_SCRIPTS)


def imports_of(modules: Sequence[ModuleFacts]) -> dict[Path, set[Path]]:
    """What each of some modules imports, by paths."""
    return {module.bindings.module.path: set(module.imports) for module in modules}


def importing(path: Path, imports: Mapping[Path, set[Path]]) -> set[Path]:
    """A module, and those that import it, by others too."""
    return {other for other in imports if path in reached(other, imports)}


def reached(path: Path, imports: Mapping[Path, set[Path]]) -> set[Path]:
    """A module, and those that it imports, by others too."""
    return set(closure([path], imports.__getitem__))
