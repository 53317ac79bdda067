"""Reads of names that functions give other values, or whose values they change, whenever they run.

A graph holds what such a name stood for where it was built. A step may be traced later, when the functions
have run, and is traced once where a session was told anew at each run what to fetch.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Set
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of

from .calls import is_moving_average
from .names import mutations, names_of


def rebound(
    bindings: Bindings, *, is_settings: Callable[[str], bool], is_named: Callable[[str], bool]
) -> frozenset[ast.AST]:
    """The nodes of a module that read such names: of the module, or of a function around those that do it.

    `is_settings` tells which names of the module stand for flags or parsed arguments: setting one of these
    leaves the others as they are. `is_named` tells which functions any code has a use for.
    """
    tree = bindings.module.tree
    functions = [node for node in nodes_of(tree) if isinstance(node, ast.FunctionDef)]
    unused = {node for node in tree.body if isinstance(node, ast.FunctionDef) and not is_named(node.name)}
    changing = [function for function in functions if function not in unused or function.decorator_list]
    changed = {function: frozenset(_changed(bindings, function)) for function in changing}
    everywhere = frozenset[_Change]().union(*changed.values())
    found = {node for node in _reads(tree, everywhere, is_settings) if node not in bindings.shadowed}
    for function in functions:
        inside = (changed[node] for node in nodes_of(function) if node in changed)
        found.update(_reads(function, frozenset[_Change]().union(*inside), is_settings))
    return frozenset(found)


_Change: TypeAlias = tuple[str, "str | None"]


def _changed(bindings: Bindings, function: ast.FunctionDef) -> Iterator[_Change]:
    """The names from outside of a function that it declares its own to set, or changes in their place.

    Each with the attribute that it sets, where it does nothing else.
    """
    for node in nodes_of(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from ((name, None) for name in node.names)
    outer = {name.id for name in names_of(function)}
    for name, node in mutations(bindings, function):
        if isinstance(node, ast.Call) and _averages(bindings, node):
            continue  # the average belongs to the graph, as what it is applied to
        origin = bindings.aliases.get(name, "").partition(".")[0]
        if name in outer and not name.startswith("self.") and origin not in _LIBRARIES:
            is_own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            yield name, node.attr if is_own and isinstance(node, ast.Attribute) else None


def _averages(bindings: Bindings, call: ast.Call) -> bool:
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "apply"
        and is_moving_average(bindings, function.value)
    )


_LIBRARIES = sys.stdlib_module_names | {"tensorflow", "numpy"}


def _reads(root: ast.AST, changes: Set[_Change], is_settings: Callable[[str], bool]) -> Iterator[ast.AST]:
    names = {name for name, _ in changes}
    settings = {name for name in names if (name, None) not in changes and is_settings(name)}
    others = {
        node.value
        for node in (nodes_of(root) if settings else ())
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in settings
        and (node.value.id, node.attr) not in changes
    }
    for node in nodes_of(root) if names else ():
        is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names
        if is_read and node not in others:
            yield node
