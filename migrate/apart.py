"""Programs of one unit on tiers of their own, where that makes the same of the files that they share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from migrate import plan
from migrate.model.edit import FileEdits
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import FileChange, Tier, UnitOutcome
from migrate.parts import Alone, Alternatives, Part, part_of, same_where_both_run, with_alone


def apart(unit: tuple[ModuleFacts, ...], together: UnitOutcome) -> UnitOutcome:
    """What becomes of a unit if each part of it is rewritten as if it alone had been given.

    Edits of a shared file that hold in graphs and in steps are made for all who share it. Parts that would
    have different things made of a file are taken as one: so a program does not hold down those beside it,
    unless what they share would have to be another for each. Where nothing is better for it
    than `together`, in which all programs are on one tier, that is what is given.
    """
    processes = plan.processes(unit)
    if len(processes) == 1:
        return together
    parts = [Part(modules) for modules in processes]
    found = _best(_sharing(parts), together, unit)
    alone = with_alone(parts)
    return _best(alone, found, unit) if alone != parts else found


def apart_by_names(group: tuple[ModuleFacts, ...], each: Sequence[UnitOutcome]) -> UnitOutcome | None:
    """The same for modules that import some of the others by names which they are told when they run.

    `each` is what becomes of them where that is not looked at. `None` where nothing is better.
    """
    together = UnitOutcome(
        tuple(program for one in each for program in one.programs),
        tuple(change for one in each for change in one.changes),
        tuple(found for one in each for found in one.diagnostics),
    )
    parts = _sharing([part_of(modules) for modules in plan.processes(group, chosen=True)])
    if not any(isinstance(part, Alternatives) for part in parts):
        return None
    found = _joined(parts, together) if len(parts) == 1 else _best(parts, together, group)
    return found if found is not together else None


def _best(parts: Sequence[Part], together: UnitOutcome, unit: Sequence[ModuleFacts]) -> UnitOutcome:
    """What becomes of the parts, those as one that share files of which they make different things."""
    while len(parts) > 1:
        merged = _merged(parts, unit)
        if len(merged) == len(parts):
            return _joined(parts, together)
        parts = merged
    return together


def _sharing(parts: Sequence[Part]) -> list[Part]:
    """The parts, with all edits of a file that they share in each of them, where they hold in every one."""
    wanted: dict[Path, FileEdits] = {}
    for path in dict.fromkeys(path for part in parts for path in part.modules):
        owners = [part for part in parts if path in part.modules]
        if any(isinstance(part, (Alone, Alternatives)) for part in owners):
            continue
        every = [part.edits(path) for part in owners]
        if all(edits.holds_in_graphs for edits in every):
            replacements = {edit.node: edit for edits in every for edit in edits.replacements}
            wanted[path] = FileEdits(tuple(replacements.values()))
    return [part.with_edits(wanted) for part in parts]


def _merged(parts: Sequence[Part], unit: Sequence[ModuleFacts]) -> list[Part]:
    """The parts, with those as one that would make different things of a file.

    On the tier `graph` a program runs with what the rules make of a file too: there, names of TensorFlow 2
    and those of `compat` build graphs as the names of TensorFlow 1 do.
    """
    merged: list[list[Part]] = []
    for part in parts:
        group = [part]
        for other in [one for one in merged if any(_differ(part, known) for known in one)]:
            merged.remove(other)
            group += other
        merged.append(group)
    return [_union(group, unit) for group in merged]


def _differ(one: Part, other: Part) -> bool:
    if one.is_graph and other.is_graph:
        return False
    for path in one.modules.keys() & other.modules.keys():
        if one.is_graph or other.is_graph:
            if not (one.edits(path).holds_in_graphs and other.edits(path).holds_in_graphs):
                return True
        elif not same_where_both_run(one, other, path):
            return True
    return False


def _union(group: Sequence[Part], unit: Sequence[ModuleFacts]) -> Part:
    if len(group) == 1:
        return group[0]
    paths = {path for part in group for path in part.modules}
    modules = [module for module in unit if module.bindings.module.path in paths]
    return Part(plan.live(modules, {path for part in group for path in part.started}))


def _joined(parts: Sequence[Part], together: UnitOutcome) -> UnitOutcome:
    """The outcomes of the parts as one, unless that is worse for a program, or better for none."""
    above = {path for part in parts if not part.is_graph for path in part.modules}
    outcomes = [
        part.as_graph([module for path, module in part.modules.items() if path not in above])
        if part.is_graph
        else part.outcome
        for part in parts
    ]
    programs = {program.path: program for outcome in outcomes for program in outcome.programs}
    before = {program.path: _rank(program.tier) for program in together.programs}
    now = {path: _rank(program.tier) for path, program in programs.items()}
    if now.keys() != before.keys() or not any(now[path] > before[path] for path in now):
        return together
    if any(now[path] < before[path] for path in now):
        return together
    changes = _changes(parts, outcomes)
    found = dict.fromkeys(one for outcome in outcomes for one in outcome.diagnostics)
    return UnitOutcome(tuple(programs.values()), tuple(changes.values()), tuple(found))


def _changes(parts: Sequence[Part], outcomes: Sequence[UnitOutcome]) -> dict[Path, FileChange]:
    """What becomes of each file: what the part makes of it in which the most of it runs."""
    found: dict[Path, tuple[int, FileChange]] = {}
    for part, outcome in zip(parts, outcomes, strict=True):
        for change in outcome.changes:
            dead = len(part.modules[change.path].dead)
            if change.path not in found or dead < found[change.path][0]:
                found[change.path] = dead, change
    return {path: change for path, (_, change) in found.items()}


def _rank(tier: Tier | None) -> int:
    """How good a tier is."""
    return -[*Tier, None].index(tier)
