"""What a run feeds: the keys and values of a dictionary, wherever it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.refusal import Refused
from migrate.model.runs import Feed, FeedKey
from migrate.syntax.assignments import assigned_value
from migrate.syntax.feeds import Entries, given_entries, literal_entries

from .feeds import Entry, ways_to_make
from .handed import check_handed, handed_at, sources_at, translated
from .names import names_of


class FeedReader:
    """Reads what one run feeds.

    `obstacle` tells afterwards why only a step that runs nothing but what it returns can be fed so.
    """

    def __init__(self, driver: Driver, point: Point) -> None:
        self._driver = driver
        self._point = point
        self.obstacle: Refused | None = None

    def read(self, node: ast.expr | None) -> tuple[tuple[Feed, ...], tuple[FeedKey, ...]]:
        """What is fed, and the keys of all dictionaries that may do so."""
        if node is None or _is_none(node):
            return (), ()
        if isinstance(node, ast.Dict):
            return self._made(_entries(self._point, node)), ()
        keys: dict[ast.expr, str | tuple[str, ...]] = {}
        feeds: list[tuple[Feed, ...]] = []
        for way in self._ways(node, self._point):
            made: dict[object, Feed] = {}
            for at, key, value in way:
                if isinstance(key, ast.Starred):
                    found = self._listed(at, key.value, value)
                    keys[key.value] = tuple(ast.unparse(feed.key) for feed in found)
                else:
                    found = [self._feed(at, key, value)]
                    keys |= {key: ast.unparse(found[0].key)} if key is not None else {}
                made |= {_key(feed): feed for feed in found}
            feeds.append(tuple(made.values()))
        fed = {frozenset(map(_key, way)) for way in feeds}
        if len(fed) > 1:
            self._refuse(node, "dictionaries that feed other placeholders each time", "feed all in each")
        if len(feeds) > 1 and any(feed.placeholder is None for feed in feeds[0]):
            self._refuse(node, "several dictionaries that feed parts of the graph", "feed placeholders")
        return feeds[0], tuple(keys.items())

    def _ways(self, node: ast.expr, at: Point) -> list[list[Entry]]:
        """What may be in the dictionary that a name stands for at a point, or that a function gives."""
        literal = literal_entries(node)
        passed = self._driver.passed_feeds(at, node.id) if isinstance(node, ast.Name) else []
        ways = self._given(at, node)
        if literal is not None:
            self._check_values(literal, at)
            ways = [[(at, *entry) for entry in literal]]
        elif passed:
            ways = [way for place, value in passed for way in self._ways(value, place)]
        elif isinstance(node, ast.Name):
            ways = ways_to_make(node.id, at, self._given)
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

    def _check_values(self, entries: Entries, at: Point) -> None:
        """What a run itself feeds by a list of keys are Python values."""
        for _, value in entries:
            for name in names_of(value):
                if any(one.kind in GRAPH_VALUES for one in at.uses.get(name.id, ())):
                    self._refuse(value, f"{name.id}, a part of the graph, fed", "feed what a run gave for it")

    def _listed(self, at: Point, keys: ast.expr, value: ast.expr) -> list[Feed]:
        """The feeds of `*keys`: of a list, or of a name that stands for one list alone."""
        found = list(self._elements(at, keys, value))
        values = value.elts[0] if isinstance(value, ast.Tuple) else value
        is_long = isinstance(values, (ast.List, ast.Tuple)) and len(values.elts) >= len(found)
        if not found:
            self._refuse(keys, "keys of a feed_dict that are not listed", "list the placeholders")
        if not is_long and any(feed.placeholder is None for feed in found):
            self._refuse(keys, "keys of a feed_dict that may get no values", "list the values")
        return found

    def _elements(self, at: Point, keys: ast.expr, value: ast.expr) -> Iterator[Feed]:
        if isinstance(keys, (ast.List, ast.Tuple)):
            yield from (self._feed(at, one, value) for one in keys.elts)
        name = keys.id if isinstance(keys, ast.Name) else ""
        handed = handed_at(self._driver, at).get(name)
        if handed is not None and isinstance(handed.node, (ast.List, ast.Tuple)):
            yield from (self._fed(keys, one, handed.sources, value) for one in handed.node.elts)
        sources = at.uses.get(name, frozenset()) if handed is None else frozenset[Point]()
        for source in sources if len(sources) == 1 else ():
            made = assigned_value(source.node, name)
            if isinstance(made, (ast.List, ast.Tuple)):
                yield from (self._feed(source, one, value) for one in made.elts)

    def _feed(self, at: Point, written: ast.expr | None, value: ast.expr) -> Feed:
        """One entry of a dictionary; `at` is where it is made, which may be in another function."""
        handed = handed_at(self._driver, at)
        if written is None or isinstance(written, (ast.Constant, ast.JoinedStr)):
            self._refuse(
                written or value, "a feed by name, or of another dictionary", "feed the placeholder itself"
            )
        check_handed(self._driver, at, written)
        key = translated(written, handed)
        return self._fed(written, key, sources_at(self._driver, key, at), value)

    def _fed(
        self, written: ast.expr, key: ast.expr, every: Mapping[str, frozenset[Point]], value: ast.expr
    ) -> Feed:
        """What is fed for a key, in the driver's names; `every` tells at least where these come from."""
        sources = {name.id: every.get(name.id, frozenset()) for name in names_of(key)}
        found = {source for points in sources.values() for source in points}
        if isinstance(key, ast.Name) and len(found) == 1 and next(iter(found)).kind is Kind.PLACEHOLDER:
            return Feed(key, value, sources, next(iter(found)))
        if not found:
            self._refuse(written, "a feed of something that this block does not define", "define it here")
        self._only_pruned(written, f"{ast.unparse(written)} fed, which is not a placeholder of this block")
        return Feed(key, value, sources)

    def _only_pruned(self, node: ast.AST, found: str) -> None:
        if self.obstacle is None:
            path, instead = self._driver.path_of(node), "feed placeholders"
            self.obstacle = Refused("SES203", path, node, found, instead, effect=True)

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("SES203", self._driver.path_of(node), node, found, instead)


def _entries(at: Point, dictionary: ast.Dict) -> Iterator[Entry]:
    return ((at, key, value) for key, value in zip(dictionary.keys, dictionary.values, strict=True))


def _key(feed: Feed) -> object:
    return feed.placeholder or ast.dump(feed.key)


def _gives_feed(point: Point) -> bool:
    return point.kind is Kind.FEED and isinstance(point.node, ast.FunctionDef)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
