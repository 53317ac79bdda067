"""Statements that only look at the graph while it is built, such as prints and assertions of shapes.

No run needs them, and they ran once. So each goes into one step, which is traced once.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from migrate.model.driver import Driver, Point
from migrate.model.kinds import STAYING, Kind, Role
from migrate.model.refusal import Refused
from migrate.model.towers import TowerLoop

from .slices import needed
from .steps import Step

Check = Callable[[Sequence[Step]], None]


def is_look(point: Point) -> bool:
    """Whether a statement gives nothing to any other, and changes nothing that is followed."""
    looks = isinstance(point.node, ast.Assert) or (
        isinstance(point.node, ast.Expr) and isinstance(point.node.value, ast.Call)
    )
    changes = point.defines or point.mutates or point.obstacles or point.roles - _LOOKING
    return point.kind is Kind.SYMBOLIC and looks and not changes


_LOOKING = frozenset({Role.HOST, Role.READS_VARIABLES})


def with_looks(
    driver: Driver, steps: Sequence[Step], tower: TowerLoop | None, check: Check
) -> tuple[Step, ...]:
    """The steps, the first that can with each statement that looks at what is in it; others are left out.

    `check` raises `Refused` where steps might compute something else with such a statement in them. Steps
    with towers take none: what is used behind the loop is what replicas must return.
    """
    wholes = list(steps)
    first_run = _first_run(driver)
    looks = [frozenset({point}) for point in driver.points if is_look(point) and point.index < first_run]
    for look in (*looks, *surveys(driver)):
        sources = {source for point in look for source in point.sources} - look
        if any(source.kind is Kind.APPLY for source in sources):
            continue  # it sees the optimizer's own variables, and updates stand behind all else in a step
        for index, step in enumerate(wholes):
            found = (needed(driver, look | sources) | look) - step.selected
            if tower is not None and tower.point in step.selected:
                continue
            others = wholes[:index] + wholes[index + 1 :]
            beside = {one for one in found - look if one.kind is Kind.HOST or isinstance(one.node, ast.If)}
            if found - beside != look or any(beside & other.selected for other in others):
                continue
            more = [*others[:index], replace(step, selected=step.selected | found), *others[index:]]
            try:
                check(more)
            except Refused:
                continue
            wholes = more
            break
    return tuple(wholes)


def surveys(driver: Driver) -> tuple[frozenset[Point], ...]:
    """Loops over the variables that print them, or count them, each with the prints of what it has counted.

    All of it is ordinary Python that gives nothing else to what runs.
    """
    return tuple(_surveys(driver))


def _surveys(driver: Driver) -> Iterator[frozenset[Point]]:
    first_run = _first_run(driver)
    for header in driver.points:
        lists = isinstance(header.node, ast.For) and Role.READS_VARIABLES in header.roles
        if not (lists and header.is_straight and header.index < first_run):
            continue
        found = set(driver.under(header.node))
        pending = list(found)
        while pending:
            point = pending.pop()
            if not _surveys_only(driver, point):
                break
            users = {other for other in driver.points if point in other.sources} - found
            users |= {source for source in point.sources - found if _is_start(source)}
            found |= users
            pending.extend(users)
        else:
            if max(point.index for point in found) < first_run:
                yield frozenset(found)


def _first_run(driver: Driver) -> int:
    """Where the first step runs: the graph is built before."""
    runs = (point for point in driver.points if point.kind is Kind.RUN)
    return min((point.index for point in runs if Role.INITIALIZER not in point.roles), default=-1)


def _is_start(point: Point) -> bool:
    """Whether it is what counting starts from: `total = 0`, `lines = []`."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    is_empty = isinstance(value, (ast.List, ast.Dict)) and not list(ast.iter_child_nodes(value))[1:]
    return point.is_straight and (isinstance(value, ast.Constant) or is_empty)


def _surveys_only(driver: Driver, point: Point) -> bool:
    """Whether it does nothing but to print, or to compute what is printed."""
    if point.obstacles or point.roles - _LOOKING or point.kind not in STAYING | {Kind.SYMBOLIC, Kind.HEADER}:
        return False
    header = (ast.For, ast.If)
    own: list[ast.AST] = [point.node]
    if isinstance(point.node, header):
        own = [point.node.iter] if isinstance(point.node, ast.For) else [point.node.test]
    elif not isinstance(point.node, (ast.Expr, ast.Assign, ast.AugAssign, ast.Assert, ast.Pass)):
        return False
    calls = [node for root in own for node in ast.walk(root) if isinstance(node, ast.Call)]
    return all(_is_harmless(driver, call) for call in calls)


def _is_harmless(driver: Driver, call: ast.Call) -> bool:
    name = driver.bindings.dotted.get(call.func)
    if name is not None:
        symbol = driver.bindings.tensorflow(call.func) or ""
        is_numpy = name.startswith("numpy.") and not name.startswith("numpy.random.")
        return is_numpy or symbol.startswith("tf.logging.") or symbol in _LISTS or name.startswith("logging.")
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in _METHODS
    return isinstance(call.func, ast.Name) and hasattr(builtins, call.func.id) and call.func.id != "open"


_LISTS = frozenset(
    {"tf.all_variables", "tf.global_variables", "tf.local_variables", "tf.trainable_variables"}
)
_METHODS = frozenset(
    {
        *("append", "as_list", "count", "debug", "endswith", "extend", "format", "get_shape", "info"),
        *("items", "join", "keys", "ljust", "lower", "num_elements", "replace", "rjust", "split"),
        *("startswith", "strip", "upper", "values"),
    }
)
