"""What a program runs beside its drivers, and what of that looks at the graph: steps leave none behind."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.effects import code_of
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of, walk_scope
from migrate.syntax.closure import closure

from ..names.definitions import Function
from ..program.entry_points import run_by
from ..program.tree import Tree
from ..sessions.with_items import BUILDING

# What asks for what a graph has.
_LOOKS = frozenset({Role.READS_COLLECTION, Role.EDITS_COLLECTION, Role.READS_SUMMARIES, Role.READS_VARIABLES})
# What is done with the default graph that tells nothing of it.
_BLIND = ("as_default", "finalize")


def graph_uses_elsewhere(
    tree: Tree, modules: Sequence[ModuleFacts]
) -> Iterator[tuple[Bindings, ast.Call, frozenset[Path]]]:
    """The calls that ask for what a graph has, in code that is run and that is part of no driver.

    Or that enter a graph, or a scope of it, around what calls a driver. Each with the modules that run it
    when they are imported, or are the program.
    """
    inside = _in_drivers(tree, modules)
    for bindings, run, paths in _run(tree, modules, inside):
        nodes = [node for node in run if node not in inside]
        blind = {node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr in _BLIND}
        for node in nodes:
            if isinstance(node, ast.Call):
                is_graph = bindings.tensorflow(node.func) == "tf.get_default_graph" and node not in blind
                if is_graph or tree.call_role(bindings, node)[0] in _LOOKS:
                    yield bindings, node, paths
            for item in node.items if isinstance(node, ast.With) else ():
                call = item.context_expr
                if isinstance(call, ast.Call) and _enters(bindings, call):
                    yield from [(bindings, call, paths)] if _calls_into(tree, bindings, node, inside) else ()


def _enters(bindings: Bindings, call: ast.Call) -> bool:
    """Whether a call gives a graph, or a scope of one, that what is inside of a `with` is built in."""
    in_scope = bindings.tensorflow(call.func) in BUILDING
    return in_scope or isinstance(call.func, ast.Attribute) and call.func.attr == "as_default"


def _calls_into(tree: Tree, bindings: Bindings, root: ast.AST, inside: Collection[ast.AST]) -> bool:
    """Whether some code calls one of some functions, by others too."""
    called = closure(
        tree.called_from(bindings, nodes_of(root)),
        lambda one: tree.called_from(one.bindings, list(code_of(one.node))),
        key=lambda one: one.node,
    )
    return any(one.node in inside for one in called)


def _in_drivers(tree: Tree, modules: Sequence[ModuleFacts]) -> set[ast.AST]:
    """The nodes of what drivers do, and objects that are such; or a block that only tries a module out."""
    drivers = [facts.driver for module in modules for facts in module.drivers]
    roots: list[ast.AST] = [statement for driver in drivers for statement in driver.body]
    roots += [owner for driver in drivers for owner in driver.owners if isinstance(owner, ast.FunctionDef)]
    roots += [callee.node for driver in drivers for callee in driver.callees]
    roots += [*tree.object_drivers, *(module.trial for module in modules if module.trial is not None)]
    return {node for root in roots for node in nodes_of(root)}


def _run(
    tree: Tree, modules: Sequence[ModuleFacts], inside: Collection[ast.AST]
) -> Iterator[tuple[Bindings, Sequence[ast.AST], frozenset[Path]]]:
    """The nodes that run when modules are imported, and those of the functions that this runs."""

    def called(bindings: Bindings, code: Iterable[ast.AST]) -> Iterator[Function]:
        found = tree.called_from(bindings, [one for one in code if one not in inside])
        return (one for one in found if one.node not in inside)

    every = [module.bindings for module in modules]
    for bindings in every:
        body = (
            one for one in bindings.module.tree.body if not isinstance(one, (ast.FunctionDef, ast.ClassDef))
        )
        own = [node for statement in body for node in walk_scope(statement)]
        yield bindings, own, frozenset({bindings.module.path})
    for one, paths in run_by(every, called):
        yield one.bindings, nodes_of(one.node), paths
