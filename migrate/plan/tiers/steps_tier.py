"""Plans the tiers `native` and `compat`: every session of a unit becomes step functions."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from migrate.model.choices import Strategy
from migrate.model.driver import Handover
from migrate.model.facts import DriverFacts, ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.model.refusal import Refused, each, object_to, trial
from migrate.syntax.estimators import makes_estimator
from migrate.syntax.profilers import PROFILERS, WAY_OUT

from ..cluster.collective import batch_averages
from ..cluster.remote_targets import check_machines
from ..cluster.shared_variables import servers, serving_functions
from ..hazards.program_hazards import program_hazards
from ..legality.run_once import check_graph
from ..legality.unfollowed_python import check_followed
from ..lowering.lowering import Lowering, lower
from ..objects.outside_view import check_objects
from ..session_objects.constructions import Given, made
from ..session_objects.function_edits import check_visits, file_edits
from ..session_objects.session_holders import hold
from ..session_objects.session_owner import check_handovers, give
from ..state.savers import check_graph_files
from ..state.variables_beside import partitioner
from ..statements.objections import first_line
from ..steps.augmented_assignments import computed_anew
from ..steps.moving_averages import average_edits
from .input_modules import input_edits
from .module_trials import with_trial
from .parameter_servers import lower_servers, only_serves
from .wrapped_tier import unrun_sessions

_Lower: TypeAlias = Callable[[DriverFacts], Lowering]


def as_steps(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which no session is left, and all towers become replicas of a strategy.

    Raises:
      Refused: a program's steps might compute something else than its sessions, or its towers are to stay.
    """
    for module in modules:
        _check_choice(module)
    return _as_steps(modules, Tier.NATIVE, partial(_with_replicas, modules))


def on_own_runtime(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which no session is left, and towers stay that cannot become replicas, as workers do.

    Raises:
      Refused: a program's steps might compute something else than its sessions.
    """

    explicit = {one.bindings.module.path for one in modules if one.choice.strategy is Strategy.EXPLICIT}

    def lowered(facts: DriverFacts) -> Lowering:
        if facts.driver.path in explicit:
            return lower(facts, modules, replicas=False)
        try:
            with trial():
                return _with_replicas(modules, facts, of_workers=False)
        except Refused:
            return lower(facts, modules, replicas=False)

    return _as_steps(modules, Tier.COMPAT, lowered)


def _with_replicas(
    modules: Sequence[ModuleFacts], facts: DriverFacts, *, of_workers: bool = True
) -> Lowering:
    chosen = {module.bindings.module.path: module.choice.strategy for module in modules}
    strategy = chosen[facts.driver.path]
    of_workers &= strategy.is_of_workers and any(servers(facts.driver))
    collective = of_workers and strategy is Strategy.MULTI_WORKER_MIRRORED
    return lower(
        facts,
        modules,
        strategy=strategy.of_towers,
        workers=strategy if of_workers else None,
        unmirrored=lambda: _partitioned(modules) or (batch_averages(modules) if collective else None),
    )


def _check_choice(module: ModuleFacts) -> None:
    if module.choice.strategy is Strategy.EXPLICIT:
        for facts in module.drivers:
            if facts.has_towers:
                node = facts.towers[0].loop if facts.towers else facts.driver.owner
                found = f"towers that are to stay on their devices, by {module.choice.where}"
                object_to(Refused("TWR204", module.bindings.module.path, node, found, "another strategy"))


def _as_steps(modules: tuple[ModuleFacts, ...], tier: Tier, lower_driver: _Lower) -> UnitPlan:
    modules = tuple(_visited(modules))
    _check_estimators(modules)
    _check_profilers(modules)
    _check_rest(modules)
    check_machines(modules)
    check_handovers(modules)
    check_objects(modules)
    taken = _taken(modules, lower_driver)
    programs = [module for module in modules if module.sessions or module.drivers]
    serving = [program for program in programs if only_serves(program)]
    running = [program for program in programs if program not in serving]
    plans = each(running, lambda program: _lower(program, modules, taken, lower_driver))
    lowered = {program.bindings.module.path: one for program, one in zip(running, plans, strict=True)}
    check_followed(modules)
    check_graph_files(modules)
    check_visits(modules, lowered)
    strategies = {one.strategy for lowerings in lowered.values() for one in lowerings}
    for program in serving:
        lowered[program.bindings.module.path] = _checked(
            program, (lower_servers(program, modules, strategies),)
        )
    diagnostics = [found for lowerings in lowered.values() for one in lowerings for found in one.diagnostics]
    diagnostics += program_hazards(modules, programs)
    outcomes = tuple(
        _outcome(program, lowered[program.bindings.module.path], taken)
        for program in programs
        if program.sessions or any([*one.driver.visitors] for one in program.drivers)
    )
    edits = {
        path: file_edits(
            module,
            (
                *input_edits(module),
                *average_edits(module, modules),
                *computed_anew(module),
                *unrun_sessions(module),
            ),
            lowered.get(path, ()),
            [one for other, lowerings in lowered.items() if other != path for one in lowerings],
        )
        for module in modules
        for path in (module.bindings.module.path,)
    }
    edits |= {
        module.bindings.module.path: with_trial(module, edits[module.bindings.module.path])
        for module in modules
        if not module.sessions
    }
    return UnitPlan(modules, tier, outcomes, edits, tuple(diagnostics), rule="SES101")


def _visited(modules: Sequence[ModuleFacts]) -> Iterator[ModuleFacts]:
    """The modules without what stands in functions that blocks of others call to run their graph."""
    visitors = {one.node for module in modules for facts in module.drivers for one in facts.driver.visitors}
    inside = {node for one in visitors for node in nodes_of(one)}
    for module in modules:
        yield replace(
            module,
            sessions=tuple(one for one in module.sessions if one not in inside),
            outside=tuple(one for one in module.outside if one[0] not in inside),
            drivers=tuple(one for one in module.drivers if one.driver.owner not in visitors),
        )


def _partitioned(modules: Sequence[ModuleFacts]) -> Refused | None:
    """Why no strategy can mirror the variables: optimizers find no slots for parts that are mirrored."""
    found = partitioner(one.bindings for one in modules)
    return Refused("TWR203", *found, "partitioned variables in towers", "leave them whole") if found else None


@dataclass(frozen=True)
class _Taken:
    """A class whose object is given its session, and what becomes of it."""

    facts: DriverFacts
    lowering: Lowering


def _taken(modules: Sequence[ModuleFacts], lower_driver: _Lower) -> Mapping[Handover, _Taken]:
    receivers = [facts for module in modules for facts in module.drivers if facts.driver.takes is not None]

    def plan(facts: DriverFacts) -> Lowering:
        takes = facts.driver.takes
        return hold(facts) if takes is not None and takes.only_holds else lower_driver(facts)

    plans = zip(receivers, each(receivers, plan), strict=True)
    return {facts.driver.takes: _Taken(facts, one) for facts, one in plans if facts.driver.takes is not None}


def _outcome(
    program: ModuleFacts, lowerings: Sequence[Lowering], taken: Mapping[Handover, _Taken]
) -> ProgramOutcome:
    """What a program becomes: its own blocks, and the classes that it gives a session."""
    given = [taken[one].lowering for facts in program.drivers for _, one in facts.driver.gives]
    every = [*lowerings, *given]
    tier = Tier.COMPAT if any(one.tier is Tier.COMPAT for one in every) else Tier.NATIVE
    return ProgramOutcome(
        program.bindings.module.path, tier, ", ".join(sorted({one.strategy for one in every} - {""}))
    )


def _planned(facts: DriverFacts, taken: Mapping[Handover, _Taken], lower_driver: _Lower) -> Lowering:
    driver = facts.driver
    if driver.takes is not None:
        return taken[driver.takes].lowering
    if driver.gives:
        given = [Given(calls, one, taken[one].facts, taken[one].lowering) for calls, one in made(driver)]
        return give(facts, given)
    return lower_driver(facts)


def _lower(
    program: ModuleFacts,
    modules: Sequence[ModuleFacts],
    taken: Mapping[Handover, _Taken],
    lower_driver: _Lower,
) -> tuple[Lowering, ...]:
    owners = {
        owner
        for driver in (facts.driver for facts in program.drivers)
        for owner in (
            *(*driver.owners, *driver.methods, *(callee.node for callee in driver.callees)),
            *serving_functions(driver),
        )
    }
    covered = {node for owner in owners for node in nodes_of(owner)}
    path = program.bindings.module.path
    for node in program.sessions:
        is_called = isinstance(node, ast.Call)
        if not is_called and program.bindings.tensorflow(node) in _CLASSES_OF_SESSIONS:
            found = f"{_called(node)}, a class of sessions that is passed on or kept as a value"
            raise Refused("SES201", path, node, found, "call it where the session is run")
        if node not in covered:
            found = f"{_called(node)}, a session that no block both opens and runs"
            instead = "open it by tf.Session() or tf.train.MonitoredTrainingSession(), where it is run"
            raise Refused("SES201", path, node, found, instead)
    if not program.drivers:
        found = f"{_called(program.sessions[0])}, a session of a framework"
        raise Refused("SES201", path, program.sessions[0], found, "tf.Session(), where it is run")
    for facts in program.drivers:
        if facts.driver.takes is None and not facts.driver.gives:
            check_graph(facts.driver, modules)
    plans = each(program.drivers, lambda facts: _planned(facts, taken, lower_driver))
    return _checked(program, tuple(plans))


_LOOK = "a look at what a graph has"
_CLASSES_OF_SESSIONS = frozenset({"tf.InteractiveSession", "tf.Session"})


def _called(node: ast.AST) -> str:
    """What a session is opened by, in few words."""
    if isinstance(node, ast.expr):
        return f"{ast.unparse(node.func)}()" if isinstance(node, ast.Call) else ast.unparse(node)
    return first_line(node)


def _checked(program: ModuleFacts, lowerings: tuple[Lowering, ...]) -> tuple[Lowering, ...]:
    """What becomes of a program, in which names mean what the edits take them to."""
    bindings = program.bindings
    path, node = bindings.module.path, next(reversed(program.sessions), bindings.module.tree)
    builds = any(one.driver.takes is None or not one.driver.takes.only_holds for one in program.drivers)
    if builds and "tf" not in {*bindings.names_of_tensorflow, *bindings.tensorflow_by_its_first_version}:
        object_to(Refused("API203", path, node, "TensorFlow under another name", "`import tensorflow as tf`"))
    return lowerings


def _check_estimators(modules: Sequence[ModuleFacts]) -> None:
    """The step of an Estimator is in a loop that is not the program's."""
    for module in modules:
        for node in module.bindings.dotted:
            symbol = module.bindings.tensorflow(node) or ""
            if makes_estimator(symbol) and isinstance(node, ast.expr):
                found = f"{symbol}, which trains in a loop of its own"
                way_out = "a session and a loop of the program's own"
                object_to(Refused("SES216", module.bindings.module.path, node, found, way_out))


def _check_profilers(modules: Sequence[ModuleFacts]) -> None:
    """What looks at the runs of sessions, wherever these are, would see none."""
    for module in modules:
        for node in module.bindings.dotted:
            symbol = module.bindings.tensorflow(node) or ""
            if symbol in PROFILERS and node not in module.bindings.prefixes:
                found = f"{symbol}, which looks at the runs of sessions"
                object_to(Refused("SES216", module.bindings.module.path, node, found, WAY_OUT))


def _check_rest(modules: Sequence[ModuleFacts]) -> None:
    """Code outside of the drivers must not build a graph for them: it would stay behind."""
    by_path = {module.bindings.module.path: module for module in modules}
    for module in modules:
        path = module.bindings.module.path
        for name, file in module.missing:
            found = f"an import of {name} from {file.name}, which was not given or cannot be parsed"
            object_to(
                Refused("SES214", path, module.bindings.module.tree, found, "give the whole folder, mended")
            )
        for name, files in module.unclear:
            root = module.bindings.module.source.root.resolve()
            found = (
                f"an import of {name}, from {' or '.join(os.path.relpath(one, root) for one in files[:2])}"
            )
            way_out = (
                "append the folder of the one that is meant to sys.path in this file, or give one of them"
            )
            object_to(Refused("SES214", path, module.bindings.module.tree.body[0], found, way_out))
        for node, what in module.outside:
            object_to(
                Refused(
                    "SES212",
                    path,
                    node,
                    f"`{first_line(node)}`, which {what}, outside of the block that runs the session",
                    "build it there",
                )
            )
        withs = (node for node in nodes_of(module.bindings.module.tree) if isinstance(node, ast.With))
        items = [item for node in withs for item in node.items] if module.looks else []
        for look in (one for one, runners in module.looks if not runners.isdisjoint(by_path)):
            enters = any(look is item.context_expr for item in items)
            what, instead = (f"`{first_line(look)}`, entered", "enter it") if enters else (_LOOK, "look")
            found = f"{what}, outside of the block that runs the session"
            object_to(Refused("SES212", path, look, found, f"{instead} there"))
        for other in module.imports:
            for facts in by_path[other].drivers:
                if isinstance(facts.driver.owner, ast.Module):
                    node = facts.driver.owner.body[0]
                    object_to(
                        Refused(
                            "SES213",
                            other,
                            node,
                            f"a program whose parts {path.name} imports",
                            "put it into main()",
                        )
                    )
