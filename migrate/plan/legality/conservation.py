"""Conservation: every statement of a block is moved, kept or copied, or gone with a proof for that.

The proof is one of three: the statement opened or began what steps need no more (a session, a graph, an
initialiser); or it builds a part of the graph that no run fetches, and does nothing else; or it is ordinary
Python that only computes values, for nothing that is left. A jump has none: what follows it depends on it.
Whatever it is for, nothing has a proof that is seen outside of the process, by itself or by what it calls;
and that may come once only, as the graph's code ran once. And nothing has one that may end the program, by a
statement or for the values that it finds, such as a key that is missing.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection

from migrate.model.driver import Point
from migrate.model.effects import Effects, executed
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of
from migrate.model.objects import FUNCTIONS
from migrate.values.side_effects import SAID

from ..statements.objections import first_line, in_order, refuse
from ..statements.reading_only import only_prints
from .fates import Fates

_JUMPS = (ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Assert)
_SILENT = (ast.Pass, ast.Import, ast.ImportFrom)


def check_conservation(fates: Fates, effects: Effects | None) -> None:
    """No statement is lost that something else depends on, and no step leaves the function around it.

    Raises:
      Refused: one is, or does.
    """
    driver, gone = fates.driver, fates.gone
    for point in in_order(frozenset[Point]().union(*fates.traced.values())):
        if isinstance(point.node, ast.Return):
            found = "a `return` among statements that build the graph"
            refuse(driver, "SES251", point.node, found, "return behind the session, or before the graph")
    for point in in_order(gone):
        if isinstance(point.node, _JUMPS) and point.kind not in _BEGINNING:
            found = f"`{first_line(point.node)}`, which decides whether the graph goes on to be built"
            refuse(driver, "SES251", point.node, found, "an `if` around what follows it")
        if point.kind is Kind.HOST and not _is_silent(fates, point):
            found = f"`{first_line(point.node)}`, Python among statements that build the graph"
            refuse(driver, "SES204", point.node, found, "put it before or behind them")
    if effects is not None and effects.known:
        _check_outside(fates, effects)
    for points in fates.traced.values():
        _check_nonlocal(fates, points, "a step")
    runs = {point for point in driver.points if point.kind is Kind.RUN}
    _check_nonlocal(fates, fates.staying | runs, "the block without its graph")
    for point in in_order(driver.points):
        if isinstance(point.node, (ast.Delete, ast.Global, ast.Nonlocal)) and _names_graph(fates, point):
            found = f"`{first_line(point.node)}`, of what a part of the graph is called"
            refuse(driver, "SES251", point.node, found, "take it out")


def _check_nonlocal(fates: Fates, points: Collection[Point], place: str) -> None:
    """A function finds what it declares as the block's in the place where the function itself is defined."""
    known = frozenset[str]().union(*(point.defines for point in fates.driver.points))
    bound = frozenset[str]().union(*(point.defines for point in points))
    for point in in_order(points):
        for node in nodes_of(point.node) if isinstance(point.node, FUNCTIONS) else ():
            left = [
                name
                for name in (node.names if isinstance(node, ast.Nonlocal) else ())
                if name in known and name not in bound
            ]
            if left:
                found = f"`{first_line(node)}`, of which {place} has no {left[0]}"
                refuse(fates.driver, "SES251", node, found, "take it out, if nothing needs it")


def _check_outside(fates: Fates, effects: Effects) -> None:
    """What is seen outside of the process is seen once: a statement that does such things is in one place.

    What only tells how the towers are built is told by each step that builds them. What is printed or
    logged while steps are traced is so once, as `compat.VariableStore` has it.
    """
    gone, staying = fates.gone, fates.staying
    places = Counter([*staying, *(point for points in fates.traced.values() for point in points)])
    for point in in_order(fates.driver.points):
        repeated = places[point] > 1 and not only_prints(fates.driver, point)
        if point in gone or repeated:
            done = effects.of(executed(point.node))
            why = "which no step needs" if point in gone else "which several steps need"
            is_traced_alone = point not in gone and point not in staying
            outside = done.outside - SAID if is_traced_alone else done.outside
            if outside:
                found = f"`{first_line(point.node)}`, {why}, and by which {min(outside)}() is called"
                refuse(fates.driver, "SES254", point.node, found, _way_out(point))
            ends = done.ends | (done.fails if _is_evaluated(point) else frozenset())
            if ends and point in gone:
                ending = f"raises {min(ends)}" if min(ends) else "raises what it has caught"
                found = f"`{first_line(point.node)}`, {why}, and which may end the program: it {ending}"
                refuse(fates.driver, "SES254", point.node, found, _way_out(point))


def _is_evaluated(point: Point) -> bool:
    """Whether what a statement computes is computed nowhere any more, so that it may fail no more either.

    What opened a session or configured it is computed for what stands in its place; and where a block goes on
    under a condition of a cluster's tasks, that stays.
    """
    return point.kind not in _BEGINNING | {Kind.CONFIG, Kind.GRAPH} and point.goes_on is None


def _way_out(point: Point) -> str:
    """What can be done about a statement that does something beside building."""
    is_alone = isinstance(point.node, ast.Expr) and point.kind is not Kind.HEADER
    return "take it out, if nobody needs it" if is_alone else "call that in a statement of its own"


_BEGINNING = frozenset({Kind.SESSION, Kind.INITIALIZER, Kind.RUN})


def _names_graph(fates: Fates, point: Point) -> bool:
    """Whether a statement names what is no longer given that name where it was."""
    named = {getattr(node, "id", "") for node in nodes_of(point.node)}
    named |= set(getattr(point.node, "names", ()))
    in_place = fates.staying - fates.made_before
    traced = frozenset[Point]().union(*fates.traced.values())
    moved = (one for one in fates.driver.points if one not in in_place)
    return point not in traced and any(named & one.defines for one in moved)


def _is_silent(fates: Fates, point: Point) -> bool:
    """Whether nobody misses a statement of ordinary Python: it computes what nothing that is left reads."""
    node = point.node
    if isinstance(node, (*_SILENT, ast.Delete, ast.Global, ast.Nonlocal)):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Constant, ast.JoinedStr)):
        return True
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return not _is_used(fates, point)
    computes = isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and not point.obstacles
    return computes and only_prints(fates.driver, point) and not _is_used(fates, point)


def _is_used(fates: Fates, point: Point) -> bool:
    """Whether a statement that is left has a name from this one."""
    gone = fates.gone
    return any(
        point in sources and name in point.defines
        for other in fates.driver.points
        if other not in gone and other is not point
        for name, sources in other.uses.items()
    )
