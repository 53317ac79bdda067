"""What becomes of the runs that initialise variables."""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Fetch, RunSite
from migrate.syntax.closure import closure
from migrate.syntax.savers import restores

from ..datasets.fed_datasets import FedInputs
from ..steps.several_sessions import Start, is_repeated, start_of

_COLLECTIONS = {
    "tf.global_variables_initializer": "",
    "tf.initialize_all_variables": "",
    "tf.local_variables_initializer": "tf.compat.v1.GraphKeys.LOCAL_VARIABLES",
    "tf.initialize_local_variables": "tf.compat.v1.GraphKeys.LOCAL_VARIABLES",
}
_NEW_SESSION = "new_session=True"
_REPORT = "tf.report_uninitialized_variables"


class Initialisers:
    """The initialising runs of a driver.

    Variables start with their initial values when they are made. So a run that initialises them before
    anything else has run goes; a later one, or one in a loop, starts them anew, and so does one in a session
    that has given them values by itself.

    Args:
      driver: where they are.
      sites: all run sites of the driver.
      variables: the name of the store of its variables; empty for a program without any.
      fed: its data sets that are made of what is fed.
      until: gives the first of its statements that runs something by another way than its sites, of those
        that may have run before an initialising one.
      begun: whether something else has given them values before, perhaps those of a checkpoint.
      shared: whether they are on other tasks of a cluster, where no task is to give them values by itself.
      seeded: whether seeds may fix what they begin with.

    Raises:
      Refused: it initialises only some of the variables.
    """

    def __init__(
        self,
        driver: Driver,
        sites: Sequence[RunSite],
        variables: str,
        fed: FedInputs | None = None,
        until: Callable[[Point], int] | None = None,
        *,
        begun: bool = False,
        shared: bool = False,
        seeded: bool = False,
    ) -> None:
        self._driver = driver
        self._seeded = seeded
        self._placed: list[tuple[Point, bool]] = []  # and whether the variables began by it
        self._initialised_at: dict[Point, frozenset[str | Point]] = {}
        self._fed = fed
        self._variables = variables
        self._begun = begun
        self._shared = shared
        others = (site for site in sites if not (site.initialises or site.at_once or site.calls))
        running = [(site.point, _called(driver, site)) for site in others]
        running += [(point, point.index) for point in driver.points if restores(point)]
        self.gone: frozenset[Point] = frozenset()
        self.uses_store: frozenset[Point] = frozenset()
        self.replacements: tuple[Replacement, ...] = ()
        for site in sites:
            if site.initialises and self._reports(site):
                self._report(site)
            elif site.initialises:
                before = [index for point, index in running if not _excludes(point, site.point)]
                first = min(before, default=len(driver.points))
                self._place(site, first if until is None else min(first, until(site.point)))

    def _place(self, site: RunSite, first: int) -> None:
        statement = site.point.node
        if not (isinstance(statement, ast.Expr) and statement.value is site.call):
            self._refuse(site.call, "an initialiser whose result is used", "run it alone")
        is_first = site.point.index < first and not is_repeated(self._driver, site.point)
        is_first &= not (self._begun or self._seeded and self._has_begun(site))
        if self._draws_again(site):
            found = "variables that begin with the same random numbers, in a run for some of them"
            self._refuse(site.call, found, "initialise all of them in one run")
        parts: dict[str, ast.AST] = {f"v{index}": feed.value for index, feed in enumerate(site.feeds)}
        fed = self._arguments(site)
        calls: list[str] = []
        for index, fetch in enumerate(site.fetches):
            if not is_input(fetch) and _starts_input_too(fetch):
                found = "the initialiser of an iterator, among others under one name"
                self._refuse(site.call, found, "list the initialisers where they run")
            if is_input(fetch):
                node = fetch.node.value if isinstance(fetch.node, ast.Attribute) else fetch.node
                parts[f"i{index}"] = node
                calls.append(f"{{i{index}}}.initialize({fed.get(fetch, '')})")
        if self._variables and (self._shared or not is_first):
            is_average = any(point.kind is Kind.AVERAGE for point in self._driver.points)
            if is_average and not self._shared:
                found = "moving averages that start anew, from variables that do so too"
                self._refuse(site.call, found, "initialise once, before the first run")
            keys = [key for key in self._keys(site) if not (is_first and key)]  # a task's own have begun
            told = self._told(site)
            if not is_first:
                self._check_made_last(site)
            for key in keys:
                arguments = ", ".join(one for one in (key, told) if one)
                calls.append(f"{self._variables}.initialize({arguments})")
                told = "" if told == _NEW_SESSION else told  # which begins once
            self.uses_store |= {site.point}
        if calls:
            code = Code("\n".join(dict.fromkeys(calls)), parts, comments_of=statement)
            self.replacements += (Replacement(statement, code),)
        elif is_first and self._stands_alone(site.point):
            self.gone |= {site.point}
        else:
            self.replacements += (Replacement(statement, Code("pass", comments_of=statement)),)
        self._placed.append((site.point, is_first))
        self._initialised_at[site.point] = self._initialised(site)

    def _has_begun(self, site: RunSite) -> bool:
        """Whether a run before it has initialised the same: seeds fix other numbers for the next one."""
        own = self._initialised(site)
        return any(_overlap(own, self._initialised_at[point]) for point in self._before(site))

    def _draws_again(self, site: RunSite) -> bool:
        """Whether an earlier run has drawn the numbers of some variables that this one draws for others."""
        before = self._before(site)
        parts = self._initialised(site).union(*(self._initialised_at[one] for one in before))
        is_for_some = any(isinstance(one, Point) for one in parts)
        return bool(before) and is_for_some and self._shares_draws

    def _before(self, site: RunSite) -> list[Point]:
        """The initialising runs that may have come before one."""
        return [point for point, _ in self._placed if not _excludes(point, site.point)]

    @functools.cached_property
    def _shares_draws(self) -> bool:
        """Whether several variables begin with what is computed of one random operation."""

        def computed_of(point: Point) -> Iterator[Point]:
            return (one for one in point.sources if one.kind is not Kind.STATE)

        made = [point for point in self._driver.points if point.kind is Kind.STATE]
        every = (one for point in made for one in closure(computed_of(point), computed_of))
        drawn = Counter(one for one in every if Role.DRAW in one.roles)
        return any(count > 1 for count in drawn.values())

    def _initialised(self, site: RunSite) -> frozenset[str | Point]:
        """What a run initialises: the symbols of whole collections, and what makes single variables."""
        fetches = [fetch for fetch in site.fetches if not is_input(fetch)]
        symbols = {symbol for fetch in fetches for symbol in self._symbols(fetch) if symbol in _COLLECTIONS}
        single = [fetch for fetch in fetches if symbols.isdisjoint(self._symbols(fetch))]
        made = (point for fetch in single for points in fetch.sources.values() for point in points)
        return frozenset({*symbols, *made})

    def _told(self, site: RunSite) -> str:
        """What a call that initialises is told: seeds fix other numbers for each run of a session."""
        if self._shared or not self._seeded:
            return ""
        start = start_of(self._driver, site.point, [point for point, _ in self._placed])
        if start is Start.UNKNOWN:
            found = "an initialiser with seeds, which may be the first of a session or not"
            self._refuse(site.call, found, "initialise once in each session")
        if start is Start.FIRST:
            return _NEW_SESSION
        return "again=True" if any(is_first for _, is_first in self._placed) else ""

    def _check_made_last(self, site: RunSite) -> None:
        """What initialises all variables again does so to all that there were where it was made."""
        whole = [fetch for fetch in site.fetches if not _COLLECTIONS.keys().isdisjoint(self._symbols(fetch))]
        made = [one.index for fetch in whole for points in fetch.sources.values() for one in points]
        for point in self._driver.points if made else ():
            makes = point.roles & MAKING_VARIABLES or point.kind is Kind.APPLY or point.gives
            if makes and point.index > min(made):
                found = "an initialiser that is run again, of the variables in front of this"
                self._refuse(point.node, found, "make it behind all variables")

    def _reports(self, site: RunSite) -> bool:
        """Whether a run asks which variables have no values yet."""
        return any(_REPORT in self._symbols(fetch) for fetch in site.fetches)

    def _report(self, site: RunSite) -> None:
        if not self._shared:
            found = "what tells which variables have no values yet, which they have since they were made"
            self._refuse(site.call, found, "initialise without asking")
        calls = [node for fetch in site.fetches for node in self._calls(fetch)]
        is_plain = all(
            self._driver.tensorflow(node.func) == _REPORT and not (node.args or node.keywords)
            for node in calls
        )
        if site.several or len(calls) != 1 or not is_plain or site.feeds:
            self._refuse(site.call, "what tells which of some variables have no values yet", "ask for all")
        self.replacements += (
            Replacement(site.call, Code(f"{self._variables}.report_uninitialized_variables()")),
        )
        self.uses_store |= {site.point}

    def _symbols(self, fetch: Fetch) -> list[str]:
        """The symbols of TensorFlow that a fetch calls, or what it is made of does."""
        return [self._driver.tensorflow(node.func) or "" for node in self._calls(fetch)]

    def _calls(self, fetch: Fetch) -> Iterator[ast.Call]:
        roots: list[ast.AST] = [fetch.node]
        roots += [point.node for points in fetch.sources.values() for point in points]
        return (node for root in roots for node in nodes_of(root) if isinstance(node, ast.Call))

    def _stands_alone(self, point: Point) -> bool:
        """Whether it is under no condition or loop of its function, which could be empty without it.

        Nor under a `with` that is Python's own, which stays as it is.
        """
        if any(Context.HOST in parent.contexts for parent in point.parents):
            return False
        callee = self._driver.callee(point)
        if callee is None and _is_in_chosen_session(point):
            return True
        return point.is_straight if callee is None else point.is_straight_within(callee.point)

    def _arguments(self, site: RunSite) -> dict[Fetch, str]:
        """What each initialiser of an iterator is fed, as arguments: all of the data set that it needs."""
        wanted = {
            fetch: self._fed.parameters(fetch) if self._fed is not None else ()
            for fetch in site.fetches
            if is_input(fetch)
        }
        wanted = {fetch: parameters for fetch, parameters in wanted.items() if parameters}
        needed = {point for parameters in wanted.values() for point in parameters}
        if not needed <= site.fed <= needed | site.needless:
            found = "an initialiser that is fed something else than the data set needs"
            self._refuse(site.call, found, "feed the placeholders of the data set")
        is_plain = all(isinstance(feed.value, (ast.Name, ast.Constant)) for feed in site.feeds)
        if any(feed.placeholder is None for feed in site.feeds) or site.feed_name is not None:
            self._refuse(site.call, "an initialiser that is fed by a dictionary", "write the dictionary here")
        if len(wanted) > 1 and not is_plain:
            self._refuse(site.call, "several initialisers that are fed at once", "run them one by one")
        callee = self._driver.callee(site.point)
        if wanted and callee is not None and callee.handed:
            self._refuse(site.call, "an initialiser fed in a function that is handed it", "run it here")
        return {fetch: _in_order(site, parameters) for fetch, parameters in wanted.items()}

    def _keys(self, site: RunSite) -> Iterator[str]:
        """The collections of variables that a run initialises, as arguments."""
        for fetch in site.fetches:
            if is_input(fetch):
                continue
            found = [_COLLECTIONS[symbol] for symbol in self._symbols(fetch) if symbol in _COLLECTIONS]
            if not found:
                why = "what initialises variables again, for some of them or made elsewhere"
                self._refuse(site.call, why, "make it in this block, for all of them")
            yield from found

    def _refuse(self, node: ast.AST, found: str, instead: str) -> None:
        raise Refused("SES215", self._driver.path_of(node), node, found, instead)


def _overlap(one: frozenset[str | Point], other: frozenset[str | Point]) -> bool:
    """Whether two runs may initialise the same variable: each is in a collection, and may be in a list."""
    made = [{part for part in each if isinstance(part, Point)} for each in (one, other)]
    lists = any(part.kind is not Kind.STATE for each in made for part in each)
    is_in_collection = made[0] and made[1] != other or made[1] and made[0] != one
    return bool(one & other or lists or is_in_collection)


def _excludes(point: Point, other: Point) -> bool:
    """Whether of two statements of a block one at most runs, in different branches of a condition."""
    around = [one for one in point.parents if one in other.parents]
    node = around[-1].node if around else None
    if any(isinstance(one.node, (ast.For, ast.While, ast.FunctionDef)) for one in around):
        return False
    if not isinstance(node, ast.If):
        return False
    branches = {_in_first_branch(one, around[-1]) for one in (point, other)}
    return len(branches) == 2


def _in_first_branch(point: Point, condition: Point) -> bool:
    assert isinstance(condition.node, ast.If)
    path = [*point.parents, point]
    return path[path.index(condition) + 1].node in condition.node.body


def _is_in_chosen_session(point: Point) -> bool:
    """Whether it stands directly in a session that a branch of a condition opens."""
    around = point.parents[-1] if point.parents else None
    opens = around is not None and Context.LIFECYCLE in around.contexts
    return opens and all(isinstance(one.node, (ast.With, ast.If)) for one in point.parents)


def _starts_input_too(fetch: Fetch) -> bool:
    """Whether an initialiser is made of that of an iterator, too."""
    fetched = (point for points in fetch.sources.values() for point in points)
    made_of = closure(fetched, lambda point: point.sources if point.kind is Kind.INITIALIZER else ())
    return any(point.kind is Kind.DATA for point in made_of)


def _in_order(site: RunSite, parameters: Sequence[Point]) -> str:
    """The values that are fed for some placeholders, in the order in which they are computed."""
    every = ((index, feed.placeholder) for index, feed in enumerate(site.feeds))
    fed = [(index, point) for index, point in every if point in parameters]
    if [point for _, point in fed] == list(parameters):
        return ", ".join(f"{{v{index}}}" for index, _ in fed)
    return ", ".join(f"{min(point.defines)}={{v{index}}}" for index, point in fed if point is not None)


def is_input(fetch: Fetch) -> bool:
    """Whether it starts an iterator, and no variable."""
    found = {point.kind for points in fetch.sources.values() for point in points}
    return found == {Kind.DATA}


def _called(driver: Driver, site: RunSite) -> int:
    """Where a site runs at the earliest: inside a function of the block, where that is first used."""
    if driver.callee(site.point) is not None:
        return site.point.index
    function = next((one for one in site.point.parents if isinstance(one.node, ast.FunctionDef)), None)
    if function is None:
        return site.point.index
    inside = set(driver.under(function.node))
    return min(
        (one.index for one in driver.points if function in one.sources and one not in inside),
        default=len(driver.points),
    )
