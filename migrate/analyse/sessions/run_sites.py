"""The calls in a driver that run the graph: what each fetches, and what it feeds."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import NoReturn

from migrate.model.driver import Driver, Obstacle, Point
from migrate.model.kinds import COLLECTIONS, SLOTS, SUMMARIES, VARIABLES, WITHOUT_VALUE, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Feed, Fetch, Monitored, RunSite
from migrate.syntax.arguments import is_none
from migrate.syntax.rebuilding import rebuilt
from migrate.syntax.servers import TOKENS

from ..cluster.sync_replicas import takes_only
from ..cluster.tasks import refuse
from ..expressions.made_variables import asks_made
from ..expressions.value_kinds import ValueKinds
from ..functions.parameters import check_handed, handed_at, sources_at, translated
from ..names.uses import bound_around, names_of
from ..program.initialisers import made_initialisers
from ..program.tree import Tree
from .constant_runs import at_once
from .evaluation_calls import evaluates, evaluation_sites
from .feed_reader import FeedReader
from .fetched_structures import may_be_structure
from .looping_calls import looped_fetch, looped_site
from .monitored_session import monitored_session, monitored_site
from .session_uses import (
    assigned,
    assignment,
    is_load,
    is_python,
    is_run,
    is_session,
    is_session_run,
    loops,
    reads_step,
)
from .sparse_fetches import may_be_sparse
from .variable_listing_runs import read_each


def run_sites(tree: Tree, driver: Driver) -> Iterator[RunSite]:
    """Every call in the driver that runs the graph, in the order of the text.

    Raises:
      Refused: fetches or feeds of a form that is not followed.
    """
    monitored = monitored_session(tree, driver)
    outside = {run.within: run for run in (driver.takes.outside if driver.takes is not None else ())}
    for point in driver.points:
        if point.kind is Kind.RUN:
            for node in point.nodes:
                if is_run(driver.bindings_at(point), point, node) and node not in tree.outside:
                    if isinstance(node, ast.Call) and evaluates(driver, point, node):
                        yield from _evaluation(tree, driver, point, node, monitored)
                        continue
                    site = _Reader(tree, driver, point).read(node)
                    if monitored is None and loops(driver.bindings_at(point), site.call):
                        site = looped_site(tree, driver, site)
                    elif monitored is not None:
                        site = monitored_site(driver, monitored, site)
                    run = outside.get(node) if isinstance(node, ast.Call) else None
                    if run is not None and site.open and not run.giving:
                        raise site.obstacle or AssertionError
                    yield replace(site, outside=run) if run is not None else site


def _evaluation(
    tree: Tree, driver: Driver, point: Point, call: ast.Call, monitored: Monitored | None
) -> Iterator[RunSite]:
    if monitored is not None:
        refuse(driver, call, "a session beside one with hooks")

    def read(fetched: ast.expr) -> RunSite:
        return _Reader(tree, driver, point).read_fetched(call, fetched)

    yield from evaluation_sites(tree, driver, point, call, read)


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
        Role.EDITS_COLLECTION,
        Role.SUMMARY,
        Role.OBJECT,
    }
)


_CALLS = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)  # which go with the run, or may not
_TRACING = ("options", "run_metadata")
# What sessions did, or told of their runs, beside what ran in them.
_NOT_TOLD = frozenset({"cost_graph", "partition_graphs", "timeout_in_ms"})


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point) -> None:
        self._tree = tree
        self._driver = driver
        self._point = point
        self._bindings = driver.bindings_at(point)
        self._handed = handed_at(driver, point)
        self._bound = frozenset[str]()
        self._obstacle: Refused | None = None
        self._feeds = FeedReader(tree, driver, point)
        self._raises = False

    def read(self, call: ast.AST) -> RunSite:
        assert isinstance(call, ast.Call)
        self._bound = bound_around(self._point.own_nodes, call)
        if loops(self._bindings, call):
            fetched = looped_fetch(call)
            if fetched is None:
                self._refuse(call, "a loop without what it runs", "name it")
            return self.read_fetched(call, fetched)
        assignment = self._assignment(call)
        if assignment is not None:
            return assignment
        arguments = self._arguments(call)
        traced = self._traced(call, arguments)
        arguments = {name: value for name, value in arguments.items() if name not in _TRACING}
        if "fetches" not in arguments:
            self._refuse(call, "Session.run without fetches", "name what to fetch")
        written = arguments["fetches"]
        if set(arguments) == {"fetches"} and takes_only(self._bindings, self._point, written, TOKENS):
            return RunSite(self._point, call, written, written, (), False, (), calls=True)
        computed = read_each(self._driver, self._point, written)
        computed = computed or at_once(self._tree, self._driver, self._point, written)
        if computed and "feed_dict" not in arguments:
            several = isinstance(written, (ast.List, ast.Tuple))
            return RunSite(self._point, call, written, written, (), several, (), at_once=computed)
        giving = self._giving(call, written) if set(arguments) == {"fetches"} else None
        if giving is not None:
            return giving
        fetched = translated(written, self._handed)
        several = isinstance(fetched, (ast.List, ast.Tuple))
        if set(arguments) == {"fetches"} and _gives_handles(self._point, fetched):
            handles = tuple(written.elts) if isinstance(written, (ast.List, ast.Tuple)) else (written,)
            return RunSite(self._point, call, written, fetched, (), several, (), at_once=handles)
        nodes = fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched]
        fetches = tuple(fetch for node in nodes for fetch in self._fetches(node))
        if any(fetch.kinds != {Kind.INITIALIZER} for fetch in fetches):
            check_handed(self._driver, self._point, written)
            for fetch in fetches:
                if Kind.INITIALIZER in fetch.kinds:
                    self._refuse(fetch.node, "an initialiser among other fetches", "run it alone")
        fed = arguments.get("feed_dict")
        feeds, feed_keys = self._feeds.read(fed)
        site = RunSite(
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
            self._obstacle or self._feeds.obstacle,
            raises=self._raises,
            open=self._feeds.is_open,
            traced=traced,
        )
        return replace(site, needless=self._needless(site)) if site.initialises and feeds else site

    def _needless(self, site: RunSite) -> frozenset[Point]:
        """The placeholders that an initialising run feeds, though no variable begins with what is fed."""
        plain = [
            feed for feed in site.feeds if not any(isinstance(one, _CALLS) for one in nodes_of(feed.value))
        ]
        points = frozenset(feed.placeholder for feed in plain if feed.placeholder is not None)
        is_needed = ValueKinds(self._tree, self._bindings).may_begin_as_fed()
        return frozenset() if is_needed else points

    def _traced(self, call: ast.Call, arguments: Mapping[str, ast.expr]) -> tuple[ast.expr, ast.expr] | None:
        """The options and the metadata of a run that is traced, if it is.

        Raises:
          Refused: it may be told to end early, or the program looks for more than which operations ran.
        """
        options, metadata = (arguments.get(name, ast.Constant(None)) for name in _TRACING)
        if is_none(options) and is_none(metadata):
            return None
        instead = "profile the step with tf.profiler"
        for value in (options, metadata):
            if isinstance(value, ast.Starred):
                self._refuse(value, "arguments of a run that are not written out", "write them out")
            if not is_python(self._bindings, self._point, value):
                self._refuse(value, "options of a run that are a part of the graph", instead)
        for node in nodes_of(self._bindings.module.tree):
            name = node.arg if isinstance(node, ast.keyword) else getattr(node, "attr", "")
            if name in _NOT_TOLD:
                self._refuse(call, f"a run with {name}, which steps do not have", instead)
        return None if is_none(metadata) else (options, metadata)

    def read_fetched(self, call: ast.Call, fetched: ast.expr) -> RunSite:
        """A call that opens a session by itself, for what it runs in it."""
        fetches = tuple(self._fetches(fetched))
        return RunSite(
            self._point, call, fetched, fetched, fetches, False, (), None, (), False, self._obstacle
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

    def _giving(self, call: ast.Call, written: ast.expr) -> RunSite | None:
        """A run of `tf.assign(net.rate, value)`, for a variable that a step makes: it is fed the value."""
        found = assignment(self._bindings, written)
        if found is None or not is_python(self._bindings, self._point, found[1]):
            return None
        variable, value = found
        sources = {one for name in names_of(variable) for one in self._point.uses.get(name.id, ())}
        if not any(self._point.uses.get(name.id) for name in names_of(value)) or not sources:
            return None
        if any(one.kind is Kind.STATE for one in sources) and isinstance(variable, ast.Name):
            return None
        check_handed(self._driver, self._point, variable)
        part = translated(variable, self._handed)
        name = self._unused("new_value")
        given = ast.Name(name, ast.Load())

        def change(inner: ast.AST) -> ast.AST | None:
            return {id(variable): part, id(value): given}.get(id(inner))

        fetched = rebuilt(written, change)
        if self._driver.has_methods:  # where steps have no names of the module's
            fetched = ast.Call(ast.Attribute(part, "assign", ast.Load()), [given], [])
        fetch = Fetch(fetched, self._fetch(part).sources, frozenset({Kind.SYMBOLIC}))
        self._only_pruned(written, f"{ast.unparse(variable)}, which is given a value")
        feeds = (Feed(given, value, {}),)
        site = RunSite(self._point, call, written, fetched, (fetch,), False, feeds, given=(name, part))
        return replace(site, obstacle=self._obstacle)

    def _unused(self, name: str) -> str:
        """A name that nothing in the driver's module has."""
        nodes = list(nodes_of(self._driver.bindings.module.tree))
        taken = {getattr(node, "id", getattr(node, "arg", None)) for node in nodes}
        return next(one for one in (name, *(f"{name}_{i}" for i in range(2, len(nodes)))) if one not in taken)

    def _reads_step(self, call: ast.Call) -> bool:
        return reads_step(self._bindings, call)

    def _arguments(self, call: ast.Call) -> dict[str, ast.expr]:
        names: tuple[str, ...] = ("fetches", "feed_dict", "options", "run_metadata")
        given: list[ast.expr] = list(call.args)
        if self._reads_step(call):
            names = ("session", "fetches")
        elif not is_session_run(self._point, call):
            assert isinstance(call.func, ast.Attribute)
            of_variable = bool(given) and is_session(self._point, given[0])  # whose eval() takes no feeds
            names = ("fetches", "session") if of_variable else ("fetches", "feed_dict", "session")
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
        sources = sources_at(self._driver, node, self._point)
        if self._bound & sources.keys():
            self._refuse(node, f"{min(self._bound & sources.keys())}, another value each time", "feed it")
        kinds = {point.kind for points in sources.values() for point in points}
        is_chosen = isinstance(node, ast.Subscript) and isinstance(node.value, (ast.List, ast.Tuple))
        if is_chosen and kinds & WITHOUT_VALUE:
            self._refuse(node, "one of a list of fetches, among which are operations", "fetch that one")
        if isinstance(node, ast.Name) and node.id.startswith("self.") and not kinds:
            if self._tree.is_ever_set(node.id.removeprefix("self.")):
                self._refuse(node, "an attribute that its class does not set", "set it in __init__")
            self._raises = True
        if isinstance(node, ast.Name) and len({kind in WITHOUT_VALUE for kind in kinds}) > 1:
            self._only_pruned(node, f"{node.id}, which is an operation or a tensor")
        if may_be_structure(self._tree, self._driver, node, self._point, sources):
            named = f"{ast.unparse(node)}, which is" if isinstance(node, ast.Name) else "what may be"
            self._only_pruned(node, f"{named} a list or dictionary of fetches")
        if isinstance(node, ast.Attribute) and kinds == {Kind.STATE} and node.attr == "initializer":
            return Fetch(node, sources, frozenset({Kind.INITIALIZER}))
        if isinstance(node, ast.Attribute) and Kind.STATE in kinds:
            self._refuse(node, "an attribute of a variable", "fetch the variable")
        given = [point.node for points in sources.values() for point in points]
        written = [node, *(one.value for one in given if isinstance(one, ast.Assign))]
        if any(isinstance(one, ast.Attribute) and one.attr == "op" for one in written):
            self._only_pruned(node, "the operation of a tensor, which has no value")
        has_value = not kinds or not kinds <= WITHOUT_VALUE
        if has_value and may_be_sparse(self._tree, self._driver, node, self._point):
            self._only_pruned(node, "what may be a sparse tensor, or a sparse gradient")
        if isinstance(node, ast.Name) and any(node.id in one.initialises for one in sources.get(node.id, ())):
            kinds = {Kind.INITIALIZER}
        if isinstance(node, (ast.Attribute, ast.Name, ast.Subscript)) and kinds != {Kind.INITIALIZER}:
            initialising, others = made_initialisers(
                self._tree.effects(self._bindings), self._tree.homes, node
            )
            if initialising and not others:
                return Fetch(node, sources, frozenset({Kind.INITIALIZER}))
            every = self._tree.of_processes(self._bindings) if initialising else ()
            if not self._makes([one for one in initialising if self._tree.homes[one] in every]):
                self._refuse(node, "what initialises variables, made elsewhere", "make it in this block")
        for inner in nodes_of(node):
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
        lists_all = self._tree.lists_all_variables
        asks = asks_made(self._bindings, [node], self._point.reaching, lists_all=lists_all)
        of_variables |= inner is node and bool(asks)
        if VARIABLES in found or of_variables:
            found |= {VARIABLES, SLOTS}
            self._only_pruned(node, "variables that are listed where they are fetched")
        elif found and inner is node:
            self._only_pruned(node, "a list of what the graph has, which is fetched")
        sources |= {state: self._point.reaching.get(state, frozenset()) for state in found}

    def _makes(self, made: Collection[ast.AST]) -> bool:
        """Whether simple statements of the block make some values."""
        simple = (one.node for one in self._driver.points if isinstance(one.node, (ast.Assign, ast.Expr)))
        return not made or set(made).issubset(inner for one in simple for inner in nodes_of(one))

    def _called(self, node: ast.AST) -> tuple[frozenset[Role], Sequence[Obstacle]]:
        """What a node of a fetch does to the graph, itself or in a function of the program that it names."""
        bindings = self._bindings if node in self._point.nodes else self._driver.bindings
        role, obstacles = self._tree.call_role(bindings, node)
        function = self._tree.function(bindings, node)
        own = frozenset({role}) if role is not None else frozenset[Role]()
        if function is None:
            return own, obstacles
        summary = self._tree.summary(function)
        return own | summary.roles, [*obstacles, *summary.obstacles]

    def _only_pruned(self, node: ast.AST, found: str) -> None:
        """Note that only a step that runs what it returns, and nothing else, can do this."""
        if self._obstacle is None:
            path, instead = self._driver.path_of(node), "fetch a flat list"
            self._obstacle = Refused("SES203", path, node, found, instead, effect=True)

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("SES203", self._driver.path_of(node), node, found, instead)


def _gives_handles(point: Point, node: ast.expr) -> bool:
    """Whether it is `iterator.string_handle()`, or a list of such, for iterators outside of the graph."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return bool(node.elts) and all(_gives_handles(point, one) for one in node.elts)
    method = node.func if isinstance(node, ast.Call) and not node.args else None
    is_one = isinstance(method, ast.Attribute) and method.attr == "string_handle"
    name = method.value if is_one and isinstance(method, ast.Attribute) else None
    sources = point.uses.get(name.id, frozenset()) if isinstance(name, ast.Name) else frozenset[Point]()
    return bool(sources) and all(one.kind is Kind.DATA for one in sources)


def _starts_input(node: ast.expr, kinds: set[Kind]) -> bool:
    """Whether it is `iterator.initializer`, or what `iterator.make_initializer(…)` gave."""
    is_initializer = (
        isinstance(node, ast.Name) or isinstance(node, ast.Attribute) and node.attr == "initializer"
    )
    return is_initializer and kinds == {Kind.DATA}
