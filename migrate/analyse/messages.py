"""What is said while a graph is built."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES
from migrate.model.nodes import nodes_of

from .tree import Tree

_LOGGING = ("absl.logging.", "logging.", "tf.logging.")


def messages(tree: Tree, driver: Driver) -> Mapping[Point, tuple[tuple[Path, ast.Call], ...]]:
    """The prints and logs of a block, and in functions that the parts of its graph call, with their files."""
    found = {}
    for point in driver.points:
        nodes = (node for root in point.own_nodes for node in nodes_of(root))
        found[point] = tuple(dict.fromkeys(one for node in nodes for one in _said(tree, driver, point, node)))
    return {point: said for point, said in found.items() if said}


def _said(tree: Tree, driver: Driver, point: Point, node: ast.AST) -> Iterator[tuple[Path, ast.Call]]:
    bindings = driver.bindings_at(point)
    if isinstance(node, ast.Call) and _is_message(bindings, node):
        yield driver.path_of(node), node
    function = tree.function(bindings, node) if point.kind in GRAPH_VALUES else None
    for one in tree.called(function) if function is not None else ():
        for inner in nodes_of(one.node):
            if isinstance(inner, ast.Call) and _is_message(one.bindings, inner):
                yield one.bindings.module.path, inner


def _is_message(bindings: Bindings, call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id == "print" and call.func not in bindings.dotted and "print" not in bindings.bound
    name = bindings.tensorflow(call.func) or bindings.dotted.get(call.func, "")
    return name.startswith(_LOGGING)
