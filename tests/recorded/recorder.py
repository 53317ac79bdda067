"""What an instrumented program calls: keeps who wrote each location last, and who reads it then.

A location is a variable of one activation, an attribute of one object, or a key of one container. What a
container holds from where it was made was written by the statement that made it. Only what statements of the
program write is known; what libraries do inside is in `libraries.py`.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from importlib.util import resolve_name
from time import monotonic  # which a program that is played finds stopped
from typing import Any

import numpy as np

from . import libraries
from .libraries import ALL, SIZE, STATE
from .places import AttributePlace, ItemPlace, Managed
from .seen import Activation, Edge, Known, Stop


class Recorder:
    """Collects the edges of one run.

    Args:
      seconds: after which the run is ended, from the first statement on.
    """

    def __init__(self, seconds: float) -> None:
        self.edges: set[Edge] = set()
        self.slice = slice
        self._seconds = seconds
        self._end: float | None = None
        self._local = threading.local()
        self._cells: dict[tuple[Any, str], int] = {}
        self._known: dict[int, Known] = {}
        self._modules: dict[str, int] = {}
        self._in_classes: dict[tuple[int, str], int] = {}
        self._sources: dict[int, tuple[Any, ...]] = {}  # what iterators and views take their elements from
        self._owners: dict[int, Any] = {}  # whose attributes a dictionary holds

    # Control.

    @property
    def _stack(self) -> list[Activation]:
        if not hasattr(self._local, "stack"):
            self._local.stack = [Activation(-1)]
        return self._local.stack  # type: ignore[no-any-return]

    def at(self, site: int) -> None:
        self._stack[-1].site = site

    def module(self, scope: int, name: str) -> None:
        self._modules[name] = scope
        self._end = self._end or monotonic() + self._seconds

    def _check_time(self) -> None:
        if self._end is not None and monotonic() > self._end:
            raise Stop

    def enter(self, scope: int) -> Activation:
        self._check_time()
        activation = Activation(scope)
        self._push(activation)
        return activation

    def _push(self, activation: Activation) -> None:
        stack = self._stack
        if stack[-1].site >= 0:
            self.edges.add(Edge("call", activation.scope, stack[-1].site, activation.scope, ""))
        stack.append(activation)

    def leave(self, activation: Activation) -> None:
        stack = self._stack
        if activation in stack:
            del stack[stack.index(activation) :]

    def returned(self, activation: Activation, value: Any) -> Any:
        self.leave(activation)
        return value

    def suspend(self, activation: Activation, value: Any) -> Any:
        self.leave(activation)
        return value

    def resume(self, activation: Activation, value: Any) -> Any:
        self._push(activation)
        return value

    def delegated(self, site: int, activation: Activation, inner: Any) -> Iterator[Any]:
        iterator = iter(inner)
        self.operand(site, inner)
        while True:
            try:
                value = next(iterator)
            except StopIteration as end:
                return end.value
            self.leave(activation)
            yield value
            self._push(activation)

    # Variables.

    def name(self, site: int, value: Any, owner: Any, name: str) -> Any:
        self._read_cell(site, owner, name)
        return value

    def wrote(self, site: int, owner: Any, name: str) -> None:
        self._cells[owner, name] = site

    def walrus(self, site: int, value: Any, owner: Any, name: str) -> Any:
        self.wrote(site, owner, name)
        return value

    def _read_cell(self, site: int, owner: Any, name: str) -> None:
        writer = self._cells.get((owner, name))
        if writer is not None:
            scope = owner.scope if isinstance(owner, Activation) else owner
            self.edges.add(Edge("name", writer, site, scope, name))

    def package(self, name: str) -> str:
        module = sys.modules.get(name)
        return getattr(module, "__package__", None) or ""

    def took(self, site: int, name: str, package: str, names: tuple[str, ...]) -> None:
        try:
            scope = self._modules.get(resolve_name(name, package))
        except ImportError:
            return
        if scope is not None:
            for one in names:
                self._read_cell(site, scope, one)

    # Classes.

    def in_class(self, site: int, scope: int, name: str) -> None:
        self._in_classes[scope, name] = site

    def class_made(self, scope: int, site: int) -> Callable[[Any], Any]:
        def made(owner: Any) -> Any:
            known = self._follow(owner, site)
            for of, name in list(self._in_classes):
                if of == scope:
                    known.written[name] = self._in_classes.pop((of, name))
            return owner

        return made

    # Objects.

    def _follow(self, one: Any, maker: int) -> Known:
        """Begin to follow an object, unless it is followed."""
        found = self._of(one)
        if found is None:
            try:
                held: Any = weakref.ref(one)
            except TypeError:
                held = one
            found = self._known[id(one)] = Known(held, maker)
        return found

    def _of(self, one: Any) -> Known | None:
        found = self._known.get(id(one))
        if found is None or found.held is one:
            return found
        return found if isinstance(found.held, weakref.ref) and found.held() is one else None

    def made(self, site: int, one: Any) -> Any:
        if libraries.is_container(one) or libraries.is_iterator(one):
            known = self._follow(one, site)
            known.written.clear()
            known.maker = site
        return one

    def read(self, site: int, one: Any, key: Any) -> None:
        """A statement reads a location of an object, or all of its elements."""
        one = libraries.root(one)
        if id(one) in self._owners and libraries.is_container(one):
            self._read_attributes(site, self._owners[id(one)], key)
            return
        known = self._of(one)
        if known is None:
            return
        if key is ALL:
            for each in tuple(known.written):
                if libraries.is_element(each):
                    self._edge(site, known, each)
            if ALL not in known.written:
                self._add(site, known, known.maker, SIZE)
        else:
            self._edge(site, known, key)

    def _edge(self, site: int, known: Known, key: Any) -> None:
        whole = known.written.get(ALL) if libraries.is_element(key) else None
        writer = known.written.get(key, whole)
        if writer is None and libraries.is_element(key):
            writer = known.maker
        if writer is not None:
            self._add(site, known, writer, key)

    def _add(self, site: int, known: Known, writer: int, key: Any) -> None:
        if writer >= 0:
            self.edges.add(Edge("field", writer, site, known.maker, libraries.told(key)))

    def _read_attributes(self, site: int, owner: Any, key: Any) -> None:
        known = self._of(owner)
        for name in tuple(known.written) if known is not None else ():
            if known is not None and (key is ALL or libraries.key_of(name) == key):
                self._edge(site, known, name)

    def write(self, site: int, one: Any, key: Any) -> None:
        """A statement writes a location of an object, or all of its elements."""
        one = libraries.root(one)
        if id(one) in self._owners and libraries.is_container(one):
            names = list(one) if key is ALL else [key[0]]
            for name in names:
                self._follow(self._owners[id(one)], -1).written[name] = site
            return
        known = self._follow(one, -1)
        if key is ALL:
            known.written = {each: by for each, by in known.written.items() if not libraries.is_element(each)}
        known.written[key] = site

    # Attributes and items.

    def attribute(self, site: int, one: Any, name: str) -> Any:
        self.at(site)
        value = getattr(one, name)
        self.read_attribute(site, one, name)
        if name == "__dict__" and not isinstance(one, type):
            self._owners[id(value)] = one
            self._follow(value, -1)
        return value

    def read_attribute(self, site: int, one: Any, name: str) -> None:
        module = self._modules.get(getattr(one, "__name__", "")) if isinstance(one, type(sys)) else None
        if module is not None:
            self._read_cell(site, module, name)
            return
        lineage = type(one).__mro__ if not isinstance(one, type) else one.__mro__
        for each in (one, *lineage):
            known = self._of(each)
            if known is not None and name in known.written:
                self._edge(site, known, name)
                return
            if each is one and libraries.has_own(one, name):
                return

    def attribute_place(self, site: int, one: Any, name: str) -> AttributePlace:
        return AttributePlace(self, site, one, name)

    def write_attribute(self, site: int, one: Any, name: str) -> None:
        module = self._modules.get(getattr(one, "__name__", "")) if isinstance(one, type(sys)) else None
        if module is not None:
            self.wrote(site, module, name)
        else:
            self.write(site, one, name)

    def item(self, site: int, one: Any, key: Any) -> Any:
        self.at(site)
        value = one[key]
        if libraries.is_container(one):
            self.read(site, one, libraries.item(one, key))
        if isinstance(key, (slice, list)) and not isinstance(one, np.ndarray):
            self.made(site, value)
        return value

    def item_place(self, site: int, one: Any, key: Any) -> ItemPlace:
        return ItemPlace(self, site, one, key)

    def added(self, site: int, one: Any) -> None:
        """`+=` of a name: of a mutable container it changes that."""
        if libraries.is_mutable(one):
            self.write(site, one, ALL)
        else:
            self.made(site, one)

    # Elements.

    def operand(self, site: int, one: Any) -> Any:
        """A statement looks at what a container holds, or uses an iterator up."""
        self._consume(site, one)
        return one

    unpacked = operand

    def truth(self, site: int, one: Any) -> Any:
        if libraries.is_container(one) and not isinstance(one, np.ndarray):
            self.read(site, one, SIZE)
        return one

    def formatted(self, site: int, value: Any, conversion: int, form: str) -> str:
        self.looked(site, value)
        if conversion >= 0:
            value = {"s": str, "r": repr, "a": ascii}[chr(conversion)](value)
        return format(value, form)

    def looked(self, site: int, one: Any, depth: int = 4) -> None:
        """A statement looks at what a container holds, and at what containers in it hold."""
        self._consume(site, one)
        if depth and libraries.is_container(one) and not isinstance(one, np.ndarray):
            for each in list(one.values() if isinstance(one, dict) else one)[:1000]:
                self.looked(site, each, depth - 1)

    def _consume(self, site: int, one: Any) -> None:
        pending, seen = [one], set[int]()
        while pending:
            each = pending.pop()
            if id(each) in seen:
                continue
            seen.add(id(each))
            if libraries.is_container(each):
                self.read(site, each, ALL)
            elif libraries.is_iterator(each) or id(each) in self._sources:
                pending.extend(self._sources.get(id(each), ()))
                known = self._of(each)
                if libraries.is_iterator(each) and known is not None:
                    self._add(site, known, known.written.get(STATE, known.maker), STATE)
                    known.written[STATE] = site

    def iterated(self, site: int, one: Any, unpacks: int) -> Iterator[Any]:
        self.at(site)
        self._consume(site, one)
        for value in one:
            if unpacks:
                self._consume(site, value)
            yield value
            self.at(site)

    def asked(self, site: int, one: Any, unpacks: int) -> Iterator[Any]:
        """The same for a generator expression: who asks for its elements is at a statement of its own."""
        self._consume(site, one)
        for value in one:
            if unpacks:
                self._consume(site, value)
            yield value

    def managed(self, site: int, one: Any) -> Any:
        return Managed(self, site, one)

    # Calls.

    def call(self, site: int, function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        self.at(site)
        self._check_time()
        after = libraries.before_call(self, site, function, arguments, keywords)
        result = function(*arguments, **keywords)
        if after is not None:
            after(result)
        if libraries.is_container(result) or libraries.is_iterator(result) or libraries.is_instance(result):
            self._follow(result, -1 if _is_instrumented(function) else site)
        return result

    def takes_from(self, site: int, one: Any, sources: tuple[Any, ...]) -> None:
        """An iterator or a view that a statement makes gives what its sources hold."""
        self._known[id(one)] = Known(one, site)
        self._sources[id(one)] = sources


def _is_instrumented(function: Any) -> bool:
    """Whether it is a function of the program, whose own statements make what it gives back."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return code is not None and "_tfm_" in code.co_names
