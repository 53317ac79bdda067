"""What is said while a graph is built."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES
from migrate.model.nodes import nodes_of

from ..program.tree import Tree

_LOGGING = ("absl.logging.", "logging.", "tf.logging.")


def messages(tree: Tree, driver: Driver) -> Mapping[Point, tuple[tuple[Path, ast.Call], ...]]:
    """The prints and logs of a block, and in functions that the parts of its graph call, with their files."""
    found = {}
    for point in driver.points:
        found[point] = tuple(dict.fromkeys(_said(tree, driver, point)))
    return {point: said for point, said in found.items() if said}


def _said(tree: Tree, driver: Driver, point: Point) -> Iterator[tuple[Path, ast.Call]]:
    home = driver.bindings_at(point)
    called = tree.run_by(home, [point.node]) if point.kind in GRAPH_VALUES else ()
    code = [(home, root) for root in point.own_nodes]
    code += [(one.bindings, one.node) for one in tree.called(*called)]
    for bindings, node in ((of, node) for of, root in code for node in nodes_of(root)):
        if isinstance(node, ast.Call) and _is_message(bindings, node):
            yield bindings.module.path, node


def _is_message(bindings: Bindings, call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id == "print" and call.func not in bindings.dotted and "print" not in bindings.bound
    name = bindings.tensorflow(call.func) or bindings.dotted.get(call.func, "")
    return name.startswith(_LOGGING)
