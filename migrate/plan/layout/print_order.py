"""The order in which statements of a block print, once each, while the graph is built.

What a step prints comes when it is traced, where its function stands: behind the last statement that it has.
A print of ordinary Python between them goes along, so that it is not printed before; where two prints cannot
have their order, the graph stays.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind

from ..state.created_once import has_state
from ..statements.objections import first_line, refuse
from ..statements.reading_only import only_prints
from ..steps.step import Step

Check = Callable[[Sequence[Step]], None]


def in_the_order_said(driver: Driver, steps: Sequence[Step], before: int, check: Check) -> tuple[Step, ...]:
    """The steps, with what must go along for the order of what is printed in front of the place `before`.

    Raises:
      Refused: two prints would change places.
    """
    found = tuple(steps)
    plain = frozenset(_plain(driver))
    while (pair := _out_of_order(driver, found, plain, {}, before)) is not None:
        late, early = pair
        step = next(one for one in found if late in one.selected)
        others = [one for one in found if one is not step]
        if early not in plain or any(early in one.selected for one in others):
            _refuse(driver, late, early)
        more = replace(step, selected=step.selected | {early})
        found = tuple(more if one is step else one for one in found)
        check(found)
    return found


def told_once(driver: Driver, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, of which the first that is traced alone has what they share and only print.

    That is the first one with variables: such are traced where they are defined, and others when called.
    """
    found = list(steps)
    for point in driver.points:
        is_print = isinstance(point.node, ast.Expr) and _prints(driver, point) and only_prints(driver, point)
        if not is_print or any(isinstance(one.node, (ast.While, ast.Try)) for one in point.parents):
            continue
        sharing = [one for one in found if point in one.selected - one.state]
        early = [one for one in sharing if any(map(has_state, one.selected))]
        first = min(early, key=lambda one: one.last.index, default=None)
        for index, one in enumerate(found):
            if first is not None and one in sharing and one is not first:
                found[index] = replace(one, selected=one.selected - {point} - set(_only_around(point, one)))
    return tuple(found)


def _only_around(point: Point, step: Step) -> Iterator[Point]:
    """The headers that a statement stands under, where a step has nothing else there."""
    others = step.selected - {point, *point.parents}
    return (one for one in point.parents if not any(one in other.parents for other in others))


def taken_along(driver: Driver, moved: frozenset[Point]) -> frozenset[Point]:
    """The prints of ordinary Python that steps have, among what they have `moved`: they stay nowhere else."""
    return moved.intersection(_plain(driver))


def check_order_said(
    driver: Driver,
    steps: Sequence[Step],
    staying: Collection[Point],
    behind: Mapping[Point, Point],
    before: int,
) -> None:
    """What is printed in front of the place `before` is printed in its order; some `behind` other statements.

    Raises:
      Refused: two prints would change places.
    """
    pair = _out_of_order(driver, steps, staying, behind, before)
    if pair is not None:
        _refuse(driver, *pair)


def _refuse(driver: Driver, late: Point, early: Point) -> None:
    found = f"`{first_line(early.node)}`, which would come before what `{first_line(late.node)}` prints"
    refuse(driver, "SES254", early.node, found, "put it before the graph, or behind it")


def _out_of_order(
    driver: Driver,
    steps: Sequence[Step],
    staying: Collection[Point],
    behind: Mapping[Point, Point],
    before: int,
) -> tuple[Point, Point] | None:
    """A statement that prints, and one behind it that would print first, or leave the function before."""
    latest: tuple[float, Point] | None = None
    for point in driver.points:
        if point.index >= before:
            break
        leaves = isinstance(point.node, ast.Return)
        if not (leaves or _prints(driver, point) or point in behind):
            continue
        places = [step.last.index + 0.5 for step in steps if point in step.selected - step.state]
        places += [behind[point].index + 0.7] if point in behind else []
        if not places and point not in staying:
            continue
        place = min(places, default=point.index)
        if latest is not None and place < latest[0]:
            return latest[1], point
        if not leaves and (latest is None or place > latest[0]):
            latest = place, point
    return None


def _plain(driver: Driver) -> Iterator[Point]:
    """The prints of ordinary Python, under no loop or condition."""
    for point in driver.points:
        is_plain = point.kind is Kind.HOST and point.is_straight and isinstance(point.node, ast.Expr)
        if is_plain and _prints(driver, point) and only_prints(driver, point):
            yield point


def _prints(driver: Driver, point: Point) -> bool:
    names = (call.func for call in point.calls if isinstance(call.func, ast.Name))
    return any(one.id == "print" and one not in driver.bindings_at(point).dotted for one in names)
