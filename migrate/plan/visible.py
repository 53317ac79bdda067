"""Plans the tiers `native` and `compat`: every session of a unit becomes step functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import FileEdits, Replacement
from migrate.model.facts import GRAPH_VALUES, DriverFacts, ModuleFacts
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.model.refusal import Refused

from .averages import average_edits
from .inputs import input_edits
from .lowering import Lowering, lower
from .names import Names


def as_steps(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which no session is left, and all towers become replicas of a strategy.

    Raises:
      Refused: a program's steps might compute something else than its sessions.
    """
    return _as_steps(modules, Tier.NATIVE, lower)


def with_explicit_towers(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which no session is left, and towers that cannot become replicas stay towers.

    Raises:
      Refused: a program's steps might compute something else than its sessions.
    """

    def lowered(facts: DriverFacts) -> Lowering:
        try:
            return lower(facts)
        except Refused:
            return lower(facts, replicas=False)

    return _as_steps(modules, Tier.COMPAT, lowered)


def _as_steps(
    modules: tuple[ModuleFacts, ...], tier: Tier, lower_driver: Callable[[DriverFacts], Lowering]
) -> UnitPlan:
    _check_rest(modules)
    _check_objects(modules)
    programs = [module for module in modules if module.sessions]
    lowered = {program.bindings.module.path: _lower(program, lower_driver) for program in programs}
    diagnostics = [found for lowerings in lowered.values() for one in lowerings for found in one.diagnostics]
    diagnostics += [found for program in programs for found in _seeds(program)]
    outcomes = tuple(
        ProgramOutcome(path, _tier(lowerings), ", ".join(sorted({one.strategy for one in lowerings})))
        for path, lowerings in lowered.items()
    )
    edits = {
        path: _merged((*input_edits(module), *average_edits(module, modules)), lowered.get(path, ()))
        for module in modules
        for path in (module.bindings.module.path,)
    }
    return UnitPlan(modules, tier, outcomes, edits, tuple(diagnostics))


def _seeds(program: ModuleFacts) -> Iterator[Diagnostic]:
    """The seeds that a program gives its graph, which its steps do not have."""
    bindings = program.bindings
    for node in ast.walk(bindings.module.tree):
        if isinstance(node, ast.Call) and bindings.tensorflow(node.func) in _SEEDS:
            span = Span(bindings.module.path, node.lineno, node.col_offset + 1)
            found = "a seed for the graph: random numbers are others than before, of the same kind"
            yield Diagnostic("HAZ104", Severity.INFO, span, found, "give each random operation a seed")


_SEEDS = ("tf.set_random_seed", "tf.random.set_random_seed")


def _check_objects(modules: Sequence[ModuleFacts]) -> None:
    """What an object builds is not seen from outside of it: there is no graph any more."""
    for module in modules:
        for facts in module.drivers:
            graph = {
                name.removeprefix("self.")
                for point in facts.driver.points
                if facts.driver.methods and point.kind in GRAPH_VALUES
                for name in point.defines | point.mutates
                if name.startswith("self.")
            }
            for other in modules if graph else ():
                dotted = other.bindings.dotted
                for node in ast.walk(other.bindings.module.tree):
                    if isinstance(node, ast.Attribute) and node.attr in graph and node not in dotted:
                        path, found = other.bindings.module.path, f".{node.attr}, a part of an object's graph"
                        raise Refused(
                            "SES210", path, node, f"{found}, outside of its class", "a method of it"
                        )


def _tier(lowerings: Sequence[Lowering]) -> Tier:
    return Tier.COMPAT if any(one.tier is Tier.COMPAT for one in lowerings) else Tier.NATIVE


def _lower(program: ModuleFacts, lower_driver: Callable[[DriverFacts], Lowering]) -> tuple[Lowering, ...]:
    owners = {
        owner
        for driver in (facts.driver for facts in program.drivers)
        for owner in (driver.owner, *driver.methods, *(callee.node for callee in driver.callees))
    }
    covered = {node for owner in owners for node in ast.walk(owner)}
    path = program.bindings.module.path
    for node in program.sessions:
        if node not in covered:
            raise Refused(
                "SES201", path, node, "a session that is not run where it is opened", "see the limits"
            )
    if not program.drivers:
        raise Refused("SES201", path, program.sessions[0], "a session of a framework", "see the limits")
    lowerings = tuple(lower_driver(facts) for facts in program.drivers)
    if "tf" not in {name for name, target in program.bindings.aliases.items() if target == "tensorflow"}:
        raise Refused(
            "API203", path, program.sessions[0], "TensorFlow under another name", "`import tensorflow as tf`"
        )
    if any(one.imports for one in lowerings) and Names(program.bindings.module.tree).has("compat"):
        raise Refused(
            "API204", path, program.sessions[0], "a name `compat` of the program's own", "rename it"
        )
    return lowerings


def _check_rest(modules: Sequence[ModuleFacts]) -> None:
    """Code outside of the drivers must not build a graph for them: it would stay behind."""
    by_path = {module.bindings.module.path: module for module in modules}
    for module in modules:
        path = module.bindings.module.path
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


def _merged(inputs: tuple[Replacement, ...], lowerings: Sequence[Lowering]) -> FileEdits:
    return FileEdits(
        (*inputs, *(replacement for one in lowerings for replacement in one.replacements)),
        tuple(layout for one in lowerings for layout in one.layouts),
        tuple(sorted({text for one in lowerings for text in one.imports})),
        tuple(signature for one in lowerings for signature in one.signatures),
        tuple(arguments for one in lowerings for arguments in one.arguments),
    )
