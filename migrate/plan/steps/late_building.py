"""Parts of the graph that are built where the session runs: in a loop with runs, or in a function with some.

A session builds them anew each time, and they compute the same each time if nothing that they are made of
changes. Then a step may have them once: they compute, and nothing else. Summaries that a function adds to a
graph go along, where it does so once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, SUMMARIES, Kind, Role
from migrate.model.nodes import nodes_of

_DRAWS = re.compile(r"random|dropout")
_ASKS = frozenset({"as_list", "get_shape"})
_SUMMARISING = frozenset({Role.SUMMARY, Role.READS_SUMMARIES})
_LOOKING = frozenset({Role.READS_COLLECTION, Role.EDITS_COLLECTION})


def is_late(driver: Driver, point: Point) -> bool:
    """Whether a statement may be built once for all times that it runs, before the runs around it."""
    around = next((one for one in point.parents if not isinstance(one.node, ast.With)), None)
    if (
        around is None
        or driver.has_methods
        or not any(one.kind is Kind.RUN for one in driver.under(around.node))
    ):
        return False
    inner = point.parents[point.parents.index(around) :]
    in_row = all(isinstance(one.node, (ast.For, ast.While, ast.If, ast.FunctionDef)) for one in inner)
    return (
        in_row
        and point.node in getattr(inner[-1].node, "body", ())
        and not _is_handed(driver, point)
        and _only_computes(driver, point)
        and all(_means_the_same(driver, name, point, around) for name in _names(point.node))
        and any(source.kind in GRAPH_VALUES for source in point.sources)
    )


def _is_handed(driver: Driver, point: Point) -> bool:
    """Whether it is made of what a function is handed, which has other names in the block."""
    callee = driver.callee(point)
    return callee is not None and any(name in callee.known for name in _names(point.node))


def runs_within(point: Point, run: Point) -> bool:
    """Whether what is built late is always built before a run: in the same turn, and the same call."""
    return run.parents[: len(point.parents)] == point.parents and point.index < run.index


def _only_computes(driver: Driver, point: Point) -> bool:
    node = point.node
    if point.roles & _SUMMARISING:
        return _only_summarises(driver, point)
    if not (isinstance(node, ast.Assign) and len(node.targets) == 1):
        return False
    targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
    return (
        point.kind is Kind.SYMBOLIC
        and all(isinstance(target, ast.Name) for target in targets)
        and point.roles <= {Role.PURE, Role.HOST}
        and not point.obstacles
        and not point.mutates
        and all(_gives_the_same(driver, inner) for inner in nodes_of(node.value))
    )


def _only_summarises(driver: Driver, point: Point) -> bool:
    """Whether it adds a summary to those of the graph, or merges them, and runs once at most."""
    node = point.node
    is_named = isinstance(node, ast.Assign) and [*map(type, node.targets)] == [ast.Name]
    return (
        (is_named or isinstance(node, ast.Expr))
        and point.roles <= {Role.PURE, Role.HOST} | _SUMMARISING
        and not point.obstacles
        and point.mutates <= {SUMMARIES}
        and _runs_once_at_most(driver, point)
        and not any(_LOOKING & one.roles and one.index > point.index for one in driver.points)
        and all(
            driver.bindings.tensorflow(inner.func) is not None
            for inner in nodes_of(node)
            if isinstance(inner, ast.Call)
        )
    )


def _runs_once_at_most(driver: Driver, point: Point) -> bool:
    """Whether no loop is around a statement, nor around the only call of the function that it stands in."""
    callee = driver.callee(point)
    inner = [one for one in point.parents if callee is None or one is not callee.point]
    if not all(isinstance(one.node, (ast.With, ast.If)) for one in inner):
        return False
    calls = list(callee.calls.values()) if callee is not None else []
    return len(calls) < 2 and all(_runs_once_at_most(driver, call) for call in calls)


def _gives_the_same(driver: Driver, node: ast.AST) -> bool:
    """Whether a node of an expression is no call but of an operation of TensorFlow, or of a shape."""
    if not isinstance(node, ast.Call):
        return not isinstance(node, (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.NamedExpr))
    symbol = driver.bindings.tensorflow(node.func)
    if symbol is None:
        return isinstance(node.func, ast.Attribute) and node.func.attr in _ASKS
    return not _DRAWS.search(symbol) and all(keyword.arg != "seed" for keyword in node.keywords)


def _names(node: ast.stmt) -> Iterator[str]:
    for inner in nodes_of(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            yield inner.id


def _means_the_same(driver: Driver, name: str, point: Point, around: Point) -> bool:
    """Whether a name has one value in every turn and call, which it has before the first of them too."""
    sources = point.uses.get(name, frozenset())
    inside = set(driver.under(around.node))
    if any(source in inside for source in sources):
        return len(sources) == 1 and all(
            source is not point and runs_within(source, point) and is_late(driver, source)
            for source in sources
        )
    if not sources:
        return _is_constant(driver, name)
    later = (one for one in driver.points if one.index >= around.index)
    changes = any(name in one.defines | one.mutates - GRAPH_STATE for one in later)
    return not changes and all(source.is_straight or source.kind in GRAPH_VALUES for source in sources)


def _is_constant(driver: Driver, name: str) -> bool:
    """Whether a name from outside of the block is given a value once in the whole module, or never."""
    stored = 0
    for node in nodes_of(driver.bindings.module.tree):
        stores = isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node.id == name
        stored += stores or isinstance(node, ast.arg) and node.arg == name
        if isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names:
            return False
    return stored <= 1
