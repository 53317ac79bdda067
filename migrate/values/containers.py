"""Going through containers, iterators and objects, and what code from outside does with what it is given."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from migrate.model.bindings import Bindings
from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    KEYS,
    BuiltinMethod,
    Defined,
    Field,
    Frame,
    Made,
    Method,
    Object,
    Sort,
    element,
)

from .anything import Anything
from .arrays import Arrays
from .flow import NOTHING, Node
from .heap import KEPT, SOURCES, UNKNOWN, Arguments, Find, Here, is_by_key, is_state
from .recorded import Did

_PARTS = (
    Sort.VALUE,
    Sort.STATEFUL,
    Sort.STREAM,
)  # whose elements are parts of them, such as rows of an array
# Methods that Python, or what a library does, calls of any object that it compares, shows, counts or copies.
_COMPARED = ("eq", "ne", "lt", "le", "gt", "ge", "cmp", "contains", "hash")
_SHOWN = ("str", "repr", "format")
_COUNTED = ("len", "bool", "nonzero", "float", "int", "index", "array", "round", "trunc", "abs", "neg", "pos")
_COPIED = ("copy", "deepcopy", "reduce", "reduce_ex", "getstate", "invert", "fspath", "getitem")
LOOKED = tuple(f"__{name}__" for name in (*_COMPARED, *_SHOWN, *_COUNTED, *_COPIED))


class Looked(NamedTuple):
    """What code from outside sees at some place, the functions that it calls, and what these give."""

    seen: Node
    functions: Node
    results: Node


class Containers(Arrays):
    """What expressions find in containers."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int) -> None:
        super().__init__(modules, find, most_steps)
        self.anything: Anything | None = None
        self.with_defaults = set[Made]()  # dictionaries to which reading a key that is not there adds it
        self.raised = Node()  # what a handler may be given, wherever it was raised
        self._used: dict[Did, Node] = {}
        self._gone_through: dict[tuple[Did, Node], Node] = {}
        self._iterated: dict[tuple[Did, Object], Node] = {}
        self._gone_on: set[tuple[Did, Object, ast.AST, Node]] = set()
        self._passed: dict[tuple[Did, Object, ast.AST], Node] = {}  # to the functions that a library kept
        self._seen_outside: dict[tuple[Frame, ast.AST, bool, bool], Looked] = {}

    def consumed(self, here: Here, objects: Node) -> Node:
        """The elements of what a statement goes through, which uses iterators up."""
        if objects is NOTHING:
            return NOTHING
        self.flow(objects, self._used_up(here))
        return self.gone_through(here, objects)

    def gone_through(self, here: Here, objects: Node) -> Node:
        """The elements of what will be gone through, the keys of dictionaries; nothing is used up yet."""
        if objects is NOTHING:
            return NOTHING
        if (here.did, objects) in self._gone_through:
            return self._gone_through[here.did, objects]
        found = self._gone_through[here.did, objects] = Node()

        def go(one: Object) -> None:
            if isinstance(one, Made) or is_state(one):
                here.did.reads.add(Field(one, ELEMENTS))
            if not isinstance(one, Made):
                return
            if one.sort is Sort.DICTIONARY:
                self.flow(self.at(Field(one, KEYS)), found)
                self.flow(self.at(Field(one, ANYTHING)), found)
                return
            self.flow(self.whole(one, elements=True), found)
            if one.sort in _PARTS:
                self.put(found, [one])
            elif one.sort is Sort.INSTANCE:
                self.flow(self._by_methods(here, one), found)

        self.each(objects, go)
        return found

    def _by_methods(self, here: Here, one: Made) -> Node:
        """What the methods of an object give that Python calls to go through it."""
        if (here.did, one) not in self._iterated:
            found = self._iterated[here.did, one] = Node()
            iterators = Node()
            self.special(here, one, ("__iter__",), Arguments(), iterators)
            self.flow(self.consumed(here, iterators), found)
            self.special(here, one, ("__next__", "next", "__getitem__"), Arguments(), found)
        return self._iterated[here.did, one]

    def _used_up(self, here: Here) -> Node:
        """What a statement goes through; with each iterator, those that it takes its elements from."""
        if here.did not in self._used:
            used = self._used[here.did] = Node()

            def use(one: Object) -> None:
                if isinstance(one, Made) and one.sort in (Sort.ITERATOR, Sort.STREAM):
                    here.did.reads.add(Field(one, ELEMENTS))
                    here.did.writes.add(Field(one, ELEMENTS))
                    self.flow(self.at(Field(one, SOURCES)), used)
                    self.call_kept(here, one, one.node, self.gone_through(here, self.at(Field(one, SOURCES))))
                elif isinstance(one, Made) and one.sort is Sort.INSTANCE:
                    self._by_methods(here, one)

            self.each(used, use)
        return self._used[here.did]

    def resume(self) -> None:
        """What uses an iterator up runs what gives its elements: a generator."""
        for did, used in self._used.items():
            for one in self.objects_in(used):
                if isinstance(one, Made):
                    did.call(self.suspended.get(one, ()))

    def read_sources(self) -> None:
        """What reads a view, such as the items of a dictionary, reads what that shows then.

        An object whose attributes are those of a dictionary, by `self.__dict__ = names`, is a view of that,
        and what changes it changes that.
        """
        for did in (one for frames in self.recorded.by_statement.values() for one in frames.values()):
            pending = [one.object for one in did.reads if isinstance(one, Field)]
            while pending:
                one = pending.pop()
                for source in self._sources(one):
                    shown = Field(source, ELEMENTS)
                    if shown not in did.reads:
                        did.reads.add(shown)
                        pending.append(source)
            for one in {one.object for one in did.writes if isinstance(one, Field)}:
                is_instance = isinstance(one, Made) and one.sort is Sort.INSTANCE
                did.writes.update(Field(each, ELEMENTS) for each in self._sources(one) if is_instance)

    def _sources(self, one: Object) -> Iterable[Object]:
        return self.held(Field(one, SOURCES)) if SOURCES in self.fields.get(one, ()) else ()

    def unpacked(self, here: Here, objects: Node, place: int) -> Node:
        """What stands at a place of what is unpacked."""
        return self._at_key(here, objects, place, unpacks=True)

    def subscript(self, here: Here, objects: Node, key: object) -> Node:
        """What stands under a key, which the text may not say."""
        return self._at_key(here, objects, key, unpacks=False)

    def _at_key(self, here: Here, objects: Node, key: object, *, unpacks: bool) -> Node:
        if objects is NOTHING:
            return NOTHING
        found, name = Node(), key if isinstance(key, str) else ANYTHING

        def read(one: Object) -> None:
            if isinstance(one, Made) and one in self.with_defaults:
                self.write_element(here, one, key, NOTHING)
                self.call_kept(here, one, one.node, NOTHING)
            self.if_namespace(one, lambda: self.load(here, one, name, found))
            if key is not UNKNOWN and isinstance(one, Made) and is_by_key(one):
                self.read_element(here, one, key, found)
            elif unpacks:
                self.flow(self.consumed(here, self.only(one)), found)
            elif isinstance(one, Made):
                here.did.reads.add(Field(one, ELEMENTS))
                self.flow(self.whole(one, elements=True, keys=False), found)
                self.special(here, one, ("__getitem__", "__missing__"), Arguments(), found)
                if one.sort in _PARTS:
                    self.put(found, [one])
            elif is_state(one):
                here.did.reads.add(Field(one, ELEMENTS if key is UNKNOWN else element(key)))

        self.each(objects, read)
        return found

    def tuple(self, here: Here, node: ast.AST, parts: Sequence[Node]) -> Made:
        """A tuple or a list of known length, each of whose elements is known by its place."""
        return self.keyed(here, node, dict(enumerate(parts)))

    def pairs(self, here: Here, node: ast.AST, values: Mapping[int, Node]) -> Node:
        """A container, or what goes through one, of pairs: of names and values, or places and elements."""
        inner = node.func if isinstance(node, ast.Call) else node
        return self.only(self.keyed(here, inner, dict(values)))

    def set_sources(self, iterator: Made, sources: Node) -> None:
        """What an iterator, or a view, takes its elements from: using it up uses that up, or reads it."""
        self.set_field(iterator, SOURCES, sources)

    # What code from outside does.

    def escape(self, here: Here, node: ast.AST, objects: Node) -> None:
        """Code that is not known may change some objects, and all that they hold."""
        if self.anything is None:
            self.each(objects, here.did.escapes.add)
        else:
            self.anything.use(here, node, objects, NOTHING)

    def look(self, here: Here, given: Node, node: ast.AST, *, uses: bool = True, calls: bool = True) -> Node:
        """Code from outside looks at all that it is given, with what containers in it hold.

        It `uses` iterators up by that, and `calls` functions, with any of it: what these give is returned.
        """
        return self.looked(here, given, node, uses=uses, calls=calls).results

    def looked(
        self, here: Here, given: Node, node: ast.AST, *, uses: bool = True, calls: bool = True
    ) -> Looked:
        """The same, with all that is seen and called."""
        key = (here.unit, node, uses, calls)
        if key not in self._seen_outside:
            self._seen_outside[key] = seen, functions, results = Looked(Node(), Node(), Node())

            def see(one: Object) -> None:
                if isinstance(one, Made) and one.sort is not Sort.PARTIAL:
                    self._see_inside(here, one, seen, uses=uses)
                    self.special(here, one, LOOKED, Arguments(), results)
                else:
                    self.look_at(here, one)
                if calls:
                    self.functions_of(here, one, functions)
                    if isinstance(one, Defined) and isinstance(one.node, ast.ClassDef):
                        self.each_library_above(one, functools.partial(make, one))
                    if isinstance(one, BuiltinMethod):
                        here.did.call_library(one)

            def make(one: Defined, _: str) -> None:  # as argparse does of an `Action`
                self.call(here, one, node, Arguments(spread=seen), seen)

            self.each(seen, see)
            self.each(functions, lambda one: self._run(here, one, node, seen, results))
        self.flow(given, self._seen_outside[key].seen)
        return self._seen_outside[key]

    def _run(self, here: Here, function: Object, node: ast.AST, given: Node, result: Node) -> None:
        """Code from outside calls a function, with all that it is given, and with all that it knows."""
        is_of_hook = isinstance(function, Method) and self.is_hook(function.receiver)
        if self.anything is None or is_of_hook:
            self.call_back(here, function, node, given, result)
        else:
            self.anything.use(here, node, given, result)

    def keep(self, node: ast.AST, made: Made, functions: Node, result: Node) -> None:
        """A result is what a library made of some functions, and calls them later."""
        if self.anything is None:
            self.flow(functions, self.at(Field(made, KEPT)))
            return

        def add(function: Object) -> None:
            kept = self.objects.made(node, made.sort, None)
            self.put(self.at(Field(kept, KEPT)), [function])
            self.put(result, [kept])

        self.each(functions, add)

    def call_kept(self, here: Here, one: Object, node: ast.AST, given: Node) -> None:
        """A library goes on with what it made: that may call the functions that it was given then.

        A method of what it made may be one of them, which goes on with that again: an expression of a
        statement does that once for each object, with all that it is given.
        """
        key = (here.did, one, node)
        if (*key, given) in self._gone_on:
            return
        self._gone_on.add((*key, given))

        def go_on(function: Object) -> None:
            passed = self._passed.setdefault(key, Node())
            self.flow(given, passed)
            self.call_back(here, function, node, passed, NOTHING)

        self.each(self.at(Field(one, KEPT)), go_on)

    def _see_inside(self, here: Here, one: Made, seen: Node, *, uses: bool) -> None:
        if one.is_container or one.sort is Sort.ITERATOR:
            self.flow(self.whole(one, elements=True), seen)
        if uses and one.sort is Sort.ITERATOR:
            self.put(self._used_up(here), [one])
        elif uses:
            here.did.reads.add(Field(one, ELEMENTS))
