"""What attributes hold: of objects, of their classes and those above them, of libraries."""

from __future__ import annotations

import ast
import functools
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of
from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    Above,
    BuiltinMethod,
    Defined,
    External,
    Field,
    Imported,
    Location,
    Made,
    Method,
    Object,
    Sort,
)
from migrate.syntax.command_line import is_parsed, plain_options
from migrate.syntax.graph_methods import ACTING_METHODS

from . import externals
from .changed_arguments import CHANGING_ARRAYS
from .flow import NOTHING, Node
from .heap import SOURCES, Arguments, Find, Here
from .modules import Modules
from .scopes import bound_at_once


class Lookup:
    """What a class, or the nearest above it, has under a name, and the classes that were asked."""

    def __init__(self) -> None:
        self.found = Node()
        self.asked: dict[Defined, None] = {}
        self.reads: list[set[Location]] = []  # of the statements that ask


class Attributes(Modules, ABC):
    """Where attributes lead to."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int) -> None:
        super().__init__(modules, find, most_steps)
        self.bases: dict[Defined, Node] = defaultdict(Node)
        self._lookups: dict[tuple[object, ...], Lookup] = {}
        self._namespaces = set[Object]()  # that are also the dictionaries of their attributes
        self._if_namespace: dict[Object, list[Callable[[], object]]] = defaultdict(list)
        self._written = frozenset(name for one in self.modules.values() for name in one.dotted.values())
        found = self.mentioned.values()
        self._deleted = frozenset[str]().union(*(one.deleted for one in found))
        self._with_setters = frozenset[str]().union(*(one.set_by_methods for one in found))
        self.methods = frozenset[str]().union(*(one.methods for one in found))

    @abstractmethod
    def call(self, here: Here, one: Object, node: ast.AST, arguments: Arguments, result: Node) -> None:
        """A statement calls an object; what that gives goes to `result`."""

    @abstractmethod
    def consumed(self, here: Here, objects: Node) -> Node:
        """The elements of what a statement goes through, which uses iterators up."""

    def special(
        self, here: Here, one: Object, names: Iterable[str], arguments: Arguments, result: Node
    ) -> None:
        """A statement has Python call methods of an object's class, such as `__iter__`."""
        if isinstance(one, Made) and one.sort is Sort.INSTANCE:
            for name in (each for each in names if each in self.methods):
                methods = Node()
                self.of_class(here, one, name, methods)
                self.each(
                    methods,
                    functools.partial(self.call, here, node=one.node, arguments=arguments, result=result),
                )

    def functions_of(self, here: Here, one: Object, functions: Node) -> None:
        """The functions that a library may call that is given an object, such as a hook.

        Of an object whose class has a class of a library above it that is any of its methods.
        """
        if is_callable(one):
            self.put(functions, [one])
        elif isinstance(one, Made) and one.sort is Sort.INSTANCE:
            self.of_class(here, one, "__call__", functions)
            self.each_library_above(one, lambda name: self._put_methods(one, functions))

    def call_back(self, here: Here, function: Object, node: ast.AST, given: Node, result: Node) -> None:
        """Code from outside calls a function.

        None of the statements around them does what hooks do: what runs hooks keeps their order.
        """
        inner = function.function.node if isinstance(function, Method) else None
        if (
            isinstance(function, Method)
            and isinstance(inner, ast.FunctionDef)
            and self.is_hook(function.receiver)
        ):
            here = here._replace(did=self.recorded.at(inner.args, here.unit))
            self.call(here, function, node, Arguments(), NOTHING)
            return
        self.call(here, function, node, Arguments(spread=given), result)

    # Objects.

    @functools.cached_property
    def _plain_options(self) -> frozenset[str]:
        """The options of the program that are numbers or texts."""
        trees = (one.module.tree for one in self.modules.values())
        return plain_options(node for tree in trees for node in nodes_of(tree))

    def attribute(self, here: Here, objects: Node, name: str, *, called: bool = False) -> Node:
        """What an attribute of some objects holds, which may be there to be called."""
        if objects is NOTHING:
            return NOTHING
        result = Node()
        self.each(objects, lambda one: self.attribute_of(here, one, name, result, called=called))
        return result

    def attribute_of(self, here: Here, one: Object, name: str, result: Node, *, called: bool = False) -> None:
        """What an attribute of one object holds."""
        if externals.is_method(name):
            self.if_namespace(one, lambda: self.put(result, [self.objects.builtin_method(one, name)]))
        if name == "__dict__":
            self.namespace(here, self.only(one), result)
        elif name == "__class__":
            self.put_class(one, result)
        elif isinstance(one, Imported):
            self.of_module(here, one, name, result)
        elif isinstance(one, External):
            self.load(here, one, name, result)
            self.put(result, [self._of_external(here, one, name)])
        elif isinstance(one, (BuiltinMethod, Method)):
            self.put(result, [self.objects.builtin_method(one.receiver, name)])
        else:
            self._of_object(here, one, name, result, called=called)

    def namespace(self, here: Here, objects: Node, result: Node) -> None:
        """The dictionary of the attributes of some objects, `vars(one)`: it is taken for the object."""

        def give(one: Object) -> None:
            here.did.reads.add(Field(one, ANYTHING))
            self.note_namespace(one)
            self.put(result, [one])

        self.each(objects, give)

    def note_namespace(self, one: Object) -> None:
        """An object is also the dictionary of its attributes."""
        self._namespaces.add(one)
        for do in self._if_namespace.pop(one, ()):
            do()

    def if_namespace(self, one: Object, do: Callable[[], object]) -> None:
        """Do something if an object is also the dictionary of its attributes, or once it is."""
        if one in self._namespaces:
            do()
        elif isinstance(one, (Imported, Defined)) or isinstance(one, Made) and one.sort is Sort.INSTANCE:
            self._if_namespace[one].append(do)

    def put_class(self, one: Object, result: Node) -> None:
        """The class that an object is of."""
        owner = one.owner if isinstance(one, Made) else None
        self.put(result, [owner] if owner is not None else [])

    def _of_external(self, here: Here, one: External, name: str) -> Object:
        """An attribute of what a library has: two that the text does not write in one go are told apart."""
        dotted = f"{one.name}.{name}"
        if dotted in self._written:
            return self.module(here.home, dotted)
        if one.name not in self._written and one.name.count(".") > 0:
            return one  # a part of it
        return self.module(here.home, dotted)

    def _of_object(
        self, here: Here, one: Made | Defined | Above, name: str, result: Node, *, called: bool
    ) -> None:
        if not isinstance(one, Above):
            self.load(here, one, name, result)
        if isinstance(one, Made) and one.sort is not Sort.INSTANCE:
            self._of_library_object(here, one, name, result, called=called)
            return
        found = Node()
        self.flow(found, result)
        lookup = self.of_class(here, one, name, found, anything=result)
        owners = (one, *lookup.asked) if lookup is not None else (one,)

        def is_found() -> bool:
            return bool(found.held) or any(name in self.fields.get(owner, ()) for owner in owners)

        self.if_missing(is_found, lambda: self._of_nobody_here(here, one, name, result, called=called))

    def _of_library_object(self, here: Here, one: Made, name: str, result: Node, *, called: bool) -> None:
        """An attribute of a container, or of what a library gave: a method, or a part of it."""
        names = self.records.get(one)
        if names is not None and not name.startswith("_"):
            is_named = name in names
            self.flow(self.at(Field(one, ELEMENTS)) if is_named else self.whole(one, elements=True), result)
            return
        if one.is_container or one.sort is Sort.ITERATOR:
            if name != ANYTHING and not externals.is_method(name):
                return  # Python's own containers have no others
        elif not (called and name in _OF_TENSORS):
            self.flow(self.whole(one, elements=True), result)
        if one.sort is Sort.VALUE and name in _OF_NO_ELEMENTS:
            self.put(result, [self.objects.external(_OF_NO_ELEMENTS[name])])  # no part: it cannot be changed
            return
        is_options = one.sort is Sort.VALUE and not one.is_summary and is_parsed(one.node)
        if is_options and name in self._plain_options:
            return  # a number or a text, which is no object
        # The `values` of a tensor, which is not called there, are no method that others may call.
        changes = _OF_VALUES if one.sort is Sort.VALUE else externals.METHODS
        is_part = not called and name not in changes
        self.put(result, [one if is_part else self.objects.builtin_method(one, name)])

    def _of_nobody_here(
        self, here: Here, one: Made | Defined | Above, name: str, result: Node, *, called: bool
    ) -> None:
        """An attribute that no code of the program gives an object: a library does, or a computed name."""
        if isinstance(one, Made):
            here.did.reads.add(Field(one, ELEMENTS))
            self.flow(self.whole(one, elements=True), result)
            self.special(here, one, ("__getattr__", "__getattribute__"), Arguments(), result)
            if self.is_record(one) and not (called and name.startswith("_")):
                return
        receiver = one.receiver if isinstance(one, Above) else one
        method = self.objects.builtin_method(receiver, name)
        if called and isinstance(one, Made) and name in externals.METHODS:
            self.put(result, [method])  # of the dictionary of its attributes
        elif isinstance(one, Made) and not name.startswith("__"):
            self.if_of_library(one, lambda: self.put(result, [method]))
        elif not is_function(one):
            self.put(result, [method])

    def is_record(self, one: Made) -> bool:
        """Whether an object is one of named values, such as `collections.namedtuple` gives."""
        return one in self.records or any(base.sort is Sort.RECORD for base in self._made_bases(one))

    def names_of_record(self, one: Made) -> tuple[str, ...]:
        """What an object of a class above which there is a named tuple's names, in order."""
        return next((self.record_classes.get(base, ()) for base in self._made_bases(one)), ())

    def _made_bases(self, one: Made) -> Iterator[Made]:
        """What calls give, and stands above the class of an object."""
        return (base for base in self._above(one) if isinstance(base, Made))

    def _above(self, one: Made) -> Iterator[Object]:
        """What stands above the class of an object, as far as it is known."""
        pending, seen = [one.owner], set[Object]()
        while pending:
            owner = pending.pop()
            if owner is not None and owner not in seen:
                seen.add(owner)
                bases = tuple(self.objects_in(self.bases[owner]))
                yield from bases
                pending.extend(base for base in bases if isinstance(base, Defined))

    def if_of_library(self, one: Made, do: Callable[[], None]) -> None:
        """Do something if not all classes of an object are the program's: it may have what these do not."""

        def ask(owner: Object) -> None:
            if not isinstance(owner, Defined) or not isinstance(owner.node, ast.ClassDef):
                if owner is not self.objects.external("object"):
                    do()
            elif owner not in asked:
                asked.add(owner)
                node, bases = owner.node, self.bases[owner]
                if node.decorator_list or node.keywords or node.bases and not bases.held:
                    do()
                self.each(bases, ask)

        asked = set[Object]()
        if one.owner is not None:
            ask(one.owner)

    def each_library_above(self, one: Object, do: Callable[[str], None]) -> None:
        """Do something for each class of a library above an object's, or above a class, by its name."""

        def ask(owner: Object) -> None:
            if isinstance(owner, External) and "." in owner.name:
                do(owner.name)
            elif isinstance(owner, Defined) and owner not in asked:
                asked.add(owner)
                self.each(self.bases[owner], ask)

        asked = set[Object]()
        owner = _owner(one)
        if owner is not None:
            ask(owner)

    def is_hook(self, one: Object) -> bool:
        """Whether it is one that a session calls around its runs, in TensorFlow 2 as in TensorFlow 1."""
        return isinstance(one, Made) and any(
            isinstance(base, External) and base.name.endswith("Hook") for base in self._above(one)
        )

    def _put_methods(self, one: Made, functions: Node) -> None:
        """All methods that classes of the program give an object."""

        def add(function: Object) -> None:
            if isinstance(function, Defined) and isinstance(function.node, ast.FunctionDef):
                self.put(functions, [self.objects.method(one, function)])

        def ask(owner: Object) -> None:
            if isinstance(owner, Defined) and owner not in asked:
                asked.add(owner)
                self.each_field(
                    owner,
                    lambda name: None if name == "__init__" else self.each(self.at(Field(owner, name)), add),
                )
                self.each(self.bases[owner], ask)

        asked = set[Object]()
        if one.owner is not None:
            ask(one.owner)

    # Classes.

    def of_class(
        self, here: Here, one: Object, name: str, found: Node, anything: Node | None = None
    ) -> Lookup | None:
        """What an object, or a class, has from its class, or from one above it."""
        if isinstance(one, Above):
            owner, receiver = one.owner, one.receiver
            lookup = self._lookup(owner, name, above=_owner(receiver) or owner)
        else:
            start, receiver = _owner(one), one
            if start is None:
                return None
            lookup = self._lookup(start, name)
        here.did.reads.update(Field(asked, name) for asked in lookup.asked)
        lookup.reads.append(here.did.reads)
        self.each(lookup.found, lambda each: self._bind(here, each, receiver, found))
        if anything is not None:
            for asked in tuple(lookup.asked):
                self.each(
                    self.at(Field(asked, ANYTHING)), lambda each: self._bind(here, each, receiver, anything)
                )
        return lookup

    def set_attribute(self, here: Here, one: Object, name: str, value: Node) -> None:
        """A statement gives an object, a class or a module an attribute."""
        self.write(here, one, ANYTHING if name == "__dict__" else name, value)
        for whole in self.part_of.get(one, ()):  # `FLAGS['rate'].value = 0.1` is seen by `FLAGS.rate`
            self.write(here, whole, ANYTHING, value)
        if name == "__dict__":
            self.flow(value, self.at(Field(one, SOURCES)))
            self.fields[one][SOURCES] = None
        self.set_property(here, one, name, value)
        self.special(here, one, ("__setattr__",), Arguments((NOTHING, value)), NOTHING)

    def set_property(self, here: Here, one: Object, name: str, value: Node) -> None:
        """A statement sets an attribute for which the class of an object may have a method to call."""
        owner = _owner(one)
        if owner is not None and isinstance(one, Made) and name in self._with_setters:

            def set_by(function: Object) -> None:
                if isinstance(function, Defined) and f"{name}.setter" in _decorators(function.node):
                    method = self.objects.method(one, function)
                    self.call(here, method, function.node, Arguments((value,)), NOTHING)

            self.each(self._lookup(owner, name).found, set_by)

    def _lookup(self, owner: Defined, name: str, above: Defined | None = None) -> Lookup:
        """What is found under a name from a class on; with `above`, from those above it, as `super` looks.

        Those are the classes above it, and where a class of the object has several, any of these.
        """
        key = (owner, name, above)
        if key in self._lookups:
            return self._lookups[key]
        lookup = self._lookups[key] = Lookup()

        def ask(one: Object) -> None:
            if not isinstance(one, Defined) or not isinstance(one.node, ast.ClassDef) or one in lookup.asked:
                return
            lookup.asked[one] = None
            for reads in lookup.reads:
                reads.add(Field(one, name))
            self.flow(self.at(Field(one, name)), lookup.found)
            if name in self._deleted or name not in bound_at_once(one.node):
                self.each(self.bases[one], ask)

        if above is None:
            ask(owner)
        else:
            self.each(self.bases[owner], ask)
            self._each_beside(above, ask, set())
        return lookup

    def _each_beside(self, one: Object, ask: functools.partial[None] | object, seen: set[Object]) -> None:
        """Ask the classes that a class of an object has several of above it: any may follow another."""
        if not isinstance(one, Defined) or not isinstance(one.node, ast.ClassDef) or one in seen:
            return
        seen.add(one)
        if len(one.node.bases) > 1:
            self.each(self.bases[one], ask)  # type: ignore[arg-type]
        self.each(self.bases[one], lambda base: self._each_beside(base, ask, seen))

    def _bind(self, here: Here, one: Object, receiver: Object, result: Node) -> None:
        """What a class holds, as its object has it: functions are methods, properties are called."""
        kinds = _decorators(one.node) if isinstance(one, Defined) and is_function(one) else None
        if kinds is None or not isinstance(one, Defined) or "staticmethod" in kinds:
            self.put(result, [one])
        elif "classmethod" in kinds:
            owner = receiver.owner if isinstance(receiver, Made) else receiver
            self.put(result, [self.objects.method(owner or receiver, one)])
        elif isinstance(receiver, Defined):
            self.put(result, [one])
        elif any(kind.endswith(_SETTING) for kind in kinds):
            return
        elif kinds & _PROPERTIES:
            self.call(here, self.objects.method(receiver, one), one.node, Arguments(), result)
        else:
            self.put(result, [self.objects.method(receiver, one)])


# Methods that nothing has but a tensor, its operation or its shape: they are none of what an object holds.
_OF_TENSORS = frozenset({"as_list", "get_shape", "is_compatible_with", "is_fully_defined", "set_shape"})
# What a tensor or an array tells of itself whatever its elements are. Methods of these make no operations,
# but may give lists, as `x.shape.as_list()`.
_OF_NO_ELEMENTS = {"dtype": "numpy.dtype", "shape": "numpy.shape"}
_OF_VALUES = externals.CHANGING_METHODS | ACTING_METHODS | CHANGING_ARRAYS


def is_function(one: Object) -> bool:
    """Whether an object is a function or a lambda of the program."""
    return isinstance(one, Defined) and not isinstance(one.node, ast.ClassDef)


def is_callable(one: Object) -> bool:
    """Whether an object is there to be called: a function or method, but no class."""
    if isinstance(one, Made):  # as nearly always
        return one.sort is Sort.PARTIAL
    return isinstance(one, (Method, BuiltinMethod)) or is_function(one)


def _owner(one: Object) -> Defined | None:
    """The class that an object is of; a class's own attributes are its."""
    if isinstance(one, Made):
        return one.owner
    return one if isinstance(one, Defined) and isinstance(one.node, ast.ClassDef) else None


@functools.cache
def _decorators(node: ast.AST) -> frozenset[str]:
    """The names of a function's decorators."""
    found = getattr(node, "decorator_list", ())
    return frozenset(ast.unparse(one.func if isinstance(one, ast.Call) else one) for one in found)


_SETTING = (".setter", ".deleter")
_PROPERTIES = frozenset({"property", "functools.cached_property", "cached_property", "lazy_property"})
