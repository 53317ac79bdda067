"""The facts of every module of a run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver
from migrate.model.effects import Detail, executed
from migrate.model.facts import DriverFacts, ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import calls_in, nodes_of, walk_scope
from migrate.model.refusal import Refused
from migrate.model.source import Module
from migrate.model.towers import TowerLoop
from migrate.syntax.estimators import makes_estimator, names_estimators
from migrate.syntax.guards import main_guards
from migrate.syntax.imports import Imports
from migrate.syntax.runtimes import RUNTIMES

from .block.augmented_assignments import added_to_variables
from .block.driver import drivers
from .block.estimators import built_beside
from .block.module_trials import trial_of
from .block.other_code import graph_uses_elsewhere
from .block.printed_messages import messages
from .names.definitions import Function
from .names.graph_names import NamesOfBlock
from .program.tree import Tree
from .sessions.run_sites import run_sites
from .sessions.server_sessions import session_on_server
from .sessions.supervisor import supervised_session, supervised_sites
from .towers.tower_loops import tower_loops
from .vocabulary import role_of


def analyse(
    modules: Sequence[Module], imports: Imports | None = None, details: Sequence[Detail] = tuple(Detail)
) -> tuple[ModuleFacts, ...]:
    """The facts of each module, in the order given, but which modules are chosen; all are seen together.

    Args:
      modules: those that are analysed.
      imports: what imports mean, where there are other modules beside these.
      details: in which they may be followed, the most first.
    """
    tree = Tree(modules, imports, details)
    found = [_facts_or_failure(tree, tree.bindings(module)) for module in modules]
    looks = list(graph_uses_elsewhere(tree, found))
    built = list(built_beside(tree, found)) if any(names_estimators(one.bindings) for one in found) else []
    return tuple(
        replace(
            one,
            looks=tuple((node, paths) for home, node, paths in looks if home is one.bindings),
            built=tuple((node, paths) for home, node, paths in built if home is one.bindings),
        )
        for one in found
    )


def _facts_or_failure(tree: Tree, bindings: Bindings) -> ModuleFacts:
    """A defect of ours in one module must not keep the others from being rewritten."""
    try:
        return _facts(tree, bindings)
    except Exception as error:
        failure = f"{type(error).__name__}: {error}"
        imports = tuple(other.module.path for other in tree.imported(bindings))  # which stay with it
        return ModuleFacts(bindings, imports, (), (bindings.module.tree,), (), (), failure=failure)


def _facts(tree: Tree, bindings: Bindings) -> ModuleFacts:
    imports = tuple(other.module.path for other in tree.imported(bindings))
    sessions = tuple(_sessions(tree, bindings))
    found = tuple(_driver_facts(tree, driver) for driver in drivers(tree, bindings))
    outside = tuple(_outside(tree, bindings, [facts.driver for facts in found]))
    trial = trial_of(tree, bindings, lambda one: any(_sessions(tree, one))) if outside else None
    tried = frozenset(nodes_of(trial)) if trial is not None else frozenset[ast.AST]()
    trial = trial if any(node in tried for node, _ in outside) else None
    outside = tuple(one for one in outside if one[0] not in tried)
    at_once = _computes_at_once(tree, bindings)
    missing, unclear = (
        tuple(tree.imports.missing(bindings.module)),
        tuple(tree.imports.unclear(bindings.module)),
    )
    return ModuleFacts(
        *(bindings, imports, missing, sessions, outside, found, unclear, at_once),
        trial=trial,
        augmented=tuple(added_to_variables(tree, bindings, (facts.driver for facts in found))),
        effects=tree.effects(bindings),
    )


def _sessions(tree: Tree, bindings: Bindings) -> Iterator[ast.AST]:
    """What opens sessions: calls, and classes of sessions that are values, for whoever calls these."""
    apart = set(_not_called(bindings))
    for node in nodes_of(bindings.module.tree):
        is_value = isinstance(getattr(node, "ctx", None), ast.Load) and node not in apart
        if (
            tree.call_role(bindings, node)[0] is Role.SESSION
            or _is_framework(bindings, node)
            or is_value
            and _is_session_class(bindings, node)
        ):
            yield node


def _is_session_class(bindings: Bindings, node: ast.AST) -> bool:
    symbol = bindings.tensorflow(node) if node not in bindings.prefixes else None
    return symbol is not None and role_of(symbol) is Role.SESSION


def _not_called(bindings: Bindings) -> Iterator[ast.AST]:
    """Expressions whose values nobody calls by another name: what is called there, or known by its name.

    Annotations and tests of types call nothing.
    """
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.Call):
            yield node.func
            if isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass"):
                yield from (inner for one in node.args[1:] for inner in nodes_of(one))
        elif isinstance(node, ast.Assign) and all(
            isinstance(one, ast.Name) and one.id in bindings.aliases for one in node.targets
        ):
            yield node.value
        for name in ("annotation", "returns"):
            written = getattr(node, name, None)
            if isinstance(written, ast.AST):
                yield from nodes_of(written)


def _driver_facts(tree: Tree, driver: Driver) -> DriverFacts:
    try:
        sites = tuple(run_sites(tree, driver))
        supervised = supervised_session(tree, driver)
        sites += tuple(supervised_sites(supervised)) if supervised is not None else ()
        on_server = session_on_server(tree, driver)
    except Refused as refusal:
        return DriverFacts(driver, refusal=refusal, effects=tree.effects(driver.bindings))
    towers: tuple[TowerLoop, ...] = ()
    unclear = None
    try:
        towers = tuple(tower_loops(tree, driver))
    except Refused as refusal:
        unclear = refusal
    said = messages(tree, driver)
    effects = tree.effects(driver.bindings)
    return DriverFacts(
        replace(driver, names=NamesOfBlock(driver, effects)),
        sites,
        towers,
        unclear=unclear,
        supervised=supervised,
        on_server=on_server,
        messages=said,
        effects=effects,
    )


def _computes_at_once(tree: Tree, bindings: Bindings) -> bool:
    """Whether importing a module makes tensors, by TensorFlow or by functions of the tree.

    Any call may, in a program that is too large to be analysed.
    """
    if tree.is_too_large(bindings):
        return any(isinstance(node, ast.Call) for node in _run_by_import(bindings.module.tree))
    by_itself = {node for block in main_guards(bindings.module.tree) for node in nodes_of(block)}
    for node in _run_by_import(bindings.module.tree):
        if not isinstance(node, ast.Call) or node in by_itself:
            continue
        function, role = tree.function(bindings, node.func), tree.call_role(bindings, node)[0]
        if role in _COMPUTING or function is not None and tree.summary(function).builds:
            return True
    return False


def _run_by_import(module: ast.Module) -> Iterator[ast.AST]:
    """The nodes of a module that are run when it is imported, the bodies of its classes among them."""
    blocks = [inner for inner in nodes_of(module) if isinstance(inner, (ast.Module, ast.ClassDef))]
    for statement in (one for block in blocks for one in block.body):
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield from walk_scope(statement)


def _outside(tree: Tree, bindings: Bindings, inside: Sequence[Driver]) -> Iterator[tuple[ast.AST, str]]:
    module = bindings.module.tree
    bodies = [
        body for driver in inside for body in (driver.body, *(callee.node.body for callee in driver.callees))
    ]
    covered = {node for body in bodies for statement in body for node in nodes_of(statement)}
    objects = tree.object_drivers.intersection(bindings.classes.values())
    covered |= {node for owner in objects for node in nodes_of(owner)}
    beside = [
        statement
        for statement in (*module.body, *_beside_objects(tree, bindings))
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)) and statement not in covered
    ]
    at_once = {node for statement in beside for node in walk_scope(statement)}
    for node in nodes_of(module):
        is_named = isinstance(node, (ast.Name, ast.Attribute)) and bindings.tensorflow(node) is not None
        role = tree.call_role(bindings, node)[0] if node not in covered and not is_named else None
        is_needed = role is Role.INITIALIZER and node in tree.needed_initialisers(bindings)
        if role in _NEVER_AT_ONCE and node in at_once or is_needed:
            yield node, role.value if role is not None else ""
    for statement in beside:
        for role, _ in tree.unnamed_roles(bindings, statement, executed(statement)):
            if role in _NEVER_AT_ONCE:
                yield statement, role.value


def _beside_objects(tree: Tree, bindings: Bindings) -> Iterator[ast.stmt]:
    """What runs beside the making of objects with graphs of their own, and may make what they are handed."""
    functions = (node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.FunctionDef))
    for function in functions:
        calls = calls_in(function)
        if any(
            (made := tree.class_of(bindings, call.func)) is not None and made.node in tree.object_drivers
            for call in calls
        ):
            reached = tree.called(Function(bindings, function))
            bodies = (one for each in reached if each.bindings is bindings for one in each.body)
            yield from (one for one in bodies if isinstance(one, ast.stmt))


# What belongs to the graph of a step, and would not if it were made when a module is imported.
_NEVER_AT_ONCE = frozenset(
    {
        Role.INITIALIZER,
        Role.PLACEHOLDER,
        Role.LAYER,
        Role.METRIC,
        Role.OBJECT,
        Role.SHARED_VARIABLE,
        Role.OWN_VARIABLE,
        Role.OPTIMIZER,
        Role.TENSOR_OPTIMIZER,
        Role.DRAW,
        Role.COLLECTS,
        Role.EDITS_COLLECTION,
        Role.SCHEDULE,
    }
)
# What gives tensors or data sets, which belong to the graph that is being built.
_COMPUTING = frozenset({Role.PURE, Role.DRAW, Role.DATA})
_FRAMEWORK = frozenset(
    {
        "tf.train.Supervisor",
        "tf.train.MonitoredTrainingSession",
        "tf.train.MonitoredSession",
        "tf.train.SingularMonitoredSession",
        "tf.train.Server",
        "tf.contrib.slim.evaluation.evaluate_once",
        "tf.contrib.slim.evaluation.evaluation_loop",
        "tf.contrib.slim.learning.train",
        "tf.contrib.training.evaluate_once",
        "tf.contrib.training.evaluate_repeatedly",
        "tf.contrib.training.train",
        "tf.test.TestCase",
    }
)


def _is_framework(bindings: Bindings, node: ast.AST) -> bool:
    if node in bindings.prefixes:
        return False
    symbol = bindings.tensorflow(node)
    if symbol == "tf.train.start_queue_runners":  # those of a Program need no session
        return set(RUNTIMES).isdisjoint(bindings.aliases.values())
    return symbol in _FRAMEWORK or symbol is not None and makes_estimator(symbol)
