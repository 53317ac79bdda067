"""Statements that change nothing, and only show what there is."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

from migrate.model.bindings import symbol
from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, STAYING, Kind, Role
from migrate.model.nodes import last_name, nodes_of
from migrate.syntax.listing_loops import LISTING

READING = frozenset({Role.HOST, Role.READS_VARIABLES})


def is_printing_loop(driver: Driver, header: Point) -> bool:
    """Whether a statement is a loop over a part of the graph, before it runs, that only prints it."""
    is_of_graph = any(source.kind in GRAPH_VALUES for source in header.sources)
    if not (isinstance(header.node, ast.For) and header.is_straight and is_of_graph):
        return False
    inside = set(driver.under(header.node))
    prints = all(
        isinstance(point.node, (ast.For, ast.If, ast.Expr))
        and not point.mutates
        and only_prints(driver, point)
        for point in inside
    )
    others = [point for point in driver.points if point not in inside]
    return prints and not any(
        inside & point.sources or point.kind is Kind.RUN and point.index < header.index for point in others
    )


def only_prints(driver: Driver, point: Point) -> bool:
    """Whether a statement does nothing but to print, or to compute what is printed."""
    if point.obstacles or point.roles - READING or point.kind not in STAYING | {Kind.SYMBOLIC, Kind.HEADER}:
        return False
    header = (ast.For, ast.If)
    own: list[ast.AST] = [point.node]
    if isinstance(point.node, header):
        own = [point.node.iter] if isinstance(point.node, ast.For) else [point.node.test]
    elif not isinstance(point.node, (ast.Expr, ast.Assign, ast.AugAssign, ast.Assert, ast.Pass)):
        return False
    calls = [node for root in own for node in nodes_of(root) if isinstance(node, ast.Call)]
    return all(_is_harmless(driver, call) for call in calls)


def _is_harmless(driver: Driver, call: ast.Call) -> bool:
    name = driver.bindings.dotted.get(call.func)
    if name is None and isinstance(call.func, ast.Attribute):
        name = f".{call.func.attr}"
    return is_harmless(name or last_name(call.func))


def is_harmless(called: str) -> bool:
    """Whether a library's function, or a method such as `.append`, only looks, prints or collects."""
    if called.startswith("."):
        return called[1:] in _METHODS
    if called.startswith("numpy."):
        return not called.startswith("numpy.random.")
    name = symbol(called) or called
    is_builtin = hasattr(builtins, called) and called != "open"
    return is_builtin or name in LISTING or name.startswith(_TELLING)


_TELLING = ("logging.", "math.", "pprint.", "tf.contrib.slim.model_analyzer.", "tf.logging.")
_METHODS = frozenset(
    {
        *("append", "as_list", "count", "debug", "endswith", "extend", "format", "get_shape", "info"),
        *("items", "join", "keys", "ljust", "lower", "num_elements", "prod", "replace", "rjust"),
        *("split", "startswith", "strip", "sum", "upper", "values"),
    }
)


def looked_at(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """What code asks for a name or a shape: outside of a graph a variable has the same."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in ("name", "shape", "get_shape"):
            is_operation = isinstance(node.value, ast.Attribute) and node.value.attr == "op"
            yield node.value.value if is_operation and isinstance(node.value, ast.Attribute) else node.value
