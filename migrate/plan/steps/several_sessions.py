"""Several sessions of one graph: each had state of its own, and steps have one set of it."""

from __future__ import annotations

import ast
import enum
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product

from migrate.model.driver import Driver, Point
from migrate.model.effects import Effects, executed
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.model.runs import RunSite
from migrate.syntax.branches import are_alternatives
from migrate.syntax.closure import closure
from migrate.syntax.repeating import repeated
from migrate.syntax.servers import SESSIONS

from ..statements.objections import first_line


def check_sessions(driver: Driver, effects: Effects | None) -> None:
    """No session is used after another one was opened: then each begins where the one before has ended.

    Raises:
      Refused: two sessions are in use at the same time.
    """
    opened = [point for point in driver.points if point.opens_session]
    for point in opened:
        if sum(_opens(driver, node) for node in point.nodes) > 1:
            object_to(_beside(driver, point, f"`{first_line(point.node)}`, which opens two sessions"))
    if len(opened) < 2:
        return
    moments = _Moments(driver, effects)
    for point, name, sources in session_uses(driver):
        held = driver.has_methods and name.startswith("self.")
        own = sessions_opened(sources)
        for other in opened:
            if other in own or all(_takes_name(driver, other, source) for source in sources):
                continue
            if held or any(moments.is_between(one, other, point) for one in own):
                object_to(_beside(driver, point, f"{name}, a session that is used beside another one"))


def _opens(driver: Driver, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and driver.bindings.tensorflow(node.func) in SESSIONS


def _beside(driver: Driver, point: Point, found: str) -> Refused:
    return Refused("SES215", driver.path, point.node, found, "one session after the other")


class _Moments:
    """When statements of a driver run, as a function of it sees that: themselves, or in what it calls."""

    def __init__(self, driver: Driver, effects: Effects | None) -> None:
        self._effects = effects
        self._frames = {point: _frame(driver, point) for point in driver.points}
        self._running: dict[Point, Collection[ast.AST]] = {}

    def is_between(self, own: Point, other: Point, point: Point) -> bool:
        """Whether another session may be opened behind one, and before a statement that uses that."""
        frame = self._frames[own]
        uses = self._of(point, frame)
        if not uses:  # what opened it gave it to others
            frame = self._frames[point]
            uses = [point]
        begun = self._of(own, frame)
        return any(
            any(one.index < at.index for one in begun)
            and (at.index <= use.index or _comes_round(at, use, begun))
            for at in self._of(other, frame)
            for use in uses
        )

    def _of(self, point: Point, frame: ast.AST) -> Sequence[Point]:
        inner = self._frames[point]
        if inner is frame:
            return [point]
        return [one for one, home in self._frames.items() if home is frame and self._runs(one, inner)]

    def _runs(self, point: Point, function: ast.AST) -> bool:
        if self._effects is None or not self._effects.known:  # too large: it has no steps anyway
            return False
        if point not in self._running:
            self._running[point] = self._effects.reached(executed(point.node))
        return function in self._running[point]


def _frame(driver: Driver, point: Point) -> ast.AST:
    """The function, or what else the block is, that a statement stands in."""
    around = [one.node for one in point.parents if isinstance(one.node, ast.FunctionDef)]
    return around[-1] if around else driver.method_of(point) or driver.owner


def restarted_input(
    driver: Driver, moved: Collection[Point], sites: Collection[RunSite], *, is_alone: bool
) -> frozenset[Point]:
    """The sessions that are opened before which the input of steps begins with its first element again.

    `moved` are the statements of the steps, `sites` all runs: one that evaluates each checkpoint that comes
    starts its input anew by itself. `is_alone` tells that the steps are of one device of one process.

    Raises:
      Refused: an input, or random numbers, would go on where the last session has left them.
    """
    sessions = [point for point in driver.points if point.opens_session]
    opened = [*sessions, *(point for point in driver.points if Role.LOOP in point.roles)]
    several = any(is_repeated(driver, one) for one in opened) or not _are_alternatives(driver, opened)
    if not several and not any(site.looped is not None and site.looped.repeats for site in sites):
        return frozenset()
    pulling = [point for point in driver.points if point in moved and Role.INPUT in point.roles]
    is_followed = is_alone and sessions == opened and not (driver.has_methods or driver.takes or driver.gives)
    for point in driver.points:
        is_queue = Role.DATA not in point.roles and not point.uses_kind(Kind.DATA)
        is_kept = point in pulling and not (is_followed and is_queue)
        if several and (is_kept or point.kind is Kind.DATA and _starts_itself(point)):
            found = "an input that starts anew in each session, of several that are opened"
            object_to(Refused("SES215", driver.path, point.node, found, "open one session for all runs"))
        if point in moved and Role.STREAM in point.roles:
            found = "random numbers with a seed, which begin anew in each session, of several that are opened"
            object_to(Refused("SES215", driver.path, point.node, found, "open one session for all runs"))
    return frozenset(sessions) if several and pulling else frozenset()


def _are_alternatives(driver: Driver, points: Sequence[Point]) -> bool:
    """Whether of some statements, none of which runs twice, conditions let one at most run."""
    tree, ways = driver.bindings.module.tree, [_way_to(driver, one) for one in points]
    return all(
        any(are_alternatives(tree, pair) for pair in product(one, other))
        for one, other in combinations(ways, 2)
    )


def _way_to(driver: Driver, point: Point) -> list[ast.AST]:
    """A statement, and those that call the functions in which it stands."""
    callee = driver.callee(point)
    calls = callee.calls.values() if callee is not None else ()
    return [point.node, *(node for at in calls for node in _way_to(driver, at))]


def _starts_itself(point: Point) -> bool:
    """Whether it makes an iterator that no run initialises."""
    nodes = (node for root in (*point.own_nodes, *point.described_in) for node in nodes_of(root))
    return any(isinstance(node, ast.Attribute) and node.attr == "make_one_shot_iterator" for node in nodes)


class Start(enum.Enum):
    """Which run of its session something is."""

    FIRST = "the first of another session than those before"
    LATER = "a later one, or of the only session"
    UNKNOWN = "the one or the other"


def start_of(driver: Driver, point: Point, before: Collection[Point]) -> Start:
    """Which run of an initialiser a statement is in its session, behind other such statements."""
    opened = [one for one in driver.points if one.opens_session]
    if len(opened) < 2 and not any(is_repeated(driver, one) for one in opened):
        return Start.LATER
    own = _sessions_of(point)
    if len(own) != 1:
        return Start.UNKNOWN
    (session,) = own
    if any(_sessions_of(one) == own for one in before):
        return Start.LATER
    between = [parent for parent in point.parents if parent not in session.parents]
    is_straight = all(isinstance(parent.node, (ast.With, ast.If)) for parent in between)
    in_one = driver.callee(point) is driver.callee(session)
    return Start.FIRST if is_straight and in_one else Start.UNKNOWN


def _sessions_of(point: Point) -> frozenset[Point]:
    return frozenset(one for sources in point.uses.values() for one in sessions_opened(sources))


def is_repeated(driver: Driver, point: Point) -> bool:
    """Whether a statement may run more than once."""
    callee = driver.callee(point)
    around = [parent for parent in point.parents if callee is None or parent is not callee.point]
    if any(isinstance(parent.node, (ast.For, ast.While, ast.FunctionDef)) for parent in around):
        return True
    calls = list(callee.calls.items()) if callee is not None else []
    return len(calls) > 1 or any(
        is_repeated(driver, at) or call in set(repeated(at.node)) for call, at in calls
    )


def _takes_name(driver: Driver, other: Point, one: Point) -> bool:
    """Whether a session gets the name that one had before: functions have names for themselves."""
    names = other.defines & one.defines
    in_one = _frame(driver, other) is _frame(driver, one)
    return any(in_one or name.startswith("self.") for name in names)


def session_uses(driver: Driver) -> Iterator[tuple[Point, str, Collection[Point]]]:
    """The sessions that each statement uses, by their names, or passes on, and where these were given."""
    yield from _uses(driver)
    yield from _passed(driver)


def _uses(driver: Driver) -> Iterator[tuple[Point, str, Collection[Point]]]:
    """The sessions that each statement uses, by their names, and where these were given."""
    for point in driver.points:
        for name, sources in sorted(point.uses.items()):
            if sessions_opened(sources):
                yield point, name, sources


def _passed(driver: Driver) -> Iterator[tuple[Point, str, Collection[Point]]]:
    """Those that statements pass to functions, which may be passed others elsewhere."""
    for callee in driver.callees:
        for call, sources in callee.sessions.items():
            if sessions_opened(sources):
                yield callee.calls[call], f"{callee.node.name}(), which is passed", sources


def sessions_opened(sources: Collection[Point]) -> frozenset[Point]:
    """Where the sessions were opened that some statements open, or give other names."""

    def naming(point: Point) -> Collection[Point]:
        return point.sources if point.kind is Kind.SESSION and not point.opens_session else ()

    return frozenset(one for one in closure(sources, naming) if one.opens_session)


def _comes_round(other: Point, point: Point, own: Collection[Point]) -> bool:
    """Whether a loop runs the statement again after the other session was opened in it."""
    loops = {one for one in point.parents if isinstance(one.node, (ast.For, ast.While))}
    around_own = frozenset[Point]().union(*(one.parents for one in own))
    return bool((loops & set(other.parents)) - around_own)
