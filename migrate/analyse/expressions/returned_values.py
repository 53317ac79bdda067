"""Calls of functions that open a session of their own, and return nothing but what they ran in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import calls_in, nodes_of, place_in_text

from ..program.object_attributes import opens_session
from ..program.tree import Tree

_IN_GRAPH = GRAPH_VALUES | {Kind.SESSION, Kind.INITIALIZER, Kind.GRAPH, Kind.CONFIG, Kind.SAVER, Kind.WRITER}
_RUNNING = ("eval", "run")


def gives_values(tree: Tree, bindings: Bindings, point: Point) -> bool:
    """Whether a statement calls such functions, and hands them nothing of a graph."""
    if not isinstance(point.node, (ast.Assign, ast.Expr)) or opens_session(bindings, point.node):
        return False
    if any(source.kind in _IN_GRAPH for source in point.sources):
        return False
    called = [
        function
        for node in calls_in(point.node)
        if (function := tree.function(bindings, node.func)) is not None
    ]
    opening = [one for one in called if opens_session(one.bindings, one.node)]
    return bool(opening) and all(
        isinstance(one.node, ast.FunctionDef) and _returns_values(one.node) for one in opening
    )


def _returns_values(function: ast.FunctionDef) -> bool:
    returned = [node for node in nodes_of(function) if isinstance(node, ast.Return)]
    inner = any(
        isinstance(node, (ast.FunctionDef, ast.Lambda)) for one in function.body for node in nodes_of(one)
    )
    return not inner and all(one.value is None or _is_value(function, one.value, one) for one in returned)


def _is_value(function: ast.FunctionDef, value: ast.expr, at: ast.stmt) -> bool:
    """Whether an expression surely is a Python value: a constant, what a run gave, or several of these."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, (ast.Tuple, ast.List)):
        return all(_is_value(function, one, at) for one in value.elts)
    if isinstance(value, ast.Dict):
        return all(_is_value(function, one, at) for one in value.values)
    if isinstance(value, ast.Name):
        last = _last_given(function, value.id, at)
        return last is not None and _ran(last.value)
    return _ran(value)


def _last_given(function: ast.FunctionDef, name: str, at: ast.stmt) -> ast.Assign | None:
    """What gives a name its value last before a statement, if that is an assignment which surely runs."""
    assigning = {
        node: statement
        for statement in _straight(function.body)
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        for node in nodes_of(target)
    }
    stored = [
        node
        for node in nodes_of(function)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
    ]
    before = [node for node in stored if place_in_text(node) < place_in_text(at)]
    return assigning.get(max(before, key=place_in_text)) if before else None


def _straight(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run once: nothing but `with` around them."""
    for node in body:
        yield node
        if isinstance(node, ast.With):
            yield from _straight(node.body)


def _ran(value: ast.expr) -> bool:
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in _RUNNING
