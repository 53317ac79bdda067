"""Functions inside a method: where another method goes on with the graph, the steps take these with them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind

from ..steps.step import Step
from .continued_blocks import home_of

Check = Callable[[Sequence[Step]], None]


def with_local_functions(driver: Driver, steps: Sequence[Step], check: Check) -> tuple[Step, ...]:
    """The steps, each with the functions of other methods that it calls, if nothing that stays names them.

    `check` raises `Refused` where the steps might compute something else then.
    """
    home = home_of(driver, steps) if driver.continued else None
    if home is None:
        return tuple(steps)
    moved = frozenset[Point]().union(*(step.selected - step.state for step in steps))
    found = {one for one in _named(moved) if _is_movable(driver, one) and driver.method_of(one) is not home}
    found -= set(_named(set(driver.points) - moved - found))
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


def _is_movable(driver: Driver, point: Point) -> bool:
    """Whether it is the definition of a function in a method, which is the same wherever it is made."""
    function = point.node
    if not (isinstance(function, ast.FunctionDef) and point.kind is Kind.HOST and point.is_straight):
        return False
    defaults = (*function.args.defaults, *function.args.kw_defaults)
    is_plain = all(one is None or isinstance(one, ast.Constant) for one in defaults)
    runs = any(point in other.parents for other in driver.points)
    return is_plain and not (function.decorator_list or runs) and driver.method_of(point) is not None
