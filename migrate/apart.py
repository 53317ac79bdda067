"""Programs of one unit on tiers of their own, where that makes the same of the files that they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from migrate import plan
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import FileEdits
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.outcome import FileChange, Tier, UnitOutcome
from migrate.parts import (
    Alone,
    Alternatives,
    Part,
    has_steps,
    part_of,
    same_where_both_run,
    with_alone,
    without_steps,
)


def apart(unit: tuple[ModuleFacts, ...], together: Planned) -> Planned:
    """What becomes of a unit if each part of it is rewritten as if it alone had been given.

    Edits of a shared file that hold in graphs and in steps are made for all who share it. Parts that would
    have different things made of a file are taken as one: so a program does not hold down those beside it,
    unless what they share would have to be another for each. Where nothing is better for it
    than `together`, in which all programs are on one tier, that is what is given.
    """
    processes = plan.processes(unit)
    if len(processes) == 1 and not any(one.dead for one in processes[0]):
        return together
    parts = [Part(modules) for modules in processes]
    found = _best(_sharing(parts), together, unit)
    alone = with_alone(parts, unit)
    return _best(alone, found, unit) if alone != parts else found


def apart_by_names(group: tuple[ModuleFacts, ...], each: Sequence[UnitOutcome]) -> UnitOutcome | None:
    """The same for modules that import some of the others by names which they are told when they run.

    `each` is what becomes of them where that is not looked at. `None` where nothing is better.
    """
    outcome = UnitOutcome(
        tuple(program for one in each for program in one.programs),
        tuple(change for one in each for change in one.changes),
        tuple(found for one in each for found in one.diagnostics),
    )
    parts = _sharing([part_of(modules) for modules in plan.processes(group, chosen=True)])
    if not any(isinstance(part, Alternatives) for part in parts):
        return None
    found = _best(parts, Planned(outcome, [group]), group).outcome
    return found if found is not outcome else None


@dataclass(frozen=True)
class Planned:
    """What becomes of a unit, and the facts by which its programs were planned, each group by itself."""

    outcome: UnitOutcome
    groups: Sequence[tuple[ModuleFacts, ...]]


_MOST_TRIED = 4  # each is planned together with all others


def _best(parts: Sequence[Part], together: Planned, unit: Sequence[ModuleFacts]) -> Planned:
    """What becomes of the parts, those as one that share files of which they make different things.

    If that is no better for any, one of them has steps, and those that would need another form of its files
    keep their graphs: of a few that are tried, first the one that needs the most of what it builds.
    """
    found = _as_one(parts, together, unit)
    for part in sorted(filter(has_steps, parts), key=_left_out)[:_MOST_TRIED]:
        if found is not together:
            break
        others = [one for one in parts if has_steps(one) and _differ(part, one)]
        if others:
            left = [without_steps(one, part) if one in others else one for one in parts]
            found = _as_one(left, together, unit)
    return found


def _left_out(part: Part) -> int:
    """How much of the graph its steps leave out: those that train need the most of it."""
    return sum(one.code == "SES301" for one in part.outcome.diagnostics)


def _as_one(parts: Sequence[Part], together: Planned, unit: Sequence[ModuleFacts]) -> Planned:
    """What becomes of the parts, those as one that make different things of a file that they share."""
    while True:
        merged = _merged(parts, unit)
        if len(merged) == len(parts):
            return _joined(parts, together, unit)
        parts = merged


def _sharing(parts: Sequence[Part]) -> list[Part]:
    """The parts, each with all edits of what runs in it and in others, where they hold in every one."""
    wanted: dict[Part, dict[Path, FileEdits]] = {part: {} for part in parts}
    for path in dict.fromkeys(path for part in parts for path in part.modules):
        owners = [part for part in parts if path in part.modules]
        if any(isinstance(part, Alone) for part in owners):
            continue
        for statement in owners[0].modules[path].bindings.module.tree.body:
            inside = frozenset(nodes_of(statement))
            every = {part: part.edits(path).of(inside) for part in owners}
            holding = {part: edits for part, edits in every.items() if edits.holds_in_graphs}
            if any(part not in holding and statement not in part.modules[path].dead for part in owners):
                continue
            shared = {edit.node: edit for edits in holding.values() for edit in edits.replacements}
            for part, own in holding.items():
                if {edit.node: edit for edit in own.replacements} != shared:
                    edits = wanted[part].get(path, part.edits(path))
                    others = (one for one in edits.replacements if one.node not in inside)
                    wanted[part][path] = replace(edits, replacements=(*others, *shared.values()))
    return [part.with_edits(wanted[part]) for part in parts]


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
            if not all(_holds_in_graphs(part, path, than) for part, than in ((one, other), (other, one))):
                return True
        elif not same_where_both_run(one, other, path):
            return True
    return False


def _holds_in_graphs(part: Part, path: Path, other: Part) -> bool:
    """Whether what a part makes of a file does the same in graphs, where another one runs it."""
    edits, module = part.edits(path), other.modules[path]
    return edits.holds_in_graphs or bool(module.dead) and edits.of({*module.live_nodes}).holds_in_graphs


def _union(group: Sequence[Part], unit: Sequence[ModuleFacts]) -> Part:
    if len(group) == 1:
        return group[0]
    paths = {path for part in group for path in part.modules}
    return Part(plan.process(unit, paths, {path for part in group for path in part.started}))


def _joined(parts: Sequence[Part], together: Planned, unit: Sequence[ModuleFacts]) -> Planned:
    """The outcomes of the parts as one, unless that is worse for a program, or better for none."""
    above = {path for part in parts if not part.is_graph for path in part.modules}
    outcomes = [
        part.as_graph([module for path, module in part.modules.items() if path not in above])
        if part.is_graph
        else part.outcome
        for part in parts
    ]
    programs = {program.path: program for outcome in outcomes for program in outcome.programs}
    before = {program.path: _rank(program.tier) for program in together.outcome.programs}
    now = {path: _rank(program.tier) for path, program in programs.items()}
    never_run = [
        one for one in together.outcome.programs if one.path not in now and _never_runs(one.path, parts)
    ]
    is_all = now.keys() | {one.path for one in never_run} == before.keys()
    if not is_all or any(now[path] < before[path] for path in now):
        return together
    if not any(now[path] > before[path] for path in now):
        return together
    changes = _changes(parts, outcomes)
    found = dict.fromkeys(one for outcome in outcomes for one in outcome.diagnostics)
    found |= dict.fromkeys(told for one in never_run for told in _told(one.path, unit))
    outcome = UnitOutcome(tuple(programs.values()), tuple(changes.values()), tuple(found))
    return Planned(outcome, [tuple(part.modules.values()) for part in parts])


def _never_runs(path: Path, parts: Sequence[Part]) -> bool:
    """Whether a file opens sessions in functions alone that no program of the unit runs."""
    return all(part.modules[path].dead for part in parts if path in part.modules)


def _told(path: Path, unit: Sequence[ModuleFacts]) -> Iterator[Diagnostic]:
    """What is told of the sessions of such a file."""
    for node in next(one.sessions for one in unit if one.bindings.module.path == path):
        found = "a session that no program here opens, now a Program"
        way_out = "delete the function around it, or give the file that calls it"
        yield Diagnostic("SES108", Severity.WARNING, Span.of(path, node), found, way_out)


def _changes(parts: Sequence[Part], outcomes: Sequence[UnitOutcome]) -> dict[Path, FileChange]:
    """What becomes of each file: what the part makes of it in which the most of it runs."""
    found: dict[Path, FileChange] = {}
    owner: dict[Path, Part] = {}
    for part in sorted(parts, key=lambda part: part.is_graph):
        for path, module in part.modules.items():
            if path not in owner or len(module.dead) < len(owner[path].modules[path].dead):
                owner[path] = part
    for part, outcome in zip(parts, outcomes, strict=True):
        found |= {change.path: change for change in outcome.changes if owner[change.path] is part}
    return found


def _rank(tier: Tier | None) -> int:
    """How good a tier is."""
    return -[*Tier, None].index(tier)
