"""Programs of one unit on tiers of their own, where that makes the same of the files that they share."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate import plan
from migrate.model.edit import FileEdits
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import Tier, UnitOutcome
from migrate.model.plan import UnitPlan
from migrate.tiers import best, taken


def apart(unit: tuple[ModuleFacts, ...], together: UnitOutcome) -> UnitOutcome:
    """What becomes of a unit if each part of it is rewritten as if it alone had been given.

    Edits of a shared file that hold in graphs and in steps are made for all who share it. Parts that would
    have different things made of a file are taken as one: so a program does not hold down those beside it,
    unless what they share would have to be another for each. Where nothing is better for it
    than `together`, in which all programs are on one tier, that is what is given.
    """
    parts = _sharing([_Part(modules) for modules in plan.processes(unit)])
    while len(parts) > 1:
        merged = _merged(parts)
        if len(merged) == len(parts):
            return _joined(parts, together)
        parts = merged
    return together


class _Part:
    """Programs with all that they import, and what becomes of them on the tiers above `graph`.

    Or by a plan that is `given`.
    """

    def __init__(self, modules: Sequence[ModuleFacts], given: UnitPlan | None = None) -> None:
        self.modules = {module.bindings.module.path: module for module in modules}
        self.plan, self.outcome = taken(self._above_graphs() if given is None else [given])
        self.after = {change.path: change.after for change in self.outcome.changes}

    @property
    def is_graph(self) -> bool:
        """Whether nothing but the tier `graph` is left for it."""
        return self.outcome.has_errors

    def edits(self, path: Path) -> FileEdits:
        """What its programs ask of a file, beside the rules: nothing where they keep the tier `graph`."""
        return FileEdits() if self.is_graph else self.plan.edits.get(path, FileEdits())

    def with_edits(self, edits: Mapping[Path, FileEdits]) -> _Part:
        """The same with other edits of some files; itself, where they are the same, or cannot be made."""
        known = {path: one for path, one in edits.items() if path in self.modules and not self.is_graph}
        if all(self.edits(path) == one for path, one in known.items()):
            return self
        given = replace(self.plan, edits={**self.plan.edits, **known})
        part = _Part(tuple(self.modules.values()), given)
        if part.is_graph:
            return self
        part.outcome = replace(part.outcome, diagnostics=self.outcome.diagnostics)
        return part

    def as_graph(self, own: Sequence[ModuleFacts]) -> UnitOutcome:
        """What becomes of its `own` files on the tier `graph`."""
        return best(itertools.chain(self._above_graphs(), [plan.as_graphs(tuple(own))]))

    def _above_graphs(self) -> Iterator[UnitPlan]:
        modules = tuple(self.modules.values())
        if not any(module.sessions for module in modules):  # rules are for all that belongs to programs
            return iter([UnitPlan(modules, Tier.WRAPPED, (), {}, ())])
        return (one for one in plan.plans(modules) if one.tier is not Tier.GRAPH)


def _sharing(parts: Sequence[_Part]) -> list[_Part]:
    """The parts, with all edits of a file that they share in each of them, where they hold in every one."""
    wanted: dict[Path, FileEdits] = {}
    for path in dict.fromkeys(path for part in parts for path in part.modules):
        every = [part.edits(path) for part in parts if path in part.modules]
        if all(edits.holds_in_graphs for edits in every):
            replacements = {edit.node: edit for edits in every for edit in edits.replacements}
            wanted[path] = FileEdits(tuple(replacements.values()))
    return [part.with_edits(wanted) for part in parts]


def _merged(parts: Sequence[_Part]) -> list[_Part]:
    """The parts, with those as one that would make different things of a file.

    On the tier `graph` a program runs with what the rules make of a file too: there, names of TensorFlow 2
    and those of `compat` build graphs as the names of TensorFlow 1 do.
    """
    merged: list[list[_Part]] = []
    for part in parts:
        group = [part]
        for other in [one for one in merged if any(_differ(part, known) for known in one)]:
            merged.remove(other)
            group += other
        merged.append(group)
    return [_union(group) for group in merged]


def _differ(one: _Part, other: _Part) -> bool:
    if one.is_graph and other.is_graph:
        return False
    for path in one.modules.keys() & other.modules.keys():
        if one.is_graph or other.is_graph:
            if not (one.edits(path).holds_in_graphs and other.edits(path).holds_in_graphs):
                return True
        elif one.after.get(path) != other.after.get(path):
            return True
    return False


def _union(group: Sequence[_Part]) -> _Part:
    if len(group) == 1:
        return group[0]
    every = {path: module for part in group for path, module in part.modules.items()}
    return _Part([every[path] for path in sorted(every)])


def _joined(parts: Sequence[_Part], together: UnitOutcome) -> UnitOutcome:
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
    changes = {change.path: change for outcome in outcomes for change in outcome.changes}
    found = dict.fromkeys(one for outcome in outcomes for one in outcome.diagnostics)
    return UnitOutcome(tuple(programs.values()), tuple(changes.values()), tuple(found))


def _rank(tier: Tier | None) -> int:
    """How good a tier is."""
    return -[*Tier, None].index(tier)
