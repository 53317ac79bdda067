"""Replay: a step finds, when it is traced, what the code of the graph found when it ran, and changes no more.

TensorFlow 1 ran the code that builds a graph once, where it stands. A step runs its part of it when it is
traced: later, and once for each step that has it. Objects are the abstract ones of `model/objects.py`: a list
with two names, in a dictionary or behind a bound method is one list. For every location (a variable that
functions share, an attribute, the elements of an object) with the statements that write and read it:

1. what is gone writes nothing that a statement reads which is left, in the block or beside it;
2. what a step writes, it writes to an object that it makes itself, with all other statements that write it,
   and nothing that stays reads it behind that, in the block or beside it;
3. what a step reads, and what stays writes, is written before the step is traced if and only if it was
   written before it was read;
4. what a step reads, no other step alone writes;
5. what a step makes is its own, unless it also finds what other code made at the same place in the text: for
   one abstract object may stand for both (`foreign.py`);
6. what a run fetches is computed by each run, but in a step when it is traced: it changes nothing;
7. what a step reads, it does not look up among the names of the function around it, which has others.

The cost is the number of written locations times the statements that touch their objects.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.effects import Effects, Touched, executed, is_stream, overlap, owner_of
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Kind
from migrate.model.nodes import calls_in, nodes_of, place_in_text
from migrate.model.objects import ELEMENTS, FUNCTIONS, Cell, Defined, Field, Function, Location, Object, Scope
from migrate.model.runs import RunSite
from migrate.values.externals import OWN_NAMES

from ..statements.objections import first_line, in_order, refuse
from ..steps.step import Step
from .fates import Fates, scope_of, scopes_of
from .foreign import Foreign
from .soundness import traced_at


def check_replay(
    fates: Fates, effects: Effects, sites: Sequence[RunSite], modules: Sequence[ModuleFacts]
) -> None:
    """Every location holds for each step what it held for the graph.

    Raises:
      Refused: one may hold something else.
    """
    if not effects.known:
        first = next(iter(fates.driver.points)).node
        found = "a program with more objects than are followed"
        refuse(fates.driver, "SES252", first, found, "a smaller part of it, on its own")
    for site in sites:
        _check_fetched(fates.driver, effects, site)
    for point in frozenset[Point]().union(*fates.traced.values()) - fates.staying:
        for call in calls_in(point.node):
            if isinstance(call.func, ast.Name) and call.func.id in OWN_NAMES and not call.args:
                found = f"`{ast.unparse(call)}` in code that builds the graph"
                refuse(fates.driver, "SES252", call, found, "the names themselves")
    block = _Block(fates, effects, sites, modules)
    for location in (*block.written, *block.looked_up):
        _Replayed(block, location).check()


def _check_fetched(driver: Driver, effects: Effects, site: RunSite) -> None:
    """Rule 6, of the functions of the program that are called in what is fetched."""
    for call in calls_in(site.fetched):
        for function in _called(driver, effects, site, call):
            body = [function.body] if isinstance(function, ast.Lambda) else function.body
            touched = effects.of(body)
            changed = sorted((one for one in touched.writes if not touched.is_own(one)), key=_order)
            if changed or touched.outside:
                what = (
                    _described(changed[0], effects, driver)
                    if changed
                    else f"what {min(touched.outside)}() shows"
                )
                found = f"`{ast.unparse(call)}`, which changes {what} at each run of what it gives"
                refuse(driver, "SES252", call, found, "call it in front of the run")


def _called(driver: Driver, effects: Effects, site: RunSite, call: ast.Call) -> Iterator[Function]:
    """The functions of the program that a call may be of, in a statement that runs the graph."""
    found: set[Scope] = set()
    if isinstance(call.func, ast.Name):
        held = effects.read_as(scope_of(driver, site.point), call.func)
        found = {one.node for one in held if isinstance(one, Defined)}
    elif isinstance(call.func, ast.Attribute):
        reached = effects.reached([site.point.node])
        found = {one for one in reached if getattr(one, "name", None) == call.func.attr}
    functions = [one for one in found if isinstance(one, FUNCTIONS)]
    yield from sorted(functions, key=place_in_text)


class _Block:
    """What each statement of a driver touches, without what its runs fetch and feed: that is in steps."""

    def __init__(
        self, fates: Fates, effects: Effects, sites: Sequence[RunSite], modules: Sequence[ModuleFacts]
    ) -> None:
        self.fates, self.driver, self.effects = fates, fates.driver, effects
        entered = {
            point.node
            for point in self.driver.points
            if isinstance(point.node, (ast.FunctionDef, ast.ClassDef))
        }
        self._walked = {
            node
            for node in entered
            if any(one.parents and node in _nodes(one.parents) for one in self.driver.points)
        }
        self.touched = {point: self._touched(point, sites) for point in self.driver.points}
        self.reading = _Touching({point: found.reads for point, found in self.touched.items()})
        self.writing = _Touching({point: found.writes for point, found in self.touched.items()})
        self.written = tuple(
            dict.fromkeys(
                location
                for point in in_order(self.driver.points)
                for location in sorted(self.touched[point].writes, key=_order)
            )
        )
        self.looked_up = dict.fromkeys(
            one
            for point in in_order(self.driver.points)
            if point not in fates.staying
            for one in self._looked_up(point)
            if one not in self.written
        )
        self.foreign = Foreign(self.driver, effects, self.touched, self.writing.at, fates.staying, modules)

    def _looked_up(self, point: Point) -> Iterator[Cell]:
        """The names of the block among which the graph looks, as by `globals()`, which tells none."""
        own = scopes_of(self.driver)
        for one in self.touched[point].reads:
            if isinstance(one, Cell) and one.name == ELEMENTS and one.frame.scope in own:
                yield from (Cell(one.frame, name) for other in self.driver.points for name in other.defines)

    def _touched(self, point: Point, sites: Sequence[RunSite]) -> Touched:
        node = point.node
        if node in self._walked:
            return Touched(frozenset(), frozenset(), frozenset())
        found = self.effects.of(executed(node), without=self._walked)
        if point.is_straight and any(one.drawn for one in point.obstacles):  # it is drawn where it stands
            reads, writes = (
                frozenset(one for one in part if not is_stream(one)) for part in (found.reads, found.writes)
            )
            found = Touched(reads, writes, found.makes)
        if point.kind is not Kind.RUN:
            return found
        gone = {
            one
            for site in sites
            if site.point is point
            for root in (site.written, *(feed.key for feed in site.feeds))
            for one in nodes_of(root)
        }
        names = {one.id for one in point.nodes if isinstance(one, ast.Name) and one not in gone}
        left = self.effects.reachable(scope_of(self.driver, point), names)
        kept = frozenset(one for one in found.reads if isinstance(one, Cell) or one.object in left)
        return Touched(kept, found.writes, found.makes)


class _Touching:
    """Which statements touch a location: those that touch the same variable, or some field of its object."""

    def __init__(self, touched: Mapping[Point, Iterable[Location]]) -> None:
        self._known: dict[Cell | Object, dict[Point, list[Location]]] = {}
        for point, locations in touched.items():
            for one in locations:
                known = self._known.setdefault(owner_of(one), {})
                known.setdefault(point, []).append(one)

    def at(self, location: Location) -> list[Point]:
        known = self._known.get(owner_of(location), {})
        return [point for point, own in known.items() if any(overlap(location, one) for one in own)]


def _nodes(points: Iterable[Point]) -> set[ast.stmt]:
    return {point.node for point in points}


def _order(location: Location) -> tuple[int, int, str]:
    node = location.frame.scope if isinstance(location, Cell) else getattr(location.object, "node", None)
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0), location.name


@dataclass
class _Replayed:
    """One location of a block, and who touches it."""

    block: _Block
    location: Location

    def __post_init__(self) -> None:
        points = self.block.driver.points
        self.writers = self.block.writing.at(self.location)
        self.readers = self.block.reading.at(self.location)
        if isinstance(self.location, Cell) and self.location.frame.scope in scopes_of(self.block.driver):
            name = self.location.name
            self.readers += [one for one in points if name in one.uses and one not in self.readers]
            self.writers += [one for one in points if name in one.defines and one not in self.writers]
        if self.location in self.block.looked_up:  # by Python it may be for any other name
            self.readers = [one for one in self.readers if one not in self.block.fates.staying]
        self.makers = [one for one in points if self._makes(one)]

    def _makes(self, point: Point) -> bool:
        if isinstance(self.location, Field):
            return self.location.object in self.block.touched[point].makes
        return self.block.effects.calls(point.node, self.location.frame)

    def check(self) -> None:
        fates = self.block.fates
        left = set(self.block.driver.points) - fates.gone
        for writer in self.writers:
            if writer in fates.gone:
                self._refuse_if(writer, [one for one in self.readers if one in left], "which no run needs")
                if self.block.foreign.reads(self.location):
                    self._refuse_change(writer, ", which no run needs; code beside the block reads it")
        for step, selected in fates.traced.items():
            if any(writer in selected and writer not in fates.staying for writer in self.writers):
                self._check_writing(selected)
            elif any(reader in selected for reader in self.readers):
                self._check_reading(step, selected)

    def _check_writing(self, selected: frozenset[Point]) -> None:
        """Rule 2 and 5, of a step that changes the location."""
        fates = self.block.fates
        is_own = self._is_own(selected)
        # Where only steps make the object, no name of it is left outside, but for what rule 5 finds.
        made_outside = not is_own or any(maker in fates.staying for maker in self.makers)
        outside = [
            one for one in self.readers if one in fates.staying and one not in selected and made_outside
        ]
        inside = [one for one in self.readers if one in selected]
        for writer in self.writers:
            if writer in selected and writer not in fates.staying:
                self._refuse_if(writer, outside, "and is traced later")
            if writer not in selected and writer not in fates.gone:
                self._refuse_if(writer, inside, "and is not in the step")
        if not is_own:
            writer = next(one for one in self.writers if one in selected and one not in fates.staying)
            if self.readers:
                self._refuse(writer, self.readers[0], "each time that a step is traced")
            if self.block.foreign.reads(self.location):
                self._refuse_change(
                    writer, ", each time that a step is traced; code beside the block reads it"
                )

    def _check_reading(self, step: Step, selected: frozenset[Point]) -> None:
        """Rules 3 and 4, of a step that only looks at the location."""
        fates = self.block.fates
        inside = [one for one in self.readers if one in selected]
        makes, is_own = any(maker in selected for maker in self.makers), self._is_own(selected)
        traced = max(
            (traced_at(self.block.driver, site, step.selected).index for site in step.sites), default=0
        )
        for writer in self.writers:
            if writer in fates.gone or writer in selected - fates.staying:
                continue
            if makes or writer not in fates.staying:
                self._refuse_if(writer, inside, "and is not in the step")
            is_before = writer in fates.staying and writer.index <= traced
            if is_before and not is_own:
                later = [one for one in inside if not _may_follow(writer, one) or _in_one_loop(writer, one)]
                if any(_may_follow(one, writer) for one in later):
                    self._refuse(writer, later[0], "before the step is traced")

    def _is_own(self, selected: frozenset[Point]) -> bool:
        """Whether what a step finds there is of its own making: rule 5."""
        if not any(maker in selected for maker in self.makers):
            return False
        of = self.location.object if isinstance(self.location, Field) else None
        return of is None or not self.block.foreign.may_hold(selected, of)

    def _refuse_if(self, writer: Point, readers: Collection[Point], why: str) -> None:
        reader = next((one for one in readers if one is not writer and _may_follow(writer, one)), None)
        if reader is not None:
            self._refuse(writer, reader, why)

    def _refuse(self, writer: Point, reader: Point, why: str) -> None:
        if reader is writer:
            self._refuse_change(writer, f" that it also reads, {why}")
        else:
            self._refuse_change(writer, f", {why}; line {reader.node.lineno} reads it")

    def _refuse_change(self, writer: Point, why: str) -> None:
        what = _described(self.location, self.block.effects, self.block.driver)
        found = f"`{first_line(writer.node)}`, which changes {what}{why}"
        instead = "another object, or the session on a lower tier"
        refuse(self.block.driver, "SES252", writer.node, found, instead)


def _described(location: Location, effects: Effects, driver: Driver) -> str:
    if isinstance(location, Cell):
        return f"the variable {location.name}"
    node: ast.AST | None = getattr(location.object, "node", None)
    made, line = "an object", getattr(node, "lineno", None)
    if node is not None and line is not None:
        home = effects.file_of(node)
        elsewhere = f" of {home.name}" if home is not None and home != driver.path else ""
        made = f"the object of line {line}{elsewhere}"
    name = getattr(location.object, "name", made)
    return name if location.name[0] in "[*<" else f"{location.name} of {name}"


def _may_follow(first: Point, second: Point) -> bool:
    """Whether a statement may run after another one has."""
    if _functions(first) != _functions(second):
        return True  # functions are called in any order
    return second.index > first.index or _in_one_loop(first, second)


def _in_one_loop(first: Point, second: Point) -> bool:
    return any(
        isinstance(one.node, (ast.For, ast.While)) and one in second.parents
        for one in (*first.parents, first)
    )


def _functions(point: Point) -> list[ast.stmt]:
    return [one.node for one in point.parents if isinstance(one.node, ast.FunctionDef)]
