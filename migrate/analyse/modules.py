"""The facts of every module of a run."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.facts import Bindings, Driver, DriverFacts, ModuleFacts, Role
from migrate.model.refusal import Refused
from migrate.model.source import Module

from .driver import drivers
from .run_sites import run_sites
from .towers import tower_loops
from .tree import Tree


def analyse(modules: Sequence[Module]) -> tuple[ModuleFacts, ...]:
    """The facts of each module, in the order given; all are seen together."""
    tree = Tree(modules)
    return tuple(_facts(tree, tree.bindings(module)) for module in modules)


def _facts(tree: Tree, bindings: Bindings) -> ModuleFacts:
    imports = tuple(other.module.path for other in tree.imported(bindings))
    sessions = tuple(
        node
        for node in ast.walk(bindings.module.tree)
        if tree.call_role(bindings, node)[0] is Role.SESSION or _is_framework(bindings, node)
    )
    found = tuple(_driver_facts(tree, driver) for driver in drivers(tree, bindings))
    return ModuleFacts(bindings, imports, sessions, found)


def _driver_facts(tree: Tree, driver: Driver) -> DriverFacts:
    try:
        return DriverFacts(driver, tuple(run_sites(tree, driver)), tuple(tower_loops(tree, driver)))
    except Refused as refusal:
        return DriverFacts(driver, refusal=refusal)


_FRAMEWORK = frozenset(
    {
        "tf.train.Supervisor",
        "tf.train.MonitoredTrainingSession",
        "tf.train.MonitoredSession",
        "tf.train.SingularMonitoredSession",
        "tf.train.Server",
        "tf.estimator.Estimator",
    }
)


def _is_framework(bindings: Bindings, node: ast.AST) -> bool:
    return node not in bindings.prefixes and bindings.tensorflow(node) in _FRAMEWORK
