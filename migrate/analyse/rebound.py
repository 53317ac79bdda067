"""Reads of names that functions give other values, or whose values they change, whenever they run.

A graph holds what such a name stood for where it was built. A step may be traced later, when the functions
have run, and is traced once where a session was told anew at each run what to fetch.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Set

from migrate.model.bindings import Bindings

from .calls import is_moving_average
from .names import mutations, names_of


def rebound(bindings: Bindings) -> frozenset[ast.AST]:
    """The nodes of a module that read such names: of the module, or of a function around those that do it."""
    tree = bindings.module.tree
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    changed = {function: frozenset(_changed(bindings, function)) for function in functions}
    everywhere = frozenset[str]().union(*changed.values())
    found = {node for node in _reads(tree, everywhere) if node not in bindings.shadowed}
    for function in functions:
        inside = (changed[node] for node in ast.walk(function) if isinstance(node, ast.FunctionDef))
        found.update(_reads(function, frozenset[str]().union(*inside)))
    return frozenset(found)


def _changed(bindings: Bindings, function: ast.FunctionDef) -> Iterator[str]:
    """The names from outside of a function that it declares its own to set, or changes in their place."""
    for node in ast.walk(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from node.names
    outer = {name.id for name in names_of(function)}
    for name, node in mutations(bindings, function):
        if isinstance(node, ast.Call) and _averages(bindings, node):
            continue  # the average belongs to the graph, as what it is applied to
        origin = bindings.aliases.get(name, "").partition(".")[0]
        if name in outer and not name.startswith("self.") and origin not in _LIBRARIES:
            yield name


def _averages(bindings: Bindings, call: ast.Call) -> bool:
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "apply"
        and is_moving_average(bindings, function.value)
    )


_LIBRARIES = sys.stdlib_module_names | {"tensorflow", "numpy"}


def _reads(root: ast.AST, names: Set[str]) -> Iterator[ast.AST]:
    for node in ast.walk(root) if names else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            yield node
