"""The calls in a driver that run the graph: what each fetches, and what it feeds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NoReturn

from migrate.model.facts import WITHOUT_VALUE, Driver, Feed, Fetch, Kind, Point, Role, RunSite
from migrate.model.refusal import Refused
from migrate.syntax.feeds import fed_dictionaries

from .sessions import is_run, is_session, is_session_run, reads_step
from .tree import Tree


def run_sites(tree: Tree, driver: Driver) -> Iterator[RunSite]:
    """Every call in the driver that runs the graph, in the order of the text.

    Raises:
      Refused: fetches or feeds of a form that is not followed.
    """
    for point in driver.points:
        if point.kind is Kind.RUN:
            for node in (inner for root in point.own_nodes for inner in ast.walk(root)):
                if is_run(driver.bindings, point, node):
                    yield _Reader(tree, driver, point).read(node)


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point) -> None:
        self._tree = tree
        self._driver = driver
        self._point = point
        self._obstacle: Refused | None = None

    def read(self, call: ast.AST) -> RunSite:
        assert isinstance(call, ast.Call)
        arguments = self._arguments(call)
        for option in ("options", "run_metadata"):
            if option in arguments and not _is_none(arguments[option]):
                self._refuse(call, f"Session.run with {option}=", "profile the step with tf.profiler")
        if "fetches" not in arguments:
            self._refuse(call, "Session.run without fetches", "name what to fetch")
        fetched = arguments["fetches"]
        several = isinstance(fetched, (ast.List, ast.Tuple))
        nodes = fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched]
        fetches = tuple(fetch for node in nodes for fetch in self._fetches(node))
        feeds, feed_name = self._feeds(arguments.get("feed_dict"))
        gives_int = self._reads_step(call)
        return RunSite(
            self._point, call, fetched, fetches, several, feeds, feed_name, gives_int, self._obstacle
        )

    def _reads_step(self, call: ast.Call) -> bool:
        return reads_step(self._driver.bindings, call)

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
        names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name)]
        sources = {name.id: self._point.uses.get(name.id, frozenset()) for name in names}
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
            role, obstacles = self._tree.call_role(self._driver.bindings, inner)
            if role is Role.INITIALIZER or _starts_input(node, kinds):
                kinds = {Kind.INITIALIZER}
            elif any(not obstacle.effect for obstacle in obstacles):
                self._refuse(node, obstacles[0].what, "build it before the run")
            elif obstacles:
                self._only_pruned(node, obstacles[0].what)
        return Fetch(node, sources, frozenset(kinds))

    def _feeds(self, node: ast.expr | None) -> tuple[tuple[Feed, ...], ast.expr | None]:
        if node is None or _is_none(node):
            return (), None
        if isinstance(node, ast.Dict):
            return self._literal(self._point, node), None
        named = node.func if isinstance(node, ast.Call) else node
        if isinstance(named, ast.Name):
            sources = self._point.uses.get(named.id, frozenset())
            if len(sources) == 1:
                (source,) = sources
                if source.kind is Kind.FEED and isinstance(node, ast.Call) is isinstance(
                    source.node, ast.FunctionDef
                ):
                    return self._dictionary(source, node), node
        return self._refuse(
            node, "a feed_dict that is not a literal", "feed a dictionary literal of placeholders"
        )

    def _dictionary(self, source: Point, node: ast.expr) -> tuple[Feed, ...]:
        """What a dictionary feeds that has a name, or that a function of the driver gives."""
        first, *others = fed_dictionaries(source.node)
        wanted = {ast.dump(key) for key in first.keys if key is not None}
        for other in others:
            if {ast.dump(key) for key in other.keys if key is not None} != wanted:
                self._refuse(node, "dictionaries that feed other placeholders each time", "feed all in each")
        return self._literal(source, first)

    def _literal(self, at: Point, node: ast.Dict) -> tuple[Feed, ...]:
        return tuple(self._feed(at, key, value) for key, value in zip(node.keys, node.values, strict=True))

    def _feed(self, at: Point, key: ast.expr | None, value: ast.expr) -> Feed:
        if key is None or isinstance(key, (ast.Constant, ast.JoinedStr)):
            self._refuse(
                key or value, "a feed by name, or of another dictionary", "feed the placeholder itself"
            )
        names = [inner for inner in ast.walk(key) if isinstance(inner, ast.Name)]
        sources = {name.id: at.uses.get(name.id, frozenset()) for name in names}
        found = {source for points in sources.values() for source in points}
        if isinstance(key, ast.Name) and len(found) == 1 and next(iter(found)).kind is Kind.PLACEHOLDER:
            return Feed(key, value, sources, next(iter(found)))
        if not found:
            self._refuse(key, "a feed of something that this block does not define", "define it here")
        self._only_pruned(key, f"{ast.unparse(key)} fed, which is not a placeholder of this block")
        return Feed(key, value, sources)

    def _only_pruned(self, node: ast.AST, found: str) -> None:
        """Note that only a step that runs what it returns, and nothing else, can do this."""
        if self._obstacle is None:
            path, instead = self._driver.bindings.module.path, "fetch a flat list, feed placeholders"
            self._obstacle = Refused("SES203", path, node, found, instead, effect=True)

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("SES203", self._driver.bindings.module.path, node, found, instead)


def _starts_input(node: ast.expr, kinds: set[Kind]) -> bool:
    """Whether it is `iterator.initializer`, or what `iterator.make_initializer(…)` gave."""
    is_initializer = (
        isinstance(node, ast.Name) or isinstance(node, ast.Attribute) and node.attr == "initializer"
    )
    return is_initializer and kinds == {Kind.DATA}


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
