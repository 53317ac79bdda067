"""Groups programs that share files, and plans each group as a whole, from the best tier down."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.model.refusal import Refusals, Refused, aside, defect, object_to
from migrate.syntax.closure import connected
from migrate.syntax.estimators import makes_estimator, names_estimators

from ..hazards.variable_reads import reads_beside_updates
from ..keras.keras_sessions import are_configurations, with_configurations
from ..keras.late_strategies import has_late_strategies, with_strategies
from ..statements.new_names import Names
from .graph_tier import as_graphs
from .parameter_servers import served_with
from .steps_tier import as_steps, on_own_runtime
from .wrapped_tier import as_estimators, as_programs


def units(facts: Sequence[ModuleFacts], *, chosen: bool = False) -> Iterator[tuple[ModuleFacts, ...]]:
    """The groups of modules that import each other, or of which some only serve sessions of others.

    If `chosen`, also those that they may import by a computed name.
    """
    by_path = {module.bindings.module.path: module for module in facts}
    imported = [
        (path, other)
        for path, module in by_path.items()
        for other in (*module.imports, *(module.may_import if chosen else ()))
    ]
    served = [
        (server.bindings.module.path, client.bindings.module.path) for server, client in served_with(facts)
    ]
    for unit in connected(by_path, [*imported, *served]):
        yield tuple(by_path[member] for member in sorted(unit))


def plans(modules: tuple[ModuleFacts, ...]) -> Iterator[UnitPlan]:
    """The plans for one group of modules, the best tier first: the first that holds is to be taken."""
    programs = [module for module in modules if module.sessions]
    if not programs:
        yield _without_sessions(modules)
        return
    try:
        _check(modules)
    except Refused as refusal:
        yield _refused(modules, None, refusal)
        return
    for tier, planner in _planners(modules).items():
        try:
            yield _planned(modules, tier, planner)
        except Refused as refusal:
            yield _refused(modules, tier, refusal)
        except Exception as error:  # a defect of ours, which leaves the lower tiers
            path, tree = modules[0].bindings.module.path, modules[0].bindings.module.tree
            yield _refused(modules, tier, defect(path, tree, error))


def reasons(modules: tuple[ModuleFacts, ...], tier: Tier) -> list[Diagnostic]:
    """Every reason why a group of modules is not on a tier, the one that `plans` gives first.

    They are put aside, and the plan made again in spite of them, which may meet others. That ends where it
    meets none, or has nothing to go on with; behind such a reason, others may show.
    """
    planner, found = _planners(modules).get(tier), Refusals()
    before = -1
    while planner is not None and len(found) > before:
        before = len(found)
        try:
            with aside(found):
                _bare(modules, tier, planner)
            break
        except Refused as refusal:
            found.setdefault(refusal.words, refusal)
        except Exception:
            break  # what no plan expects: it follows from what was put aside, or `plans` tells it
    return [_diagnostic(refusal) for refusal in found.values()]


_Planner = Callable[[tuple[ModuleFacts, ...]], UnitPlan]
_TIERS: Mapping[Tier, _Planner] = {
    Tier.NATIVE: as_steps,
    Tier.COMPAT: on_own_runtime,
    Tier.WRAPPED: as_programs,
    Tier.GRAPH: as_graphs,
}
# Where sessions only configure TensorFlow for Keras, there is nothing of which steps could be made.
_OF_KERAS: Mapping[Tier, _Planner] = {
    Tier.NATIVE: with_configurations,
    Tier.WRAPPED: as_programs,
    Tier.GRAPH: as_graphs,
}


def _planners(modules: tuple[ModuleFacts, ...]) -> Mapping[Tier, _Planner]:
    """What plans each tier that the modules may have, the best first."""
    if are_configurations(modules):
        return _OF_KERAS
    if any(makes_estimator(one.bindings.tensorflow(node) or "") for one in modules for node in one.sessions):
        return {**_TIERS, Tier.COMPAT: as_estimators}
    if any(map(_has_another_form, modules)):
        return _TIERS
    # What the planner of this tier does else, that of the one above has tried.
    return {tier: planner for tier, planner in _TIERS.items() if tier is not Tier.COMPAT}


def _bare(modules: tuple[ModuleFacts, ...], tier: Tier, planner: _Planner) -> UnitPlan:
    """The plan itself, without what is told of the modules on every tier."""
    _check_runs(modules, tier)
    return planner(modules)


def _planned(modules: tuple[ModuleFacts, ...], tier: Tier, planner: _Planner) -> UnitPlan:
    plan = _bare(modules, tier, planner)
    diagnostics = (*plan.diagnostics, *reads_beside_updates(modules))
    return replace(plan, diagnostics=diagnostics, runtime=_runtime(modules))


def _check(modules: Sequence[ModuleFacts]) -> None:
    """What keeps a program from every tier."""
    for module in modules:
        path, tree = module.bindings.module.path, module.bindings.module.tree
        if module.failure:
            raise defect(path, tree, module.failure)


def _check_runs(modules: Sequence[ModuleFacts], tier: Tier) -> None:
    """A tier on which a program was run, and did not do the same, is not for it."""
    for module in modules:
        for one, found in module.choice.differs:
            if one is tier:
                words = f"a program that does something else when it is run: {found}"
                way_out = "`tfmigrate verify` with --keep shows both runs"
                object_to(
                    Refused(
                        "SES257", module.bindings.module.path, module.bindings.module.tree, words, way_out
                    )
                )


def _without_sessions(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan for modules that open no session: parts of Estimators, models of Keras, or none of these."""
    if _has_estimators(modules):
        for planner in (as_estimators, as_programs):
            with contextlib.suppress(Refused):
                return planner(modules)
        return as_graphs(modules)
    if not has_late_strategies(modules):
        return UnitPlan(modules, None, (), {}, ())
    try:
        return replace(with_strategies(modules), runtime=_runtime(modules))
    except Refused as refusal:
        return _refused(modules, None, refusal)


def _has_estimators(modules: Sequence[ModuleFacts]) -> bool:
    """Whether one of them is for Estimators, such as a file of model functions."""
    return any(names_estimators(module.bindings) for module in modules)


def _has_another_form(program: ModuleFacts) -> bool:
    """Whether towers or workers, which may become replicas of a strategy, can have steps without one."""
    chosen = program.choice.strategy.is_of_workers
    return chosen or any(facts.has_towers for facts in program.drivers)


def _runtime(modules: Sequence[ModuleFacts]) -> str:
    """By which name new code imports `compat`, where the program may have something else of that name."""
    is_taken = any(Names(module.bindings.module.tree).has("compat") for module in modules)
    return "tfmigrate_compat" if is_taken or any(map(_hides_compat, modules)) else "compat"


def _hides_compat(program: ModuleFacts) -> bool:
    """Whether a module beside a script is what it, and all that it imports, gets by `import compat`."""
    folder = program.bindings.module.path.resolve().parent
    return (folder / "compat.py").exists() or (folder / "compat").is_dir()


def _refused(modules: tuple[ModuleFacts, ...], tier: Tier | None, refusal: Refused) -> UnitPlan:
    programs = tuple(
        ProgramOutcome(module.bindings.module.path, None) for module in modules if module.sessions
    )
    return UnitPlan(modules, tier, programs, {}, (_diagnostic(refusal),))


def _diagnostic(refusal: Refused) -> Diagnostic:
    span = Span.of(refusal.path, refusal.node)
    return Diagnostic(refusal.code, Severity.ERROR, span, refusal.found, refusal.instead)
