"""Functions of a block that its steps take with them.

They stand in another method than the steps, or read parts of the graph, which have no names beside the steps
any more: `def net(x): return tf.nn.dropout(x, keep)`, where `keep` is a placeholder made behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of

from ..legality.blocks import names_in_graph
from ..steps.step import Step
from .continued_blocks import home_of

Check = Callable[[Sequence[Step]], None]


def with_local_functions(driver: Driver, steps: Sequence[Step], check: Check) -> tuple[Step, ...]:
    """The steps, each with such functions that it calls, if nothing that stays names them.

    `check` raises `Refused` where the steps might compute something else then.
    """
    moved = frozenset[Point]().union(*(step.selected - step.state for step in steps))
    called = {one for one in _named(moved) if _is_movable(driver, one) and one not in moved}
    home = home_of(driver, steps) if driver.continued and called else None
    found = {one for one in called if home is not None and driver.method_of(one) not in (None, home)}
    found -= set(_named(set(driver.points) - moved - found))
    found |= _reading_graph(driver, called - found, moved)
    if not found:
        return tuple(steps)
    wholes = [
        replace(step, selected=step.selected | found.intersection(_named(step.selected - step.state)))
        for step in steps
    ]
    check(wholes)
    return tuple(wholes)


def _named(points: Collection[Point]) -> Iterator[Point]:
    """The functions that some statements find by their names, and those that these find."""
    seen = set[Point]()
    pending = list(points)
    while pending:
        for name, sources in pending.pop().uses.items():
            for source in sources - seen:
                if name in source.defines and isinstance(source.node, ast.FunctionDef):
                    seen.add(source)
                    pending.append(source)
                    yield source


def _reading_graph(driver: Driver, called: Collection[Point], moved: Collection[Point]) -> set[Point]:
    """Those of some functions that read parts of the graph, or call one that does, and that steps alone call.

    All that names them are calls in what moves, and in these functions.
    """
    graph = names_in_graph(driver)
    found = set[Point]()
    while more := {one for one in called if one not in found and _reads(driver, one, graph)}:
        found |= more
        graph |= {name for one in more for name in one.defines}
    root = driver.owner if isinstance(driver.owner, ast.FunctionDef) else driver.bindings.module.tree
    names = {one for one in nodes_of(root) if isinstance(one, ast.Name)}
    while True:
        inside = [node for one in {*moved, *found} for node in one.nodes]
        named = {one.id for one in names - {one.func for one in inside if isinstance(one, ast.Call)}}
        kept = {one for one in found if one.defines.isdisjoint(named)}
        if kept == found:
            return found
        found = kept


def _reads(driver: Driver, point: Point, names: Collection[str]) -> bool:
    function = point.node
    assert isinstance(function, ast.FunctionDef)
    return not driver.closures.get(function, frozenset()).isdisjoint(names)


def _is_movable(driver: Driver, point: Point) -> bool:
    """Whether it is the definition of a function that is the same wherever it is made."""
    function = point.node
    if not (isinstance(function, ast.FunctionDef) and point.kind is Kind.HOST and point.is_straight):
        return False
    defaults = (*function.args.defaults, *function.args.kw_defaults)
    is_plain = all(one is None or isinstance(one, ast.Constant) for one in defaults)
    declares = any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes_of(function))
    runs = any(point in other.parents for other in driver.points)
    return is_plain and not (function.decorator_list or declares or runs)
