"""The locations of a program: variables, attributes and elements, with what reads and writes them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from migrate.model.bindings import Bindings
from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    KEYS,
    Cell,
    Defined,
    External,
    Field,
    Frame,
    Imported,
    Location,
    Made,
    Object,
    Objects,
    Scope,
    Sort,
    element,
    is_element,
)

from . import externals
from .constants import Constants
from .exceptions import is_caught
from .flow import NOTHING, Flow, Node
from .recorded import Did, Recorded
from .scopes import Names
from .sites import Gives, Sites
from .versions import Version, Versions

Find = Callable[[Bindings, str], Bindings | None]
KEPT = "<kept>"  # a field of what a library made: the functions that it was given, and may call
SOURCES = "<sources>"  # a field of iterators and views: what they take their elements from
_NO_DICTIONARIES = (ast.List, ast.Tuple, ast.ListComp, ast.SetComp, ast.Set)  # what makes them
_SOME = 1000  # things that may be missing, of which those are left out now and then that are not
UNKNOWN = object()  # the key of an element, where the text does not say it


class Here(NamedTuple):
    """Where an expression is evaluated: whose names it sees, in what function, and what records it.

    It stands `at` a statement of it, unless it runs later. The `handlers` are those around it, in its
    function. What it calls `for_graph` that calls, for whatever is added to it.
    """

    frame: Frame
    unit: Frame
    did: Did
    home: Bindings
    at: ast.stmt | None = None
    handlers: tuple[ast.ExceptHandler, ...] = ()
    for_graph: bool = False


_NO_KEYWORDS: Mapping[str, Node] = MappingProxyType({})


class Arguments(NamedTuple):
    """What is passed to a function; what is in `spread` may be for any parameter that has nothing else.

    `key` is the first argument, where the text says it. A call in the text has its `constants`, by place and
    by name.
    """

    positional: tuple[Node, ...] = ()
    keywords: Mapping[str, Node] = _NO_KEYWORDS
    spread: Node = NOTHING
    key: object = UNKNOWN
    constants: Mapping[int | str, object] | None = None


class Heap(Flow):
    """What each location of a program may hold."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int) -> None:
        super().__init__(most_steps)
        self.unknown: Made | None = None  # what stands for all that unknown code knows, if one does
        self.tells_results = True  # which expressions have them from libraries
        self.recorded = Recorded()
        self.modules = {one.module.path: one for one in modules}
        self._homes: dict[ast.AST, Bindings] = {one.module.tree: one for one in self.modules.values()}
        self.find = find
        self.names = Names()
        self.versions = Versions()
        self.objects = Objects()
        self.sites = Sites(self.objects)
        self.constants = Constants()
        self.fields: dict[Object, dict[str, None]] = defaultdict(dict)  # those that something writes
        self.record_classes: dict[Made, tuple[str, ...]] = {}  # named tuples' classes, with what they name
        self.records: dict[Made, tuple[str, ...]] = {}  # their objects
        self.part_of: dict[Object, set[Object]] = defaultdict(set)  # whose elements library objects were
        self.makers: dict[Made, set[Frame]] = defaultdict(set)  # the functions that make an object
        self.suspended: dict[Made, set[Frame]] = defaultdict(set)  # what runs when an iterator is used up
        self._nodes: dict[Location, Node] = {}
        self._versions: dict[tuple[Cell, Version], Node] = {}
        self._of_fields: dict[Object, list[Callable[[str], None]]] = defaultdict(list)
        self._wholes: dict[tuple[Object, bool, bool], Node] = {}
        self._elements: dict[tuple[Did, Node], Node] = {}
        self._frames: dict[ast.AST, dict[Frame, None]] = defaultdict(dict)
        self._if_missing: list[tuple[Callable[[], bool], Callable[[], None], bool]] = []
        self._most_missing = _SOME

    def forget(self) -> None:
        """What is kept to find sets that are known, and what is to be done with more fields."""
        super().forget()
        self._of_fields.clear()
        self._wholes.clear()
        self._elements.clear()
        self._if_missing.clear()
        self.constants.forget()

    # Frames.

    def enter(self, scope: Scope, context: ast.AST | None, around: tuple[Frame, ...]) -> Frame:
        """A scope in one of its contexts."""
        frame = self.objects.frame(scope, context, around)
        self._frames[scope][frame] = None
        return frame

    def frames(self, scope: Scope) -> Sequence[Frame]:
        """The contexts in which a scope runs."""
        return tuple(self._frames.get(scope, ()))

    def frame_of_module(self, path: Path) -> Frame:
        """The frame of a module of the run."""
        return self.objects.frame(self.modules[path].module.tree, None, ())

    def home_of(self, frame: Frame) -> Bindings:
        """The module that a scope stands in."""
        return self._homes[frame.chain[-1].scope]

    # Locations.

    def at(self, location: Location) -> Node:
        """What a location may hold."""
        node = self._nodes.get(location)
        if node is None:
            node = self._nodes[location] = Node()
        return node

    def held(self, location: Location) -> Iterable[Object]:
        """The objects that a location may hold, as far as they are known."""
        return tuple(self.decoded(self.held_bits(location)))

    def held_bits(self, location: Location) -> int:
        """The same, as the number that has their bits."""
        node = self._nodes.get(location)
        return node.held if node is not None else 0

    def locations(self) -> Iterable[tuple[Location, Node]]:
        """All locations, with what they may hold."""
        return self._nodes.items()

    def location(self, one: Object, name: str) -> Location:
        """Where a field of an object is: an attribute of a module is a variable of it."""
        if isinstance(one, Imported) and name != ANYTHING:
            return Cell(self.frame_of_module(one.path), name)
        return Field(one, name)

    def version(self, cell: Cell, version: Version) -> Node:
        """What one version of a variable holds; what other modules give that of a module, all of them do."""
        if (cell, version) not in self._versions:
            node = self._versions[cell, version] = Node()
            self.flow(node, self.at(cell))
            if isinstance(cell.frame.scope, ast.Module):
                self.flow(self.at(_from_outside(cell)), node)
        return self._versions[cell, version]

    def seen(self, here: Here, cell: Cell) -> Node:
        """What a variable may hold where it is read."""
        versions = self.versions.seen(here.home, cell.frame.scope, here.at, cell.name)
        return (
            self.at(cell) if versions is None else self.join(*(self.version(cell, one) for one in versions))
        )

    def written(self, cell: Cell, version: Version) -> Node:
        """What a statement gives a variable, or callers the parameter of a function."""
        several = self.versions.told_apart(self.home_of(cell.frame), cell.frame.scope)
        return self.version(cell, version) if cell.name in several else self.at(cell)

    def set_field(self, one: Object, name: str, value: Node) -> None:
        """A field holds these objects, too."""
        if name not in self.fields[one]:
            self.fields[one][name] = None
            for do in tuple(self._of_fields.get(one, ())):
                do(name)
        location = self.location(one, name)
        self.flow(value, self.at(location))
        if isinstance(location, Cell):
            self.flow(value, self.at(_from_outside(location)))

    def write(self, here: Here, one: Object, name: str, value: Node) -> None:
        """A statement changes a field of an object."""
        here.did.writes.add(self.location(one, name))
        self.set_field(one, name, value)

    def load(self, here: Here, one: Object, name: str, result: Node) -> Node:
        """What a statement finds in a field of an object; what is returned holds what is there by name."""
        location = self.location(one, name)
        here.did.reads.add(location)
        if one is self.unknown:
            self.put(result, [one])
            return self.only(one)
        found = self.whole(one) if name == ANYTHING else self.at(location)
        self.flow(found, result)
        self.flow(self.at(Field(one, ANYTHING)), result)
        return found

    def each_field(self, one: Object, do: Callable[[str], None]) -> None:
        """Do something once for each field of an object that something writes."""
        self._of_fields[one].append(do)
        for name in tuple(self.fields[one]):
            self.steps += 1
            do(name)

    def whole(self, one: Object, *, elements: bool = False, keys: bool = True) -> Node:
        """What any field of an object holds, or any element; with the keys of a dictionary, or without."""
        if one is self.unknown:
            return self.only(one)
        part = one, elements, keys
        if part not in self._wholes:
            node = self._wholes[part] = Node()
            self.flow(self.at(Field(one, ANYTHING)), node)

            def add(name: str) -> None:
                if (not elements or is_element(name)) and (keys or name != KEYS):
                    self.flow(self.at(self.location(one, name)), node)

            self.each_field(one, add)
        return self._wholes[part]

    def if_missing(
        self, is_found: Callable[[], bool], do: Callable[[], None], *, stays_found: bool = True
    ) -> None:
        """Do something if nothing is found, when all that finds something has been done.

        `stays_found`: what is found once is found for ever. Most is found soon, and need not be kept.
        """
        self._if_missing.append((is_found, do, stays_found))
        if len(self._if_missing) > self._most_missing:
            self._if_missing = [one for one in self._if_missing if not (one[2] and one[0]())]
            self._most_missing = max(_SOME, 2 * len(self._if_missing))

    def take_missing(self) -> bool:
        """Do what was kept for what is found nowhere; whether there was something."""
        kept, self._if_missing = self._if_missing, []
        for do in [do for is_found, do, _ in kept if not is_found()]:
            do()
        return bool(kept)

    def may_raise(self, here: Here, name: str) -> None:
        """A statement may raise an exception for the values that it finds, if that has a name."""
        if name and not is_caught(name, here.handlers):
            here.did.fails.add(name)

    def may_end(self, here: Here, name: str) -> None:
        """A statement may end the program, unless something around it handles what it raises."""
        if not is_caught(name, here.handlers):
            here.did.ends.add(name)

    # Objects that are made.

    def make(
        self,
        here: Here,
        node: ast.AST,
        sort: Sort,
        elements: Node = NOTHING,
        owner: Defined | None = None,
    ) -> Made:
        """The object that a statement makes, with some elements."""
        made = self.sites.made(node, sort, here.unit, owner)
        self.note_made(here, made)
        self.set_field(made, ELEMENTS, elements)
        return made

    def note_made(self, here: Here, made: Made) -> None:
        """A statement makes an object."""
        here.did.makes.add(made)
        self.makers[made].add(here.unit)

    def result(
        self, here: Here, node: ast.AST, elements: Node = NOTHING, gives: Gives = Gives.TENSOR
    ) -> Made:
        """What a pure function of a library gives, with some elements."""
        if self.tells_results:
            made = self.sites.made(node, Sort.VALUE, here.unit, gives=gives)
        else:
            made = self.sites.made_in(here.home.module.tree, node, gives)
        self.note_made(here, made)
        self.set_field(made, ELEMENTS, elements)
        return made

    def keyed(
        self,
        here: Here,
        node: ast.AST,
        parts: Mapping[Any, Node],
        others: Node = NOTHING,
        sort: Sort = Sort.CONTAINER,
    ) -> Made:
        """A container some of whose elements are known by their keys, or places."""
        made = self.make(here, node, sort, others)
        for key, part in parts.items():
            self.set_field(made, element(key), part)
        return made

    # Elements.

    def look_into(self, here: Here, objects: Node) -> None:
        """A statement looks at the elements of containers, and takes none."""

        self.each(objects, lambda one: self.look_at(here, one))

    def look_at(self, here: Here, one: Object) -> None:
        """A statement looks at what elements one object has."""
        if isinstance(one, Made) or is_state(one):
            here.did.reads.add(Field(one, ELEMENTS))
        elif isinstance(one, Imported):  # `globals()`, which has any name of a module
            self.load(here, one, ELEMENTS, Node())

    def elements(self, here: Here, objects: Node) -> Node:
        """The elements of containers; nothing is used up."""
        if objects is NOTHING:
            return NOTHING
        if (here.did, objects) in self._elements:
            return self._elements[here.did, objects]
        found = self._elements[here.did, objects] = Node()

        def read(one: Object) -> None:
            self.look_at(here, one)
            if isinstance(one, Made):
                self.flow(self.whole(one, elements=True), found)

        self.each(objects, read)
        return found

    def read_element(self, here: Here, one: Made, key: object, result: Node) -> None:
        """What stands at a place of a tuple or list, or under a key."""
        here.did.reads.add(Field(one, element(key)))
        for name in (element(key), ELEMENTS, ANYTHING):
            self.flow(self.at(Field(one, name)), result)

    def write_element(self, here: Here, one: Object, key: object, value: Node) -> None:
        """A statement gives an element, which the text may know by its key, another value."""
        is_known = key is not UNKNOWN and is_by_key(one)
        self.write(here, one, element(key) if is_known else ELEMENTS, value)

    def write_key(self, one: Object, key: Node) -> None:
        """Something that is an object is a key of a container, unless that is known to be no dictionary."""
        if key is not NOTHING and not isinstance(getattr(one, "node", None), _NO_DICTIONARIES):
            self.set_field(one, KEYS, key)

    def move_elements(self, one: Object) -> None:
        """Elements that were known by their places may be anywhere."""
        if isinstance(one, Made) and one.sort is not Sort.DICTIONARY:
            self.flow(self.whole(one, elements=True, keys=False), self.at(Field(one, ELEMENTS)))


def _from_outside(cell: Cell) -> Cell:
    """What other modules, and code that finds it by its name, give a variable of a module."""
    return cell._replace(name=f"<from outside> {cell.name}")


def is_by_key(one: Object) -> bool:
    """Whether two elements of an object are two locations: not those of arrays, whose keys may overlap."""
    return isinstance(one, Made) and one.is_container


def is_state(one: Object) -> bool:
    """Whether it is an object of Python's library that programs change, by its elements."""
    return isinstance(one, External) and one.name in externals.STATES
