"""What a run feeds: the keys and values of a dictionary, wherever it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Element, Feed, FeedKey, Keys
from migrate.syntax.arguments import is_none
from migrate.syntax.assignments import assigned_value
from migrate.syntax.elements import elements_of
from migrate.syntax.feeds import (
    handing_call,
    indexed,
    literal_entries,
    starting_entries,
    starts_empty,
)

from ..expressions.value_kinds import ValueKinds
from ..feed_dict.dictionaries import Entry, entries_of, is_sure
from ..feed_dict.key_names import handed_keys, is_key_alone, links, passed_dictionaries, root_of
from ..functions.parameters import check_handed, handed_at, sources_at, translated
from ..names.uses import names_of, root_name
from ..program.tree import Tree


class FeedReader:
    """Reads what one run feeds.

    `obstacle` tells afterwards why only a step that runs nothing but what it returns can be fed so, and
    `is_open` whether each call says what it feeds.
    """

    def __init__(self, tree: Tree, driver: Driver, point: Point) -> None:
        self._tree = tree
        self._value_kinds = ValueKinds(tree, driver.bindings)
        self._driver = driver
        self._point = point
        self.obstacle: Refused | None = None
        self.is_open = False
        self._unsure = False
        self._merges = False
        self._within: list[Point] = []

    def read(self, node: ast.expr | None) -> tuple[tuple[Feed, ...], tuple[FeedKey, ...]]:
        """What is fed, and the keys of all dictionaries that may do so."""
        if node is None or is_none(node):
            return (), ()
        ways = self._ways(node, self._point)
        every = [entry for way in ways for entry in way]
        chosen = any(self._is_chosen(at, key) for at, key, _ in every if key is not None)
        if every and (self._unsure or chosen or self._merges):
            return self._open(node, every)
        if isinstance(node, ast.Dict):
            return self._made(_entries(self._point, node)), ()
        if not every:
            self._check_made(node)
            self._refuse(
                node, "a feed_dict that is not a literal", "feed a dictionary literal of placeholders"
            )
        self._check_values(every)
        keys: dict[ast.expr, str | tuple[str, ...]] = {}
        feeds: list[tuple[Feed, ...]] = []
        for way in ways:
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
        if len(fed) > 1 or len(feeds) > 1 and any(feed.placeholder is None for feed in feeds[0]):
            return self._open(node, every)
        return feeds[0], tuple(keys.items())

    def _open(self, node: ast.expr, every: list[Entry]) -> tuple[tuple[Feed, ...], tuple[FeedKey, ...]]:
        """All that any dictionary may feed; which of it a call does, the step finds out."""
        self.is_open = True
        self._only_pruned(node, "a dictionary that need not feed the same in each run")
        keys: dict[ast.expr, str | tuple[str, ...] | Element | Keys] = {}
        feeds: dict[object, Feed] = {}
        for at, key, value in every:
            if key is None:
                self._refuse(node, "dictionaries that feed other placeholders each time", "feed all in each")
            if isinstance(key, ast.Starred) and self._is_listed(at, key.value):
                found = self._listed(at, key.value, value)
                keys[key.value] = tuple(ast.unparse(feed.key) for feed in found)
                feeds |= {_key(feed): feed for feed in found if _key(feed) not in feeds}
                continue
            several = self._several(at, key) or self._of_object(at, key)
            if several is not None:
                place, part = several
                feed = self._feed(place, part, value)
                self._check_same(part, feed.sources)
                self._check_tensors(
                    part,
                    [key.value if isinstance(key, ast.Starred) else key, *self._attributes(at, key, value)],
                )
                feeds.setdefault(_key(feed), feed)
                keys[part] = Keys(ast.unparse(feeds[_key(feed)].key))
                continue
            root, indices = indexed(key)
            if any(isinstance(index, (ast.Slice, ast.Tuple)) for index in indices):
                self._refuse(key, "a part of a list fed", "feed its elements")
            for name in (one for index in indices for one in names_of(index)):
                if any(one.kind in GRAPH_VALUES for one in at.uses.get(name.id, ())):
                    self._refuse(key, f"{name.id}, a part of the graph, as an index", "fetch it before")
            feed = self._feed(at, root, value)
            self._check_same(key, feed.sources)
            if indices:
                self._check_tensors(key, [key])
            feeds.setdefault(_key(feed), feed)
            called = ast.unparse(feeds[_key(feed)].key)
            keys[key] = Element(called, indices) if indices else called
        return tuple(feeds.values()), tuple(keys.items())

    def _is_chosen(self, at: Point, key: ast.expr) -> bool:
        """Whether a key is an element, or a list of keys, that the step finds in what it makes."""
        if isinstance(key, ast.Starred):
            return not self._is_listed(at, key.value)
        return bool(indexed(key)[1] or links(at, key))

    def _several(self, at: Point, key: ast.expr) -> tuple[Point, ast.expr] | None:
        """The part of the graph whose elements a key stands for, and where: of `*xs`, or of a loop's name."""
        if isinstance(key, ast.Starred):
            return at, key.value
        name = root_name(key) or ""
        found = links(at, key)
        if not found:
            sources = at.uses.get(name, frozenset())
            if len(sources) > 1 and any(name in elements_of(one.node) for one in sources):
                self._refuse(key, f"{name}, a key from a loop, or another one", "use two names")
            return (at, root_of(key)) if key in handed_keys(at) else None
        for link in found:
            callees = [self._driver.callee(point) for point in (link.at, self._point)]
            if callees[0] is not callees[1]:
                self._refuse(key, "keys from a loop in another function than the run", "run it there")
            for point in self._driver.points:
                if link.at in point.uses.get(link.name, ()) and not is_key_alone(point, link.name):
                    self._refuse(
                        point.node, f"{link.name}, a key from a loop, used as more than that", "feed it alone"
                    )
        return found[-1].at, found[-1].part

    def _of_object(self, at: Point, key: ast.expr) -> tuple[Point, ast.expr] | None:
        """The object that a key is an attribute of, where it may lack this, as it is not always fed."""
        root = root_of(key)
        around = self._point.parents
        chosen = any(isinstance(one.node, ast.If) and one not in around for one in at.parents)
        sources = at.uses.get(root.id, frozenset()) if isinstance(root, ast.Name) else frozenset[Point]()
        is_object = bool(sources) and all(one.made for one in sources)
        is_attribute = isinstance(key, ast.Attribute) and key.value is root
        is_own = self._driver.callee(at) is None
        return (at, root) if chosen and is_object and is_attribute and is_own else None

    def _ways(self, node: ast.expr, at: Point) -> list[list[Entry]]:
        """What may be in the dictionaries that an expression gives at a point, for each way to make one.

        Nothing where that is not sure.
        """
        literal = literal_entries(node)
        if literal is not None:
            made = self._merged([(at, *entry) for entry in literal])
            return [] if made is None else [made]
        if not isinstance(node, ast.Name):
            return self._given(at, node) or self._handed_on(at, node)
        passed = self._driver.passed_feeds(at, node.id)
        each = [self._ways(value, place) for place, value in passed]
        return [way for ways in each for way in ways if all(each)] if passed else self._filled(node.id, at)

    def _filled(self, name: str, at: Point) -> list[list[Entry]]:
        """What may be in the dictionaries of a name, with what statements put into them."""
        reaching = at.uses.get(name, frozenset())
        makers = sorted((one for one in reaching if name in one.defines), key=lambda one: one.index)
        additions = sorted(reaching - set(makers), key=lambda one: one.index)
        made = {maker: self._begun(maker) for maker in makers}
        added = {one: self._merged(entries_of(one)) if one.is_feed else None for one in additions}
        if not all(made.values()) or None in added.values():
            return []
        ways = [
            [*way, *(entry for one in additions if maker in one.uses[name] for entry in added[one] or ())]
            for maker in makers
            for way in made[maker]
        ]
        self._unsure |= not all(ways) or not all(is_sure(one, made, name, at) for one in additions)
        return ways

    def _begun(self, maker: Point) -> list[list[Entry]]:
        """What is in the dictionaries that a statement may give a name."""
        if starts_empty(maker.node):
            return [[]]
        value = maker.node.value if isinstance(maker.node, ast.Assign) and maker.is_feed else None
        return self._ways(value, maker) if value is not None else []

    def _merged(self, entries: Sequence[Entry]) -> list[Entry] | None:
        """The entries, with those of dictionaries that are taken over; `None` where that is not sure."""
        found: list[Entry] = []
        for at, key, value in entries:
            if key is not None:
                found.append((at, key, value))
                continue
            self._merges = True
            if not isinstance(value, (ast.Name, ast.Call, ast.Attribute)):
                self._refuse(value, "a dictionary within one that is fed", "write its entries out")
            if at in self._within:
                return None
            self._within.append(at)
            ways = self._ways(value, at)
            self._within.pop()
            if not ways:
                return None
            found += [entry for way in ways for entry in way]
        return found

    def _given(self, at: Point, call: ast.expr) -> list[list[Entry]] | None:
        """What may be in the dictionary that a function gives, which a point calls."""
        callee = next((one for one in self._driver.callees if call in one.calls), None)
        function = callee.point if callee is not None else None
        if function is None and isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            sources = at.uses.get(call.func.id, frozenset())
            function = next(iter(sources)) if len(sources) == 1 and all(map(_gives_feed, sources)) else None
        if function is None or not isinstance(function.node, ast.FunctionDef):
            return None
        given = self._tree.given_entries(self._driver.bindings_at(function), function.node)
        return None if given is None else [[(function, *entry) for entry in way] for way in given]

    def _handed_on(self, at: Point, call: ast.expr) -> list[list[Entry]]:
        """What a function may feed that gives a dictionary of what it is handed: any part of that."""
        keys = handed_keys(at) if at.is_feed and handing_call(at.node) is call else ()
        if not keys:
            return []
        self._merges = True
        filled = passed_dictionaries(at)
        entries = [entry for one in filled for entry in starting_entries(one) or ()]
        entries += [(None, one) for one in filled if isinstance(one, ast.Name)]
        begun = self._merged([(at, *entry) for entry in entries])
        return [] if begun is None else [[*begun, *((at, key, call) for key in keys)]]

    def _made(self, entries: Iterable[Entry]) -> tuple[Feed, ...]:
        return tuple(self._feed(*entry) for entry in entries)

    def _check_made(self, node: ast.expr) -> None:
        """Tell what of a dictionary literal keeps it from being followed."""
        if not isinstance(node, ast.Name):
            return
        for maker in self._point.uses.get(node.id, ()):
            made = assigned_value(maker.node, node.id)
            for value in made.values if isinstance(made, ast.Dict) else ():
                for name in names_of(value):
                    if any(one.kind in GRAPH_VALUES for one in maker.uses.get(name.id, ())):
                        found = f"{name.id}, a value of a feed_dict that may be a part of the graph"
                        self._refuse(value, found, "feed what no code that builds the graph may change")

    def _check_values(self, entries: Iterable[Entry]) -> None:
        """What is fed are Python values, or what a run gives."""
        for at, _, value in (entry for entry in entries if not entry[0].feeds):
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

    def _is_listed(self, at: Point, keys: ast.expr) -> bool:
        """Whether keys are a list in the text, or a name that stands for one alone."""
        name = keys.id if isinstance(keys, ast.Name) else ""
        handed = handed_at(self._driver, at).get(name)
        sources = at.uses.get(name, frozenset()) if handed is None else frozenset[Point]()
        made = [assigned_value(source.node, name) for source in sources] if len(sources) == 1 else []
        every = [keys, *made, *([handed.node] if handed is not None else [])]
        return any(isinstance(one, (ast.List, ast.Tuple)) for one in every)

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
        if written is None or isinstance(written, (ast.Constant, ast.JoinedStr)) or _is_named(written):
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
        if isinstance(key, ast.Name) and any(source.kind is Kind.STATE for source in found):
            self._refuse(written, f"{ast.unparse(written)}, a variable that is fed", "assign it the value")
        self._check_same(written, sources)
        self._only_pruned(written, f"{ast.unparse(written)} fed, which is not a placeholder of this block")
        return Feed(key, value, sources)

    def _check_same(self, written: ast.expr, sources: Mapping[str, frozenset[Point]]) -> None:
        """What a step gives for its key at its end is what it was where it was fed."""
        for name, points in sources.items():
            # A run that may change what its key stands for finds it changed on the next turn of its loop.
            if any(at.reaching[name] - {at} != points - {at} for at in self._places(self._point, name)):
                found = f"{name}, which changes between what is fed and its run"
                self._refuse(written, found, "use two names")

    def _attributes(self, at: Point, key: ast.expr, value: ast.expr) -> list[ast.Attribute]:
        """What a key is found by in a part of the graph, or what a function finds in it that is handed it.

        Raises:
          Refused: an object computes one of them.
        """
        named = [link.at.node for link in links(at, key)]
        roots: list[ast.AST] = [key, *(one.value for one in named if isinstance(one, ast.Assign))]
        if key in handed_keys(at) and isinstance(value, ast.Call):
            function = self._tree.function(self._driver.bindings_at(at), value.func)
            roots += [function.node] if function is not None else []
        inside = [one for root in roots for one in nodes_of(root)]
        called = {one.func for one in inside if isinstance(one, ast.Call)}
        nodes = [one for one in inside if isinstance(one, ast.Attribute) and one not in called]
        for node in nodes:
            if node in nodes_of(key) and self._tree.is_method(node.attr):
                self._refuse(key, f"{node.attr}, which an object computes, fed", "keep it in an attribute")
        return nodes

    def _check_tensors(self, written: ast.expr, fed: Iterable[ast.expr]) -> None:
        """No step is fed in the place of a variable."""
        if any(map(self._value_kinds.may_be_variable, fed)):
            self._refuse(written, "what may be variables, fed", "assign them values")

    def _places(self, at: Point, name: str) -> Iterator[Point]:
        """Where the code at a point, or what calls it, has a name of the driver."""
        callee = self._driver.callee(at)
        if callee is None or callee.sees_driver and name in at.reaching:
            yield from [at] if name in at.reaching else []
        else:
            yield from (place for call in callee.calls.values() for place in self._places(call, name))

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


def _is_named(key: ast.expr) -> bool:
    """Whether a key is made of the name of something: `x.name`, or `x.op.name + ':0'`."""
    return any(isinstance(one, ast.Attribute) and one.attr == "name" for one in nodes_of(key))


def _gives_feed(point: Point) -> bool:
    return point.kind is Kind.FEED and isinstance(point.node, ast.FunctionDef)
