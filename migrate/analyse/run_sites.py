"""The calls in a driver that run the graph: what each fetches, and what it feeds."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NoReturn

from migrate.model.facts import (
    COLLECTIONS,
    SLOTS,
    SUMMARIES,
    VARIABLES,
    WITHOUT_VALUE,
    Driver,
    Feed,
    Fetch,
    Handed,
    Kind,
    Obstacle,
    Point,
    Role,
    RunSite,
)
from migrate.model.refusal import Refused
from migrate.syntax.feeds import given_entries

from .callees import is_all_handed, sources_in, translated
from .feeds import Entry, ways_to_make
from .names import bound_around
from .sessions import assigned, is_load, is_run, is_session, is_session_run, reads_step
from .tree import Tree


def run_sites(tree: Tree, driver: Driver) -> Iterator[RunSite]:
    """Every call in the driver that runs the graph, in the order of the text.

    Raises:
      Refused: fetches or feeds of a form that is not followed.
    """
    for point in driver.points:
        if point.kind is Kind.RUN:
            for node in (inner for root in point.own_nodes for inner in ast.walk(root)):
                if is_run(driver.bindings_at(point), point, node):
                    yield _Reader(tree, driver, point).read(node)


# What an expression finds in the graph, whatever its names are, and what it must not add to it.
_READS = {
    Role.READS_COLLECTION: COLLECTIONS,
    Role.READS_VARIABLES: VARIABLES,
    Role.READS_SUMMARIES: SUMMARIES,
}
_MAKES = frozenset(
    {
        Role.PLACEHOLDER,
        Role.SHARED_VARIABLE,
        Role.OWN_VARIABLE,
        Role.OPTIMIZER,
        Role.TENSOR_OPTIMIZER,
        Role.LAYER,
        Role.METRIC,
        Role.COLLECTS,
        Role.SUMMARY,
        Role.OBJECT,
    }
)


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point) -> None:
        self._tree = tree
        self._driver = driver
        self._point = point
        self._bindings = driver.bindings_at(point)
        self._handed = handed_at(driver, point)
        self._bound = frozenset[str]()
        self._obstacle: Refused | None = None

    def read(self, call: ast.AST) -> RunSite:
        assert isinstance(call, ast.Call)
        self._bound = bound_around(self._point.own_nodes, call)
        assignment = self._assignment(call)
        if assignment is not None:
            return assignment
        arguments = self._arguments(call)
        for option in ("options", "run_metadata"):
            if option in arguments and not _is_none(arguments[option]):
                self._refuse(call, f"Session.run with {option}=", "profile the step with tf.profiler")
        if "fetches" not in arguments:
            self._refuse(call, "Session.run without fetches", "name what to fetch")
        written = arguments["fetches"]
        self._check_handed(self._point, written)
        fetched = translated(written, self._handed)
        several = isinstance(fetched, (ast.List, ast.Tuple))
        nodes = fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched]
        fetches = tuple(fetch for node in nodes for fetch in self._fetches(node))
        fed = arguments.get("feed_dict")
        feeds, feed_keys = self._feeds(fed)
        return RunSite(
            self._point,
            call,
            written,
            fetched,
            fetches,
            several,
            feeds,
            fed if feed_keys else None,
            feed_keys,
            self._reads_step(call),
            self._obstacle,
        )

    def _assignment(self, call: ast.Call) -> RunSite | None:
        """A call that gives a variable a Python value, if it does nothing else."""
        assert isinstance(call.func, ast.Attribute)
        bindings, point = self._bindings, self._point
        if is_load(point, call):
            assert isinstance(call.func.value, ast.Name)
            return self._assigning(call, call.func.value, call.func.value, call.args[0])
        if is_session_run(point, call):
            written = call.args[0] if len(call.args) == 1 and not call.keywords else None
        else:
            written = call.func.value
        inner = written.value if isinstance(written, ast.Attribute) and written.attr == "op" else written
        found = assigned(bindings, point, inner) if inner is not None else None
        is_alone = isinstance(point.node, ast.Expr) and point.node.value is call
        if found is None or written is None or not is_alone:
            return None
        return self._assigning(call, written, *found)

    def _assigning(self, call: ast.Call, written: ast.expr, variable: ast.Name, value: ast.expr) -> RunSite:
        if self._driver.callee(self._point) is not None:
            self._refuse(call, "a variable that a function gives a value", "give it where it is made")
        return RunSite(self._point, call, written, written, (), False, (), assigns=(variable, value))

    def _reads_step(self, call: ast.Call) -> bool:
        return reads_step(self._bindings, call)

    def _arguments(self, call: ast.Call) -> dict[str, ast.expr]:
        names: tuple[str, ...] = ("fetches", "feed_dict", "options", "run_metadata")
        given: list[ast.expr] = list(call.args)
        if self._reads_step(call):
            names = ("session", "fetches")
        elif not is_session_run(self._point, call):
            assert isinstance(call.func, ast.Attribute)
            names = ("fetches", "feed_dict", "session")
            given.insert(0, call.func.value)
        arguments = dict(zip(names, given, strict=False))
        arguments |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
        if "session" in arguments and not is_session(self._point, arguments["session"]):
            self._refuse(call, "a session that is not opened here", "open it in this block")
        return arguments

    def _fetches(self, node: ast.expr) -> Iterator[Fetch]:
        """The values that one element of the fetches stands for."""
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            self._refuse(node, "a fetch by name", "fetch the tensor itself")
        if isinstance(node, (ast.List, ast.Tuple)):
            self._only_pruned(node, "a nested fetch")
            for element in node.elts:
                yield from self._fetches(element)
        elif isinstance(node, ast.Dict):
            self._only_pruned(node, "a dictionary of fetches")
            for value in node.values:
                yield from self._fetches(value)
        elif isinstance(node, ast.Starred):
            self._only_pruned(node, "a list of fetches in a list")
            yield self._fetch(node.value)
        else:
            yield self._fetch(node)

    def _fetch(self, node: ast.expr) -> Fetch:
        sources = self._sources(node, self._handed, self._point)
        if self._bound & sources.keys():
            self._refuse(node, f"{min(self._bound & sources.keys())}, another value each time", "feed it")
        kinds = {point.kind for points in sources.values() for point in points}
        if isinstance(node, ast.Name) and len({kind in WITHOUT_VALUE for kind in kinds}) > 1:
            self._only_pruned(node, f"{node.id}, which is an operation or a tensor")
        if isinstance(node, ast.Name) and any(
            point.holds_several and point.kind not in WITHOUT_VALUE
            for points in sources.values()
            for point in points
        ):
            self._only_pruned(node, f"{node.id}, which is a list or dictionary of fetches")
        if isinstance(node, ast.Attribute) and Kind.STATE in kinds:
            self._refuse(node, "an attribute of a variable", "fetch the variable")
        if isinstance(node, ast.Name) and any(node.id in one.initialises for one in sources.get(node.id, ())):
            kinds = {Kind.INITIALIZER}
        for inner in ast.walk(node):
            roles, obstacles = self._called(inner)
            if Role.INITIALIZER in roles or _starts_input(node, kinds):
                kinds = {Kind.INITIALIZER}
            elif any(not obstacle.effect for obstacle in obstacles):
                self._refuse(node, obstacles[0].what, "build it before the run")
            elif obstacles:
                self._only_pruned(node, obstacles[0].what)
            elif roles & _MAKES:
                self._refuse(node, "a fetch that adds to the graph", "build it before the run")
            else:
                self._find(node, inner, roles, sources)
        return Fetch(node, sources, frozenset(kinds))

    def _find(
        self, node: ast.expr, inner: ast.AST, roles: Set[Role], sources: dict[str, frozenset[Point]]
    ) -> None:
        """Note what a fetch finds in the graph by a node of it, where it lists what is there."""
        found = {_READS[role] for role in roles & _READS.keys()}
        of_variables = isinstance(inner, ast.Attribute) and inner.attr.endswith("VARIABLES")
        if VARIABLES in found or of_variables:
            found |= {VARIABLES, SLOTS}
            self._only_pruned(node, "variables that are listed where they are fetched")
        elif found and inner is node:
            self._only_pruned(node, "a list of what the graph has, which is fetched")
        sources |= {state: self._point.reaching.get(state, frozenset()) for state in found}

    def _sources(
        self, node: ast.expr, handed: Mapping[str, Handed], at: Point
    ) -> dict[str, frozenset[Point]]:
        sources = sources_in(node, handed, at.uses)
        if sources is None:
            self._refuse(node, "a name that a function has for something else", "use another name there")
        return sources

    def _called(self, node: ast.AST) -> tuple[frozenset[Role], Sequence[Obstacle]]:
        """What a node of a fetch does to the graph, itself or in a function of the program that it names."""
        role, obstacles = self._tree.call_role(self._driver.bindings, node)
        function = self._tree.function(self._driver.bindings, node)
        own = frozenset({role}) if role is not None else frozenset[Role]()
        if function is None:
            return own, obstacles
        summary = self._tree.summary(function)
        return own | summary.roles, [*obstacles, *summary.obstacles]

    def _feeds(self, node: ast.expr | None) -> tuple[tuple[Feed, ...], tuple[tuple[ast.expr, str], ...]]:
        """What is fed, and the keys of all dictionaries that may do so."""
        if node is None or _is_none(node):
            return (), ()
        if isinstance(node, ast.Dict):
            return self._made(_entries(self._point, node)), ()
        ways = [[(entry, self._feed(*entry)) for entry in way] for way in self._ways(node)]
        feeds = [tuple({_key(feed): feed for _, feed in way}.values()) for way in ways]
        fed = {frozenset(map(_key, way)) for way in feeds}
        if len(fed) > 1:
            self._refuse(node, "dictionaries that feed other placeholders each time", "feed all in each")
        if len(ways) > 1 and any(feed.placeholder is None for feed in feeds[0]):
            self._refuse(node, "several dictionaries that feed parts of the graph", "feed placeholders")
        written = {entry[1]: ast.unparse(feed.key) for way in ways for entry, feed in way}
        return feeds[0], tuple((key, name) for key, name in written.items() if key is not None)

    def _ways(self, node: ast.expr) -> list[list[Entry]]:
        """What may be in the dictionary that a name stands for, or that a function gives."""
        ways = self._given(self._point, node)
        if isinstance(node, ast.Name):
            ways = ways_to_make(node.id, self._point, self._given)
        if not ways:
            self._refuse(
                node, "a feed_dict that is not a literal", "feed a dictionary literal of placeholders"
            )
        return ways

    def _given(self, at: Point, call: ast.expr) -> list[list[Entry]] | None:
        """What may be in the dictionary that a function gives, which a point calls."""
        callee = next((one for one in self._driver.callees if call in one.calls), None)
        function = callee.point if callee is not None else None
        if function is None and isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            sources = at.uses.get(call.func.id, frozenset())
            function = next(iter(sources)) if len(sources) == 1 and all(map(_gives_feed, sources)) else None
        if function is None or not isinstance(function.node, ast.FunctionDef):
            return None
        given = given_entries(function.node)
        return None if given is None else [[(function, *entry) for entry in way] for way in given]

    def _made(self, entries: Iterable[Entry]) -> tuple[Feed, ...]:
        return tuple(self._feed(*entry) for entry in entries)

    def _feed(self, at: Point, written: ast.expr | None, value: ast.expr) -> Feed:
        """One entry of a dictionary; `at` is where it is made, which may be in another function."""
        handed = handed_at(self._driver, at)
        if written is None or isinstance(written, (ast.Constant, ast.JoinedStr)):
            self._refuse(
                written or value, "a feed by name, or of another dictionary", "feed the placeholder itself"
            )
        self._check_handed(at, written)
        key = translated(written, handed)
        sources = self._sources(key, handed, at)
        found = {source for points in sources.values() for source in points}
        if isinstance(key, ast.Name) and len(found) == 1 and next(iter(found)).kind is Kind.PLACEHOLDER:
            return Feed(key, value, sources, next(iter(found)))
        if not found:
            self._refuse(written, "a feed of something that this block does not define", "define it here")
        self._only_pruned(written, f"{ast.unparse(written)} fed, which is not a placeholder of this block")
        return Feed(key, value, sources)

    def _check_handed(self, at: Point, node: ast.expr) -> None:
        """What a function of another module fetches or feeds is all from here: a step has no other names."""
        is_own = self._driver.bindings_at(at) is self._driver.bindings
        if not is_own and not is_all_handed(node, handed_at(self._driver, at)):
            self._refuse(node, "more than a function of another module is handed", "hand it over")

    def _only_pruned(self, node: ast.AST, found: str) -> None:
        """Note that only a step that runs what it returns, and nothing else, can do this."""
        if self._obstacle is None:
            path, instead = self._driver.path_of(node), "fetch a flat list, feed placeholders"
            self._obstacle = Refused("SES203", path, node, found, instead, effect=True)

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("SES203", self._driver.path_of(node), node, found, instead)


def handed_at(driver: Driver, point: Point) -> Mapping[str, Handed]:
    """What the names of the code at a point stand for, where a function is handed them."""
    own = next((one for one in driver.callees if one.point is point), None)
    callee = own or driver.callee(point)
    return callee.known if callee is not None else {}


def _entries(at: Point, dictionary: ast.Dict) -> Iterator[Entry]:
    return ((at, key, value) for key, value in zip(dictionary.keys, dictionary.values, strict=True))


def _key(feed: Feed) -> object:
    return feed.placeholder or ast.dump(feed.key)


def _gives_feed(point: Point) -> bool:
    return point.kind is Kind.FEED and isinstance(point.node, ast.FunctionDef)


def _starts_input(node: ast.expr, kinds: set[Kind]) -> bool:
    """Whether it is `iterator.initializer`, or what `iterator.make_initializer(…)` gave."""
    is_initializer = (
        isinstance(node, ast.Name) or isinstance(node, ast.Attribute) and node.attr == "initializer"
    )
    return is_initializer and kinds == {Kind.DATA}


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
