"""A part of a unit, and what becomes of it if it alone had been given."""

from __future__ import annotations

import ast
import functools
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from migrate import analyse, plan
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import FileEdits
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import DEFINITIONS
from migrate.model.outcome import Tier, UnitOutcome
from migrate.model.plan import UnitPlan
from migrate.syntax.closure import closure
from migrate.syntax.guards import is_main_guard
from migrate.syntax.runtimes import RUNTIMES
from migrate.tiers import best, taken

_MOST = 24  # combinations of modules that are tried
_MOST_ALONE = 400_000  # bytes that are analysed again


class Part:
    """Programs with all that they import, and what becomes of them on the tiers above `graph`.

    Or by a plan that is `given`.
    """

    def __init__(self, modules: Sequence[ModuleFacts], given: UnitPlan | None = None) -> None:
        self.modules = {module.bindings.module.path: module for module in modules}
        self._tried: list[UnitPlan] = []
        self.plan, self.outcome = taken(self._above_graphs() if given is None else [given])
        self.after = {change.path: change.after for change in self.outcome.changes}

    @property
    def started(self) -> list[Path]:
        """The files of it that are run as scripts, of all others not all runs."""
        return [path for path, module in self.modules.items() if not module.dead]

    @property
    def is_graph(self) -> bool:
        """Whether nothing but the tier `graph` is left for it."""
        return self.outcome.has_errors

    @functools.cached_property
    def plan_below(self) -> UnitPlan:
        """What would be made of it on the tier below steps."""
        plans = plan.plans(tuple(self.modules.values()))
        return next(one for one in plans if one.tier is Tier.WRAPPED)

    def edits(self, path: Path) -> FileEdits:
        """What its programs ask of a file, beside the rules: nothing where they keep the tier `graph`."""
        return FileEdits() if self.is_graph else self.plan.edits.get(path, FileEdits())

    def with_edits(self, edits: Mapping[Path, FileEdits]) -> Part:
        """The same with other edits of some files; itself, where they are the same, or cannot be made."""
        known = {path: one for path, one in edits.items() if path in self.modules and not self.is_graph}
        if all(self.edits(path) == one for path, one in known.items()):
            return self
        given = replace(self.plan, edits={**self.plan.edits, **known})
        part = Part(tuple(self.modules.values()), given)
        if part.is_graph:
            return self
        part.outcome = replace(part.outcome, diagnostics=self.outcome.diagnostics)
        return part

    def as_graph(self, own: Sequence[ModuleFacts]) -> UnitOutcome:
        """What becomes of its `own` files on the tier `graph`, which is the one that is left for it."""
        return best([*self._tried, plan.as_graphs(tuple(own))])

    def _above_graphs(self) -> Iterator[UnitPlan]:
        modules = tuple(self.modules.values())
        # Rules are for all that belongs to programs.
        plans = [UnitPlan(modules, Tier.WRAPPED, (), {}, ())]
        has_sessions = any(module.sessions for module in modules)
        for one in plan.plans(modules) if has_sessions else plans:
            if one.tier is not Tier.GRAPH:
                self._tried.append(one)
                yield one


def without_steps(part: Part, other: Part) -> Part:
    """The same on the tier below steps: the steps of another one need the files that both share otherwise."""
    found = Part(tuple(part.modules.values()), part.plan_below)
    shared = ", ".join(one.name for one in sorted(part.modules.keys() & other.modules.keys()))
    others = ", ".join(one.path.name for one in other.outcome.programs)
    what = f"{shared}, which the steps of {others} need in another form"
    instead, bars = "give each its own copy", (Tier.NATIVE, Tier.COMPAT)
    told = [
        Diagnostic(
            "SES213",
            Severity.WARNING,
            Span.of(one.path, session),
            what,
            instead,
            bars=bars,
            programs=(one.path,),
        )
        for one in part.outcome.programs
        for session in part.modules[one.path].sessions[:1]
    ]
    found.outcome = replace(found.outcome, diagnostics=(*told, *found.outcome.diagnostics))
    return found


class Alone(Part):
    """A part that was analysed again, without the modules beside it: its edits are of trees of its own."""

    def with_edits(self, edits: Mapping[Path, FileEdits]) -> Part:
        """Itself: edits of other trees are not for it."""
        del edits
        return self


class Alternatives(Alone):
    """A part with modules that it imports by names which it is told when it runs.

    It is the same whichever it is told, and so are the files that all of them share: `found` is what becomes
    of the part for each.
    """

    def __init__(self, modules: Sequence[ModuleFacts], found: Sequence[Part]) -> None:
        self.modules = {module.bindings.module.path: module for module in modules}
        self.plan = found[0].plan
        self._edits = {path: edits for one in found for path, edits in one.plan.edits.items()}
        self.after = {path: after for one in found for path, after in one.after.items()}
        programs = {program.path: program for one in found for program in one.outcome.programs}
        changes = {change.path: change for one in found for change in one.outcome.changes}
        told = dict.fromkeys(diagnostic for one in found for diagnostic in one.outcome.diagnostics)
        told.update(dict.fromkeys(_told(modules)))
        self.outcome = UnitOutcome(tuple(programs.values()), tuple(changes.values()), tuple(told))

    def edits(self, path: Path) -> FileEdits:
        """What its programs ask of a file, beside the rules."""
        return self._edits.get(path, FileEdits())


def has_steps(part: Part) -> bool:
    """Whether the programs of a part become steps."""
    return not part.is_graph and part.outcome.has_steps


def part_of(modules: Sequence[ModuleFacts]) -> Part:
    """What becomes of modules that run together, be it the same for each of those that they may import."""
    chosen = [(module, one) for module in modules for one in module.chosen]
    ways = list(itertools.islice(itertools.product(*(one.candidates for _, one in chosen)), _MOST + 1))
    if chosen and len(ways) <= _MOST and any(module.sessions for module, _ in chosen):
        found: list[Part] = []
        for way in ways:
            names = [(module.bindings.module.path, one.name) for module, one in chosen]
            part = Part(_meant(modules, dict(zip(names, way, strict=True))))
            if not has_steps(part) or any(not _agree(part, other) for other in found):
                return Part(modules)
            found.append(part)
        return Alternatives(modules, found)
    return Part(modules)


def with_alone(parts: Sequence[Part], unit: Sequence[ModuleFacts]) -> list[Part]:
    """The parts, those that have steps if nothing is known but what is in them analysed so.

    What is told of attributes and classes by their names holds for fewer of them then. That is not tried
    where it takes long, nor where others may be imported by computed names.
    """
    tried = [
        part
        for part in parts
        if not has_steps(part)
        and len(part.modules) < len(unit)
        and not any(map(plan.may_import_any, part.modules.values()))
    ]
    size = sum(len(module.bindings.module.code) for part in tried for module in part.modules.values())
    if size > _MOST_ALONE:
        return list(parts)
    found = [Alone(_anew(tuple(part.modules.values()))) if part in tried else part for part in parts]
    return [new if has_steps(new) else part for new, part in zip(found, parts, strict=True)]


def same_where_both_run(one: Part, other: Part, path: Path) -> bool:
    """Whether two parts make the same of a file, but for statements that do not run in one of them."""
    first, second = one.after.get(path), other.after.get(path)
    dead, also = one.modules[path].dead, other.modules[path].dead
    if first == second or not (dead <= also or also <= dead):
        return first == second
    before = one.modules[path].bindings.module.source.data
    texts = [text if text is not None else before for text in (first, second)]
    try:
        running = [_running(ast.parse(text), max(dead, also, key=len)) for text in texts]
    except (SyntaxError, ValueError):  # Python 2 that stays, or a notebook
        return False
    return running[0] == running[1]


def _running(tree: ast.Module, dead: Collection[ast.stmt]) -> str:
    """The code of a file that was written, without what `dead` statements have become, and imports for it."""
    names = {one.name for one in dead if isinstance(one, DEFINITIONS)}
    has_guard = any(isinstance(one, ast.If) for one in dead)
    kept = [
        one
        for one in tree.body
        if not (isinstance(one, DEFINITIONS) and one.name in names)
        and not (has_guard and is_main_guard(one))
        and not (isinstance(one, ast.Import) and one.names[0].name in RUNTIMES)
    ]
    return ast.dump(ast.Module(kept, []))


def _meant(modules: Sequence[ModuleFacts], way: Mapping[tuple[Path, str], str]) -> tuple[ModuleFacts, ...]:
    """The facts of modules if some names stand for one each, without those that are not meant."""
    found = {facts.bindings.module.path: facts for facts in _anew(modules, way)}
    candidates = {path for facts in modules for one in facts.chosen for path in one.candidates.values()}
    starts = [path for path in found if path not in candidates]
    kept = closure(starts, lambda path: found[path].imports)
    return tuple(found[path] for path in sorted(kept))


def _anew(
    modules: Sequence[ModuleFacts], way: Mapping[tuple[Path, str], str] = MappingProxyType({})
) -> tuple[ModuleFacts, ...]:
    """The facts of modules, analysed again without others, some names of them for one module each."""
    anew = []
    for facts in modules:
        module = facts.bindings.module
        names = tuple((name, dotted) for (path, name), dotted in way.items() if path == module.path)
        anew.append(replace(module, tree=ast.parse(module.code), meant=names))
    known = {facts.bindings.module.path: facts for facts in modules}
    found = [
        replace(facts, choice=known[facts.bindings.module.path].choice) for facts in analyse.analyse(anew)
    ]
    return plan.process(found, known, [path for path, facts in known.items() if not facts.dead])


def _agree(one: Part, other: Part) -> bool:
    """Whether two make the same of the files that they share."""
    shared = one.modules.keys() & other.modules.keys()
    return all(one.after.get(path) == other.after.get(path) for path in shared)


def _told(modules: Sequence[ModuleFacts]) -> Iterator[Diagnostic]:
    for module in modules:
        for one in module.chosen:
            path = module.bindings.module.path
            names = ", ".join(sorted(candidate.name for candidate in one.candidates.values()))
            found = f"{one.name}, a module that is imported by a computed name: {names} are what it may be"
            instead = "give tfmigrate all files that it may be"
            yield Diagnostic("SES250", Severity.INFO, Span.of(path, one.statement), found, instead)
