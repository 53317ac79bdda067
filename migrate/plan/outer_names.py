"""Names that functions declare `global` or `nonlocal`: they hold nothing but values of ordinary Python.

What a graph is built of is read once, where that stands; what functions give another value whenever they run
is another at each run. No step reads such a name (`analyse/rebound.py`), and what these stand for stays where
it is: no statement that defines one may become a part of a step, or go.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from migrate.model.driver import Driver
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of

from .refusing import refuse


def check_outer_names(driver: Driver, graph: Set[str]) -> None:
    """No function gives a part of the graph, or what goes with the session, a name of the code around it.

    Args:
      driver: the block.
      graph: its names for parts of the graph, and for sessions.

    Raises:
      Refused: one does.
    """
    for node in _declarations(driver):
        for name in sorted(set(node.names)):
            others = (point for point in driver.points if name in point.defines and point.kind not in _PYTHON)
            if name in graph or any(others):
                what = f"a global name, {name}, for a part of the graph"
                refuse(driver, "SES211", node, what, "keep it in this block")


_PYTHON = frozenset({Kind.HOST, Kind.RUN, Kind.HEADER})


def _declarations(driver: Driver) -> Iterator[ast.Global | ast.Nonlocal]:
    """Those in the block, and in the functions that run its session."""
    roots = [*driver.owners, *driver.methods, *(callee.node for callee in driver.callees)]
    roots += [point.node for point in driver.points if isinstance(point.node, ast.FunctionDef)]
    for node in dict.fromkeys(inner for root in roots for inner in nodes_of(root)):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            yield node
