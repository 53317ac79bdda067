"""The way of a run: discover, parse, analyse, plan, rewrite, and an audit of what was written."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from migrate import analyse, audit, discover, parse, plan
from migrate.apart import Planned, apart, apart_by_names
from migrate.choices import assumptions, choice
from migrate.earlier_runs import read_again, unless_none_rises
from migrate.entries import with_entries
from migrate.errors import UsageError
from migrate.ignored import as_wished, left_by, unused, without_ignored
from migrate.independent import Part, independent
from migrate.jobs import each
from migrate.model.choices import ALL_VERSIONS, EVERYTHING, Choice, Selection, Strategy
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import STEPS, Outcome, Tier, UnitOutcome
from migrate.model.source import Module, Source
from migrate.parse.lines import Lines
from migrate.reasons import with_every_reason, with_programs
from migrate.report.facts import facts_of
from migrate.report.result import Facts
from migrate.report.texts import Texts
from migrate.restructure import restructured
from migrate.syntax.imports import Imports
from migrate.tiers import best, failed, failure, without_tier

Doing = Callable[[str], None]

_OF_NAMES = frozenset({"API202", "API206", "API208"})  # what rules say of names that TensorFlow 2 lacks
_BY_ITSELF = "`python -m fissix -w`, if it is to run on Python 3"


def migrate(
    paths: Sequence[Path],
    strategy: Strategy | None = None,
    assumed: Sequence[str] = (),
    differs: Mapping[Path, Sequence[tuple[Tier, str]]] = MappingProxyType({}),
    doing: Doing = lambda what: None,
    selection: Selection = EVERYTHING,
    jobs: int = 1,
) -> Outcome:
    """What becomes of the programs in `paths`; nothing is written, and nothing of theirs is executed.

    `strategy` is what towers are to become, where neither a program nor its project says another; `assumed`
    are flags with the values that they are taken to have, such as `sync_replicas=True`. Programs that were
    run do not get tiers on which they did something else: `differs` has these, with what it was. `doing` is
    called with what is being done. `selection` says which files are taken, and which codes hold. Up
    to `jobs` processes plan.

    Raises:
      UsageError: a path does not exist, or what is chosen for a program does not; or no program asks for
        a flag that is assumed.
    """
    return _run(paths, strategy, assumed, differs, doing, selection, jobs).outcome


@dataclass(frozen=True)
class Inspection:
    """What becomes of programs, and what was found in them."""

    outcome: Outcome
    facts: tuple[Facts, ...]


def inspect(
    paths: Sequence[Path],
    strategy: Strategy | None = None,
    assumed: Sequence[str] = (),
    doing: Doing = lambda what: None,
    selection: Selection = EVERYTHING,
    jobs: int = 1,
    *,
    every_reason: bool = False,
) -> Inspection:
    """What becomes of the programs in `paths`, with what was found in them; the rest is as in `migrate`.

    With `every_reason` it tells of each tier that a program does not have all that keeps it from there, and
    not the first thing alone.

    Raises:
      UsageError: as of `migrate`.
    """
    return _run(
        paths, strategy, assumed, {}, doing, selection, jobs, every_reason=every_reason, with_facts=True
    )


def _run(
    paths: Sequence[Path],
    strategy: Strategy | None,
    assumed: Sequence[str],
    differs: Mapping[Path, Sequence[tuple[Tier, str]]],
    doing: Doing,
    selection: Selection,
    jobs: int,
    *,
    every_reason: bool = False,
    with_facts: bool = False,
) -> Inspection:
    """A run from the files to what becomes of them; what was found in them, where that is asked for."""
    discovered = discover.find(paths, selection)
    taken = {one.path: found for one in discovered.sources if (found := assumptions(one, assumed))}
    diagnostics: list[Diagnostic] = list(discovered.diagnostics)
    modules: list[Module] = []
    unparsed: set[Path] = set()
    number = len(discovered.sources)
    parsed_files = zip(discovered.sources, parse.parse_all(discovered.sources, taken), strict=True)
    for place, (source, parsed) in enumerate(parsed_files, 1):
        doing(f"reading {place} of {number} files")
        if isinstance(parsed, Module):
            modules.append(parsed)
        else:
            diagnostics.append(_unparsed(source, parsed))
            unparsed.add(parsed.span.path.resolve())
    _check_assumed(modules, assumed, diagnostics)
    choices = {
        one.path: replace(choice(one, strategy, selection.codes), differs=tuple(differs.get(one.path, ())))
        for one in modules
    }
    doing(f"following what {len(modules)} files do")
    earlier = read_again(modules)
    diagnostics += earlier.defects
    imports = Imports(earlier.modules)
    parts = [
        part
        for part in independent(earlier.modules, imports)
        if any(one.source.given for group in part for one in group)
    ]
    unnamed = {one.path for one in discovered.sources if not one.given}
    seen = each(
        lambda part: _seen(part, imports, choices, unparsed, every_reason, with_facts), parts, jobs, _size
    )
    every = [one for _, one in zip(_telling(parts, doing), seen, strict=True)]
    units = [
        _given(unless_none_rises(as_wished(outcome), earlier), unnamed)
        for one in every
        for outcome in one.outcomes
    ]
    outcome = _told(Outcome(tuple(units), tuple(diagnostics)), modules, choices)
    return Inspection(outcome, tuple(facts for one in every for facts in one.facts))


def _unparsed(source: Source, found: Diagnostic) -> Diagnostic:
    """What is told of a file that cannot be parsed: an error where TensorFlow is in it."""
    matters = not source.left and discover.mentions_tensorflow(source)
    return found if matters else replace(found, severity=Severity.WARNING)


def _told(outcome: Outcome, modules: Sequence[Module], choices: Mapping[Path, Choice]) -> Outcome:
    """The outcome without what is ignored, with what comments ignore in vain, and no unit without a word."""
    stray, used = without_ignored(outcome.diagnostics, choices)
    units = []
    for unit in outcome.units:
        told, of_unit = without_ignored(unit.diagnostics, choices)
        used |= of_unit
        units.append(replace(unit, diagnostics=told))
    unjudged = {path for unit in outcome.units for path in left_by(unit)}
    judged = [one for one in modules if one.path not in unjudged]
    told_of_comments = tuple(unused(judged, choices, used))
    return Outcome(tuple(unit for unit in units if _is_worth_telling(unit)), (*stray, *told_of_comments))


def _telling(parts: Sequence[Part], doing: Doing) -> Iterator[None]:
    """Once for each part of a run, which is told before it is waited for."""
    for place, part in enumerate(parts, 1):
        doing(f"planning {place} of {len(parts)}: {part[0][0].path}")
        yield


def _size(part: Part) -> int:
    """How much code there is in a part of a run."""
    return sum(len(one.code) for group in part for one in group)


@dataclass(frozen=True)
class _Seen:
    """What becomes of a part of a run, and what was found in it: plain values, which a process can send."""

    outcomes: tuple[UnitOutcome, ...]
    facts: tuple[Facts, ...]


@dataclass(frozen=True)
class _Group:
    """Modules that import each other, if only by computed names, or the defect that kept us from more."""

    modules: tuple[Module, ...]
    facts: tuple[ModuleFacts, ...] = ()
    defect: Exception | None = None


def _seen(
    part: Part,
    imports: Imports,
    choices: Mapping[Path, Choice],
    unparsed: Set[Path],
    every_reason: bool,
    with_facts: bool,
) -> _Seen:
    """Analyse and plan a part of a run; of what is not `given`, only what is connected with what is."""
    outcomes, found = list[UnitOutcome](), list[Facts]()
    for group in _groups(part, imports, choices):
        if any(one.source.given for one in group.modules):
            become = _outcomes(group, unparsed, every_reason)
            become = _restructured(group, become, imports, unparsed)
            outcomes += become
            if with_facts:
                changes = [change for outcome in become for change in outcome.changes]
                found += facts_of(group.facts, Texts(changes))
    return _Seen(tuple(outcomes), tuple(found))


def _restructured(
    group: _Group, become: list[UnitOutcome], imports: Imports, unparsed: Set[Path]
) -> list[UnitOutcome]:
    """What becomes of a group that is written in another way, if more of it has steps by that."""
    if group.defect is not None or all(one.has_steps or not one.programs for one in become):
        return become
    try:
        facts = restructured(group.facts, imports)
        if facts is None:
            return become
        modules = tuple(one.bindings.module for one in facts)
        now = _outcomes(_Group(modules, tuple(facts)), unparsed, every_reason=False)
    except Exception as error:  # a defect of ours, which leaves what each became
        told = replace(failure(group.modules[0], error), severity=Severity.WARNING)
        return [*become, UnitOutcome((), (), (told,))]
    return now if _steps(now) > _steps(become) else become


def _steps(outcomes: Sequence[UnitOutcome]) -> frozenset[Path]:
    """The programs that have steps."""
    return frozenset(one.path for unit in outcomes for one in unit.programs if one.tier in STEPS)


def _groups(part: Part, imports: Imports, choices: Mapping[Path, Choice]) -> Iterator[_Group]:
    """The groups of modules of a part that can be planned apart, with their facts.

    What is known of a module follows from those that it is connected with by imports, and from no others. So
    a defect of ours stays with the group that it is in.
    """
    found = list[list[ModuleFacts]]()
    for group in part:
        try:
            facts = analyse.analyse(group, imports)
        except Exception as error:
            yield _Group(tuple(group), defect=error)
        else:
            found.append([replace(one, choice=choices[one.bindings.module.path]) for one in facts])
    yield from _connected(found)


def _connected(found: Sequence[Sequence[ModuleFacts]]) -> Iterator[_Group]:
    """Those together that are connected otherwise, such as by computed names; where we fail in that, none."""
    try:
        every = analyse.with_chosen([one for group in found for one in group])
        units = list(plan.units(every, chosen=True))
    except Exception as error:
        if len(found) == 1:
            yield _Group(tuple(one.bindings.module for one in found[0]), defect=error)
        else:
            for group in found:
                yield from _connected([group])
    else:
        yield from (_Group(tuple(one.bindings.module for one in unit), unit) for unit in units)


def _given(unit: UnitOutcome, unnamed: Collection[Path]) -> UnitOutcome:
    """The unit as it is, unless `unnamed` files would have to change with it: then nothing changes."""
    others = sorted(change.path for change in unit.changes if change.path in unnamed)
    if not others:
        return unit
    programs = tuple(replace(program, tier=None, strategy="") for program in unit.programs)
    named = [
        path for path in (*(p.path for p in programs), *(c.path for c in unit.changes)) if path not in unnamed
    ]
    where = min(named, default=others[0])
    return UnitOutcome(programs, (), (*unit.diagnostics, discover.not_given(where, others)))


def _check_assumed(
    modules: Sequence[Module], assumed: Sequence[str], diagnostics: Sequence[Diagnostic]
) -> None:
    """Each flag of the command line decides something in a program."""
    asked = {one.name for module in modules if module.conversion for one in module.conversion.assumed}
    for name in (one.partition("=")[0] for one in assumed):
        if name not in asked and not any(one.code == "CFG203" for one in diagnostics):
            raise UsageError(f"--assume {name}: no branch of a program is decided by a flag of that name")


def _outcomes(group: _Group, unparsed: Set[Path], every_reason: bool) -> list[UnitOutcome]:
    """What becomes of a group of modules; a defect of ours there leaves them as they are, and no others."""
    try:
        if group.defect is not None:
            raise group.defect
        broken = _import_of(group.facts, unparsed)
        return [broken] if broken is not None else _of_group(group.facts, every_reason)
    except Exception as error:
        return [failed(group.modules[0], error)]


def _of_group(group: tuple[ModuleFacts, ...], every_reason: bool) -> list[UnitOutcome]:
    """Of modules that import each other: as one, where some are imported by computed names, if better."""
    each = [_outcome(unit, every_reason) for unit in plan.units(group)]
    if not any(one.chosen for one in group) or all(one.has_steps for one in each):
        return each
    try:
        as_one = apart_by_names(group, each)
        return [_as_found(group, as_one)] if as_one is not None else each
    except Exception as error:  # a defect of ours, which leaves what each became
        return [*each, failed(group[0].bindings.module, error)]


def _import_of(unit: tuple[ModuleFacts, ...], unparsed: Set[Path]) -> UnitOutcome | None:
    """What is told of a unit of which a file was given that cannot be parsed: it stays as it is, whole."""
    if not any(discover.mentions_tensorflow(module.bindings.module.source) for module in unit):
        return None
    for module in unit:
        for name, file in module.missing:
            if file.resolve() in unparsed:
                found = (
                    f"an import of {name} from {file.name}, which cannot be parsed: its unit stays as it is"
                )
                span = Span(module.bindings.module.path)
                mend = f"mend {file.name}, then run tfmigrate again"
                told = Diagnostic("SES214", Severity.ERROR, span, found, mend)
                return UnitOutcome(without_tier(unit), (), (told,))
    return None


def _outcome(unit: tuple[ModuleFacts, ...], every_reason: bool) -> UnitOutcome:
    """Plan and rewrite one unit; a defect of ours there must not keep the others from being rewritten."""
    try:
        planned = Planned(best(plan.plans(unit)), [unit])
        if not (planned.outcome.has_steps or planned.outcome.has_errors):
            planned = _apart(unit, planned)
        outcome = planned.outcome
        if every_reason:
            outcome = with_every_reason(planned.groups, outcome)
        return _as_found(unit, outcome)
    except Exception as error:
        return failed(unit[0].bindings.module, error, without_tier(unit))


def _apart(unit: tuple[ModuleFacts, ...], together: Planned) -> Planned:
    """The programs of a unit on tiers of their own where that can be; as they are `together`, if we fail."""
    try:
        return apart(unit, together)
    except Exception as error:
        told = replace(failure(unit[0].bindings.module, error), severity=Severity.WARNING)
        outcome = together.outcome
        return replace(together, outcome=replace(outcome, diagnostics=(*outcome.diagnostics, told)))


def _as_found(unit: tuple[ModuleFacts, ...], outcome: UnitOutcome) -> UnitOutcome:
    """The outcome with its diagnostics at places that the user knows, and those of what was converted."""
    modules = {module.bindings.module.path: module.bindings.module for module in unit}
    missing = () if outcome.has_errors else tuple(_missing(modules, outcome))
    told = [
        modules[one.span.path].told(one) if one.span.path in modules else one
        for one in _not_twice(outcome.diagnostics, missing)
    ]
    changed = {change.path for change in outcome.changes}
    for path, module in modules.items():
        if path in changed:
            told += module.findings
        elif module.was_python2:
            told.append(
                Diagnostic("PY2003", Severity.INFO, Span(path), "Python 2, left as it is", _BY_ITSELF)
            )
    outcome = replace(outcome, diagnostics=tuple(dict.fromkeys(told)))
    return with_programs(unit, with_entries(unit, outcome))


def _missing(modules: Mapping[Path, Module], outcome: UnitOutcome) -> Iterator[Diagnostic]:
    """What the code that is written uses and is not there, where it stood before."""
    after = {change.path: change.after for change in outcome.changes}
    written = [
        _read_again(module, after.get(path)) if path in after or module.was_rewritten else module
        for path, module in modules.items()
    ]
    own = frozenset(
        name
        for name in ("compat", *audit.names_gone_from_python())
        for one in modules.values()
        if name.encode() in one.code and _has_own(name, one)
    )
    project = discover.settings(next(iter(modules.values())).source.root)
    versions = project.versions if project else ALL_VERSIONS
    for found in audit.audit((one for one in written if isinstance(one, Module)), own, versions):
        module = modules[found.span.path]
        line, column = found.span.line, found.span.column
        if found.span.path in after and not module.conversion:
            now = after[found.span.path].decode(errors="replace")
            line, column = Lines(module.code.decode(errors="replace"), now).place(line, column)
        yield replace(found, span=replace(found.span, line=line, column=column))


def _read_again(module: Module, written: bytes | None) -> Module | Diagnostic:
    """The module that a file is now, be it as it was."""
    if written is None:
        return parse.parse(module.source)
    return parse.parse(replace(module.source, data=written), is_written=True)


def _has_own(name: str, module: Module) -> bool:
    """Whether a module may be the program's own; beside its `compat`, ours is written `tfmigrate_compat`."""
    root, folder = module.source.root.resolve(), module.path.resolve().parent
    folders = [folder, *(one for one in folder.parents if one.is_relative_to(root))]
    return any(os.path.exists(one / f"{name}.py") or os.path.isdir(one / name) for one in folders)


def _not_twice(found: Sequence[Diagnostic], missing: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Both, without what rules say of a name that is told to be missing."""
    lines = {(one.span.path, one.span.line) for one in missing}
    others = [
        one for one in found if one.code not in _OF_NAMES or (one.span.path, one.span.line) not in lines
    ]
    return [*others, *missing]


def _is_worth_telling(unit: UnitOutcome) -> bool:
    return bool(unit.programs or unit.changes or unit.diagnostics)
