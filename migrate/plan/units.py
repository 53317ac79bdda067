"""Groups programs that share files, and plans each group as a whole: all of it, or nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import FileEdits
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.model.refusal import Refused

from .lowering import Lowering, lower
from .names import Names


def units(facts: Sequence[ModuleFacts]) -> Iterator[tuple[ModuleFacts, ...]]:
    """The groups of modules that import each other."""
    by_path = {module.bindings.module.path: module for module in facts}
    neighbours: dict[Path, set[Path]] = {path: set() for path in by_path}
    for path, module in by_path.items():
        for other in module.imports:
            neighbours[path].add(other)
            neighbours[other].add(path)
    seen: set[Path] = set()
    for path in by_path:
        if path in seen:
            continue
        unit, pending = [], [path]
        while pending:
            current = pending.pop()
            if current not in seen:
                seen.add(current)
                unit.append(current)
                pending.extend(neighbours[current])
        yield tuple(by_path[member] for member in sorted(unit))


def plan(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan for one group of modules."""
    programs = [module for module in modules if module.sessions]
    if not programs:
        return UnitPlan(modules, (), {}, ())
    paths = [program.bindings.module.path for program in programs]
    try:
        _check_names(modules)
        _check_rest(modules)
        lowered = {program.bindings.module.path: _lower(program) for program in programs}
    except Refused as refusal:
        unchanged = tuple(ProgramOutcome(path, None) for path in paths)
        return UnitPlan(modules, unchanged, {}, (_diagnostic(refusal),))
    edits = {path: _merged(lowerings) for path, lowerings in lowered.items()}
    diagnostics = [found for lowerings in lowered.values() for one in lowerings for found in one.diagnostics]
    outcomes = tuple(
        ProgramOutcome(path, Tier.NATIVE, ", ".join(sorted({one.strategy for one in lowered[path]})))
        for path in paths
    )
    return UnitPlan(modules, outcomes, edits, tuple(diagnostics))


def _lower(program: ModuleFacts) -> tuple[Lowering, ...]:
    owners = {facts.driver.owner for facts in program.drivers}
    covered = {node for owner in owners for node in ast.walk(owner)}
    path = program.bindings.module.path
    for node in program.sessions:
        if node not in covered:
            raise Refused(
                "SES201", path, node, "a session that is not run where it is opened", "see the limits"
            )
    if not program.drivers:
        raise Refused("SES201", path, program.sessions[0], "a session of a framework", "see the limits")
    lowerings = tuple(lower(facts) for facts in program.drivers)
    if "tf" not in {name for name, target in program.bindings.aliases.items() if target == "tensorflow"}:
        raise Refused(
            "API203", path, program.sessions[0], "TensorFlow under another name", "`import tensorflow as tf`"
        )
    if any(one.imports for one in lowerings) and Names(program.bindings.module.tree).has("compat"):
        raise Refused(
            "API204", path, program.sessions[0], "a name `compat` of the program's own", "rename it"
        )
    return lowerings


def _check_names(modules: Sequence[ModuleFacts]) -> None:
    """The code that is written imports `compat`: a module of that name beside it would hide the package."""
    for module in modules:
        path = module.bindings.module.path
        folder = path.resolve().parent
        if module.sessions and ((folder / "compat.py").exists() or (folder / "compat").is_dir()):
            node = module.bindings.module.tree
            raise Refused("API204", path, node, "a module `compat` beside the program", "rename it")


def _check_rest(modules: Sequence[ModuleFacts]) -> None:
    """Code outside of the drivers must not build a graph for them: it would stay behind."""
    by_path = {module.bindings.module.path: module for module in modules}
    for module in modules:
        path = module.bindings.module.path
        if module.failure:
            found = f"a program that tfmigrate fails on ({module.failure})"
            raise Refused("INT201", path, module.bindings.module.tree, found, "report it, with the program")
        for name, file in module.missing:
            found = f"an import of {name} from {file.name}, which was not given or cannot be parsed"
            raise Refused("SES214", path, module.bindings.module.tree, found, "give the whole folder, mended")
        for node, what in module.outside:
            raise Refused(
                "SES212", path, node, f"{what}, outside of the block that runs the session", "build it there"
            )
        for other in module.imports:
            for facts in by_path[other].drivers:
                if isinstance(facts.driver.owner, ast.Module):
                    node = facts.driver.owner.body[0]
                    raise Refused(
                        "SES213",
                        other,
                        node,
                        f"a program whose parts {path.name} imports",
                        "put it into main()",
                    )


def _merged(lowerings: Sequence[Lowering]) -> FileEdits:
    return FileEdits(
        tuple(replacement for one in lowerings for replacement in one.replacements),
        tuple(one.layout for one in lowerings),
        tuple(sorted({text for one in lowerings for text in one.imports})),
    )


def _diagnostic(refusal: Refused) -> Diagnostic:
    line = getattr(refusal.node, "lineno", 0)
    span = Span(refusal.path, line, getattr(refusal.node, "col_offset", -1) + 1)
    found = f"{refusal.found}; the program and the files it shares are left as they are"
    return Diagnostic(refusal.code, Severity.ERROR, span, found, refusal.instead)
