"""Runs that compute from Python values alone: TensorFlow 2 computes such an expression where it stands."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, Kind, Role
from migrate.model.nodes import children_of, nodes_of

from ..expressions.value_kinds import ValueKinds
from ..names.definitions import Function
from ..names.uses import names_of
from ..program.tree import Tree
from ..vocabulary import role_of
from .session_uses import is_run
from .sparse_fetches import may_be_sparse


def at_once(tree: Tree, driver: Driver, point: Point, written: ast.expr) -> tuple[ast.expr, ...]:
    """The expressions in what a run fetches, if all of them are such; none otherwise.

    Random operations are not: a session makes another one of each call, with the same seed.
    """
    if driver.callee(point) is not None:
        return ()
    nodes = tuple(written.elts) if isinstance(written, (ast.List, ast.Tuple)) else (written,)
    is_plain = all(_is_plain(tree, driver, point, node) for node in nodes)
    return nodes if is_plain else ()


def _is_plain(tree: Tree, driver: Driver, point: Point, node: ast.expr) -> bool:
    bindings = driver.bindings_at(point)
    if not isinstance(node, ast.Call):
        return False
    if bindings.tensorflow(node.func) is None and tree.function(bindings, node.func) is None:
        return False
    if ValueKinds(tree, bindings).gives_several(bindings, node) or may_be_sparse(tree, driver, node, point):
        return False
    names = [name for name in names_of(node) if tree.function(bindings, name) is None]
    if not all(_is_value(bindings, point, name) for name in names):
        return False
    for inner in nodes_of(node):
        _, obstacles = tree.call_role(bindings, inner)
        function = tree.function(bindings, inner)
        if obstacles or function is not None and not _computes_alone(tree, function):
            return False
        symbol = bindings.tensorflow(inner.func) if isinstance(inner, ast.Call) else None
        if symbol is not None and role_of(symbol) is not Role.PURE:
            return False
    return True


def _computes_alone(tree: Tree, function: Function) -> bool:
    """Whether a function of the program gives one tensor, of its arguments alone."""
    summary = tree.summary(function)
    if summary.obstacles or not summary.roles <= {Role.PURE, Role.HOST}:
        return False
    results = [one.value for one in nodes_of(function.node) if isinstance(one, ast.Return)]
    gives_one = len(results) == 1 and isinstance(results[0], (ast.BinOp, ast.Call))
    free = (name for name in names_of(function.node) if not _is_library(function.bindings, name))
    return gives_one and all(hasattr(builtins, name.id) for name in free)


def _is_library(bindings: Bindings, name: ast.Name) -> bool:
    return bindings.dotted.get(name, "").partition(".")[0] in _LIBRARIES


def _is_value(bindings: Bindings, point: Point, name: ast.Name) -> bool:
    """Whether a name stands for a Python value, or for a library."""
    if name in bindings.dotted:
        return _is_library(bindings, name)
    sources = point.uses.get(name.id, frozenset())
    if not sources:
        return name.id not in bindings.bound and hasattr(builtins, name.id)
    return not any(_gives_tensors(bindings, source) for source in sources)


_LIBRARIES = frozenset({"math", "np", "numpy", "random", "tensorflow"})


def _gives_tensors(bindings: Bindings, source: Point) -> bool:
    if source.kind is Kind.RUN:  # what it gives are arrays, unless TensorFlow computes with them at once
        return any(True for _ in _computed_after_run(bindings, source))
    return source.kind not in (Kind.HOST, Kind.HEADER) or _gives_graph(source)


def _computed_after_run(bindings: Bindings, source: Point) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(source.own_nodes)
    while waiting:
        node = waiting.pop()
        if is_run(bindings, source, node):
            continue
        if isinstance(node, ast.Call) and bindings.tensorflow(node.func) is not None:
            yield node
        waiting.extend(children_of(node))


def _gives_graph(source: Point, seen: frozenset[Point] = frozenset()) -> bool:
    """Whether a point gives parts of the graph: a header does if what it goes through, or opens, is of it."""
    if source.kind is not Kind.HEADER:
        return source.kind in GRAPH_VALUES
    further = source.sources - seen - {source}
    return bool(source.roles - {Role.HOST}) or any(_gives_graph(one, seen | {source}) for one in further)
