"""Programs of one unit on tiers of their own, where that makes the same of the files that they share."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from migrate import plan
from migrate.model.edit import FileEdits
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import Tier, UnitOutcome
from migrate.model.plan import UnitPlan
from migrate.tiers import best, taken


def apart(unit: tuple[ModuleFacts, ...], together: UnitOutcome) -> UnitOutcome:
    """What becomes of a unit if each part of it is rewritten as if it alone had been given.

    Parts that would have different things made of a file are taken as one: so a program does not hold down
    those beside it, unless what they share would have to be another for each. Where nothing is better for it
    than `together`, in which all programs are on one tier, that is what is given.
    """
    parts = [_Part(modules) for modules in plan.processes(unit)]
    while len(parts) > 1:
        merged = _merged(parts)
        if len(merged) == len(parts):
            return _joined(parts, together)
        parts = merged
    return together


class _Part:
    """Programs with all that they import, and what becomes of them on the tiers above `graph`."""

    def __init__(self, modules: Sequence[ModuleFacts]) -> None:
        self.modules = {module.bindings.module.path: module for module in modules}
        self.plan, self.outcome = taken(self._above_graphs())
        self.after = {change.path: change.after for change in self.outcome.changes}

    @property
    def is_graph(self) -> bool:
        """Whether nothing but the tier `graph` is left for it."""
        return self.outcome.has_errors

    def changes_by_plan(self, path: Path) -> bool:
        """Whether a file becomes another by what its programs become, and not by rules alone."""
        return self.plan.edits.get(path, FileEdits()) != FileEdits()

    def as_graph(self, own: Sequence[ModuleFacts]) -> UnitOutcome:
        """What becomes of its `own` files on the tier `graph`."""
        return best(itertools.chain(self._above_graphs(), [plan.as_graphs(tuple(own))]))

    def _above_graphs(self) -> Iterator[UnitPlan]:
        modules = tuple(self.modules.values())
        if not any(module.sessions for module in modules):  # rules are for all that belongs to programs
            return iter([UnitPlan(modules, Tier.WRAPPED, (), {}, ())])
        return (one for one in plan.plans(modules) if one.tier is not Tier.GRAPH)


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
        by_plan = one.is_graph or other.is_graph
        if by_plan and (one.changes_by_plan(path) or other.changes_by_plan(path)):
            return True
        if not by_plan and one.after.get(path) != other.after.get(path):
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
