"""The way of a run: discover, parse, analyse, plan, rewrite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from pathlib import Path

from migrate import analyse, discover, parse, plan
from migrate.apart import apart, apart_by_names
from migrate.choices import assumptions, choice
from migrate.errors import UsageError
from migrate.model.choices import Strategy
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import Outcome, UnitOutcome
from migrate.model.source import Module
from migrate.tiers import best, failed, without_tier

_BY_ITSELF = "`python -m fissix -w`, if it is to run on Python 3"


def migrate(paths: Sequence[Path], strategy: Strategy | None = None, assumed: Sequence[str] = ()) -> Outcome:
    """What becomes of the programs in `paths`; nothing is written, and nothing of theirs is executed.

    `strategy` is what towers are to become, where neither a program nor its project says another; `assumed`
    are flags with the values that they are taken to have, such as `sync_replicas=True`.

    Raises:
      UsageError: a path does not exist, or what is chosen for a program does not; or no program asks for
        a flag that is assumed.
    """
    discovered = discover.find(paths)
    taken = {one.path: found for one in discovered.sources if (found := assumptions(one, assumed))}
    diagnostics: list[Diagnostic] = list(discovered.diagnostics)
    modules: list[Module] = []
    unparsed: set[Path] = set()
    for parsed in parse.parse_all(discovered.sources, taken):
        if isinstance(parsed, Module):
            modules.append(parsed)
        else:
            diagnostics.append(parsed)
            unparsed.add(parsed.span.path.resolve())
    _check_assumed(modules, assumed, diagnostics)
    facts = [replace(one, choice=choice(one.bindings.module, strategy)) for one in analyse.analyse(modules)]
    units = (outcome for group in plan.units(facts, chosen=True) for outcome in _outcomes(group, unparsed))
    return Outcome(tuple(unit for unit in units if _is_worth_telling(unit)), tuple(diagnostics))


def _check_assumed(
    modules: Sequence[Module], assumed: Sequence[str], diagnostics: Sequence[Diagnostic]
) -> None:
    """Each flag of the command line decides something in a program."""
    asked = {one.name for module in modules if module.conversion for one in module.conversion.assumed}
    for name in (one.partition("=")[0] for one in assumed):
        if name not in asked and not any(one.code == "CFG203" for one in diagnostics):
            raise UsageError(f"--assume {name}: no branch of a program is decided by a flag of that name")


def _outcomes(group: tuple[ModuleFacts, ...], unparsed: Set[Path]) -> Iterator[UnitOutcome]:
    """Of modules that import each other: as one, where some are imported by computed names, if better."""
    broken = _import_of(group, unparsed)
    if broken is not None:
        yield broken
        return
    each = [_outcome(unit) for unit in plan.units(group)]
    if not any(one.chosen for one in group) or all(one.has_steps for one in each):
        yield from each
        return
    try:
        as_one = apart_by_names(group, each)
    except Exception as error:  # a defect of ours, which leaves what each became
        yield from [*each, replace(failed(group, error), programs=())]
        return
    yield from [_as_found(group, as_one)] if as_one is not None else each


def _import_of(unit: tuple[ModuleFacts, ...], unparsed: Set[Path]) -> UnitOutcome | None:
    """What is told of a unit of which a file was given that cannot be parsed: it stays as it is, whole."""
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


def _outcome(unit: tuple[ModuleFacts, ...]) -> UnitOutcome:
    """Plan and rewrite one unit; a defect of ours there must not keep the others from being rewritten."""
    try:
        together = best(plan.plans(unit))
        outcome = together if together.has_steps or together.has_errors else apart(unit, together)
    except Exception as error:
        outcome = failed(unit, error)
    return _as_found(unit, outcome)


def _as_found(unit: tuple[ModuleFacts, ...], outcome: UnitOutcome) -> UnitOutcome:
    """The outcome with its diagnostics at places that the user knows, and those of what was converted."""
    modules = {module.bindings.module.path: module.bindings.module for module in unit}
    told = [
        modules[one.span.path].told(one) if one.span.path in modules else one for one in outcome.diagnostics
    ]
    changed = {change.path for change in outcome.changes}
    for path, module in modules.items():
        if path in changed:
            told += module.findings
        elif module.was_python2:
            told.append(
                Diagnostic("PY2003", Severity.INFO, Span(path), "Python 2, left as it is", _BY_ITSELF)
            )
    return replace(outcome, diagnostics=tuple(dict.fromkeys(told)))


def _is_worth_telling(unit: UnitOutcome) -> bool:
    return bool(unit.programs or unit.changes or unit.diagnostics)
