"""What a step finds that others made: the objects that names and fields bring it from outside.

One abstract object may stand for several: what one place in the text makes each time that it runs. Where a
step runs that place, and other code does, it is asked which of these a location of the step may hold. What a
step has it makes, or finds in a location; and what it finds was put there by itself, or is foreign. So it is
enough to look at each location that the step reads, and who gave that what it holds.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.effects import Effects, Locations, Touched
from migrate.model.facts import ModuleFacts
from migrate.model.objects import (
    Cell,
    Defined,
    Frame,
    Location,
    Made,
    Method,
    Object,
    Sort,
    is_element,
)

from .fates import scope_of, scopes_of, touched_beside

Selected = frozenset[Point]


class Foreign:
    """What the steps of a block find that others made.

    Args:
      touched: what each statement of the block touches.
      writers: the statements of the block that may write a location.
      staying: the statements that stay where they are, be they in steps or not.
      modules: those of the run.
    """

    def __init__(
        self,
        driver: Driver,
        effects: Effects,
        touched: Mapping[Point, Touched],
        writers: Callable[[Location], Iterable[Point]],
        staying: Selected,
        modules: Sequence[ModuleFacts],
    ) -> None:
        self._driver, self._effects, self._touched = driver, effects, touched
        self._writers, self._staying, self._modules = writers, staying, modules
        self._found: dict[Selected, frozenset[Object]] = {}

    def may_hold(self, selected: Selected, one: Object) -> bool:
        """Whether a step may find an object that other code than its own made."""
        return self._is_made_outside(selected, one) and one in self._objects(selected)

    def reads(self, location: Location) -> bool:
        """Whether code beside the block may read a location, such as what runs behind it."""
        return self._read_elsewhere.may_have(location)

    @functools.cached_property
    def _elsewhere(self) -> Touched:
        """What runs beside the statements of the block."""
        return touched_beside(self._driver, self._effects, self._modules)

    @functools.cached_property
    def _read_elsewhere(self) -> Locations:
        return Locations(self._elsewhere.reads)

    @functools.cached_property
    def _written_elsewhere(self) -> Locations:
        return Locations(self._elsewhere.writes)

    def _is_made_outside(self, selected: Selected, one: Object) -> bool:
        if not isinstance(one, Made) or one in self._elsewhere.makes:
            return True
        others = (point for point in self._driver.points if self._is_outside(selected, point))
        return any(one in self._touched[point].makes for point in others)

    def _is_outside(self, selected: Selected, point: Point) -> bool:
        return point not in selected or point in self._staying

    def _objects(self, selected: Selected) -> frozenset[Object]:
        """What a step finds that it has not put there itself, and what closures among that hold."""
        if selected not in self._found:
            found = set[Object]()
            for point in selected:
                for name, sources in point.uses.items():
                    definitions = [one for one in sources if name in one.defines]
                    if not definitions or any(self._is_outside(selected, one) for one in definitions):
                        found |= self._effects.held(scope_of(self._driver, point), name)
            reads = {one for point in selected for one in self._touched[point].reads}
            seen = -1
            while seen < len(found):  # each round adds an object, or is the last
                seen = len(found)
                closed = {frame for one in found for frame in _closed_over(one)}
                given = [one for one in reads if self._is_given(selected, one, closed)]
                found = found.union(*(self._effects.at(one) for one in given))
            self._found[selected] = frozenset(found)
        return self._found[selected]

    def _is_given(self, selected: Selected, location: Location, closed: set[Frame]) -> bool:
        """Whether other code than the step may have given a location what it holds.

        What makes an object fills it; but attributes of an object of the program are set one by one.
        """
        if isinstance(location, Cell):
            return self._is_variable_given(selected, location, closed)
        one, writers = location.object, list(self._writers(location))
        if self._written_elsewhere.may_have(location):
            return True
        if any(self._is_outside(selected, point) for point in writers):
            return True
        is_set = isinstance(one, Made) and one.sort is Sort.INSTANCE and not is_element(location.name)
        return not (is_set and writers) and self._is_made_outside(selected, one)

    def _is_variable_given(self, selected: Selected, cell: Cell, closed: set[Frame]) -> bool:
        scope = cell.frame.scope
        if scope in scopes_of(self._driver):
            definitions = [point for point in self._driver.points if cell.name in point.defines]
            return not definitions or any(self._is_outside(selected, one) for one in definitions)
        runs = not isinstance(scope, ast.Module) and any(
            self._effects.calls(point.node, cell.frame) for point in selected
        )
        return not runs or cell.frame in closed


def _closed_over(one: Object) -> Iterator[Frame]:
    """The frames whose variables a function has."""
    function = one.function if isinstance(one, Method) else one
    if isinstance(function, Defined):
        yield from function.frame.chain
