"""Names of Python values that stand for something else by the time that a step is traced.

The graph holds what such a name stood for where it was built: that gets a name of its own, for the steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of

from ..statements.new_names import Names
from ..steps.late_building import is_late
from ..steps.slices import is_of_graph

_CONSTANT = (ast.Constant, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator, ast.Tuple, ast.expr_context)


def may_freeze(driver: Driver, point: Point, name: str) -> bool:
    """Whether what a name stands for, where a statement of the graph builds with it, can get its own name."""
    return _is_parameter(driver, point, name) or last_given(driver, point, name) is not None


def _is_parameter(driver: Driver, point: Point, name: str) -> bool:
    """Whether a name is what the block was called with, which nothing in it has given another value yet."""
    owner = driver.owner
    arguments = nodes_of(owner.args) if isinstance(owner, ast.FunctionDef) else ()
    is_one = any(isinstance(one, ast.arg) and one.arg == name for one in arguments)
    return is_one and name in point.outside and _is_read_here(driver, point, name)


def last_given(driver: Driver, point: Point, name: str) -> Point | None:
    """The statement behind which a name stands for what a statement of the graph builds with.

    `None` where that cannot be told from its text, or where something changes the value itself later on.
    """
    sources = point.uses.get(name, frozenset())
    if not sources or not _is_read_here(driver, point, name):
        return None
    last = max(sources, key=lambda source: source.index)
    simple = all(_is_simple(driver, source) and source.index < point.index for source in sources)
    if not simple or sources != _reaching_behind(last, name):
        return None
    is_constant = len(sources) == 1 and _is_constant(last.node)
    changes = not is_constant and any(_may_change(one, last, name, sources) for one in driver.points)
    return None if changes else last


def _is_read_here(driver: Driver, point: Point, name: str) -> bool:
    """Whether a statement of the block reads a name itself, and no function does so when it is called."""
    in_block = not (driver.has_methods or driver.continued) and driver.callee(point) is None
    plain = isinstance(point.node, (ast.Assign, ast.Expr)) and not is_late(driver, point)
    in_functions = any(name in names for names in driver.closures.values())
    found = in_block and plain and bool(_reads(point, name))
    return found and not (in_functions or _is_in_lambda(driver, name))


def _is_in_lambda(driver: Driver, name: str) -> bool:
    """Whether a lambda of the block reads a name when it is called."""
    nodes = (node for point in driver.points for node in point.nodes)
    inside = (inner for node in nodes if isinstance(node, ast.Lambda) for inner in nodes_of(node))
    return any(isinstance(node, ast.Name) and node.id == name for node in inside)


def _is_simple(driver: Driver, source: Point) -> bool:
    """Whether a statement of ordinary Python runs once, and stays where it is."""
    is_python = source.kind is Kind.HOST and not is_of_graph(driver, source)
    return is_python and source.is_straight and isinstance(source.node, (ast.Assign, ast.Expr))


def _reaching_behind(last: Point, name: str) -> frozenset[Point]:
    """What may have given a name its value, directly behind a statement."""
    return frozenset({last}) if name in last.defines else last.uses.get(name, frozenset()) | {last}


def _is_constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and all(isinstance(one, _CONSTANT) for one in nodes_of(node.value))


def _reads(point: Point, name: str) -> list[ast.Name]:
    """The places of a statement that read a name, if none of them stands in a function or a generator.

    What it assigns itself it reads before.
    """
    nodes = point.nodes
    if any(isinstance(node, (ast.Lambda, ast.FunctionDef, ast.GeneratorExp)) for node in nodes):
        return []
    targets = point.node.targets if isinstance(point.node, ast.Assign) else []
    assigned = {node for target in targets for node in nodes_of(target) if isinstance(target, _PLAIN)}
    found = [
        node for node in nodes if isinstance(node, ast.Name) and node.id == name and node not in assigned
    ]
    return found if all(isinstance(node.ctx, ast.Load) for node in found) else []


_PLAIN = (ast.Name, ast.Tuple)


def _may_change(one: Point, last: Point, name: str, sources: frozenset[Point]) -> bool:
    """Whether a statement changes the value itself later on, or gives it another name."""
    if not one.uses.get(name, frozenset()) & sources:
        return False
    if one.index > last.index and (name in one.mutates or isinstance(one.node, ast.AugAssign)):
        return True
    return one.kind in (Kind.HOST, Kind.HEADER) and not _shows(one.node) and _hands_on(one, name)


def _shows(node: ast.stmt) -> bool:
    """Whether a statement prints something."""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"


def _hands_on(one: Point, name: str) -> bool:
    """Whether a statement has a name as such, and not only a part of what it stands for."""
    nodes = one.nodes
    parts = {node.value for node in nodes if isinstance(node, (ast.Attribute, ast.Subscript))}
    return any(isinstance(node, ast.Name) and node.id == name and node not in parts for node in nodes)


@dataclass(frozen=True)
class FrozenNames:
    """What stands `first` in the block, or behind which statements, and the edits by which steps use it."""

    first: tuple[Code, ...]
    given: tuple[tuple[Point, Code], ...]
    replacements: tuple[Replacement, ...]


def frozen_names(driver: Driver, changing: Iterable[tuple[Point, str]], names: Names) -> FrozenNames:
    """Names of their own for what statements of the graph, each with a name in it, were built with."""
    known: dict[tuple[Point | None, str], str] = {}
    replacements: dict[ast.Name, Replacement] = {}
    for point, name in changing:
        last = None if _is_parameter(driver, point, name) else last_given(driver, point, name)
        kept = known.get((last, name)) or names.new(f"built_{name}")
        known[last, name] = kept
        for node in _reads(point, name):
            replacements[node] = Replacement(node, Code(kept))
    codes = [(last, Code(f"{kept} = {name}")) for (last, name), kept in known.items()]
    first = tuple(code for last, code in codes if last is None)
    given = tuple((last, code) for last, code in codes if last is not None)
    return FrozenNames(first, given, tuple(replacements.values()))
