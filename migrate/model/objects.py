"""Abstract objects, one for each place in the text that makes some, and the locations that hold them.

Objects are compared by identity: `Objects` makes each of them once.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeGuard, TypeVar

Scope: TypeAlias = (
    "ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"
    " | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp"
)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"
Definition: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef"


class Sort(enum.Enum):
    """What an object does when it is used."""

    CONTAINER = "a list, a set, or a tuple; or a dictionary that is not known to be one"
    DICTIONARY = "a dictionary"
    ITERATOR = "is used up by reading"
    INSTANCE = "an object of a class of the program"
    VALUE = "the result of a pure function of a library, such as a tensor: its methods change nothing"
    RECORD = "a named tuple, or a class of such"
    PARTIAL = "a function with some of its arguments, from `functools.partial`"
    STREAM = "an object of a library that each of its methods changes, such as a stream of random numbers"
    STATEFUL = "the result of a function that is not known: its methods may change it"


@dataclass(frozen=True, eq=False)
class Frame:
    """A scope in one of its contexts: a function as one call of it runs, or as one object's method.

    `chain` is the frame itself and those whose names it sees, the module's last.
    """

    scope: Scope
    context: ast.AST | None
    around: tuple[Frame, ...]

    @property
    def chain(self) -> tuple[Frame, ...]:
        """The frame, and those around it."""
        return (self, *self.around)


@dataclass(frozen=True, eq=False)
class Made:
    """The objects that an expression makes in one context: all of them are one, however many there are.

    An object of a class of the program has that class as its `owner`. An array is a value that `+=` changes.
    A summary is what several expressions make, its `sites`: which of them made what is not known.
    """

    node: ast.AST
    sort: Sort
    context: ast.AST | None = None
    owner: Defined | None = None
    is_array: bool = False
    is_summary: bool = False
    sites: set[ast.AST] = field(default_factory=set)

    @property
    def is_container(self) -> bool:
        """Whether it is a container of Python's own."""
        return self.sort is Sort.CONTAINER or self.sort is Sort.DICTIONARY

    @property
    def nodes(self) -> Iterable[ast.AST]:
        """The expressions that make it."""
        return self.sites if self.is_summary else (self.node,)


@dataclass(frozen=True, eq=False)
class Defined:
    """A function, a lambda or a class of the program."""

    node: Definition
    frame: Frame


@dataclass(frozen=True, eq=False)
class Method:
    """A method of the program, bound to the object that it was taken from."""

    receiver: Object
    function: Defined


@dataclass(frozen=True, eq=False)
class BuiltinMethod:
    """A method that the program does not define, such as `losses.append`."""

    receiver: Object
    name: str


@dataclass(frozen=True, eq=False)
class Imported:
    """A module of the run."""

    path: Path


@dataclass(frozen=True, eq=False)
class External:
    """What a dotted name from outside of the run stands for, such as `os.environ`."""

    name: str


@dataclass(frozen=True, eq=False)
class Above:
    """An object as the classes above one of its own see it: what `super()` gives there."""

    receiver: Object
    owner: Defined


Object: TypeAlias = "Made | Above | Defined | Method | BuiltinMethod | Imported | External"


class Cell(NamedTuple):
    """A variable: a name in the scope that it belongs to."""

    frame: Frame
    name: str


class Field(NamedTuple):
    """An attribute of an object by its name, its `ELEMENTS`, or all of it: `ANYTHING`."""

    object: Object
    name: str


Location: TypeAlias = Cell | Field


def made_at(one: Object) -> Iterable[ast.AST]:
    """The expressions that make an object; none make those that nothing in the text does."""
    return one.nodes if isinstance(one, Made) else ()


ELEMENTS = "[]"  # of which all `element(key)` are parts
KEYS = "[<keys>]"  # the keys of a dictionary that are objects themselves
ANYTHING = "*"
STATE = "<state>"  # of a stream of random numbers that belongs to a module


def element(key: object) -> str:
    """The field of a container that stands at a place, or under a key: `1`, `1.0` and `True` are one."""
    is_number = isinstance(key, bool) or isinstance(key, float) and key.is_integer()
    return f"[{int(key)!r}]" if is_number else f"[{key!r}]"  # type: ignore[call-overload]


def is_element(name: str) -> bool:
    """Whether a field is an element, or all of them."""
    return name.startswith("[")


Kind = TypeVar("Kind", Frame, Made, Above, Defined, Method, BuiltinMethod, Imported, External)


class Objects:
    """Makes each object and frame once, so that sets of them cost little."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Any] = {}

    def _once(self, kind: Callable[..., Kind], *parts: object) -> Kind:
        key = (kind, *parts)
        found: Kind | None = self._known.get(key)
        if found is None:
            found = self._known[key] = kind(*parts)
        return found

    def frame(self, scope: Scope, context: ast.AST | None, around: tuple[Frame, ...]) -> Frame:
        """A scope in one of its contexts."""
        return self._once(Frame, scope, context, around)

    def made(
        self,
        node: ast.AST,
        sort: Sort,
        context: ast.AST | None,
        owner: Defined | None = None,
        *,
        is_array: bool = False,
        is_summary: bool = False,
    ) -> Made:
        """The objects that an expression makes in a context.

        Of a summary, `node` is the first of the expressions that make it, or they are all inside it.
        """
        return self._once(Made, node, sort, context, owner, is_array, is_summary)

    def defined(self, node: Definition, frame: Frame) -> Defined:
        """What a definition defines, in the frame in which it stands."""
        return self._once(Defined, node, frame)

    def method(self, receiver: Object, function: Defined) -> Method:
        """A method of the program, bound to an object."""
        return self._once(Method, receiver, function)

    def builtin_method(self, receiver: Object, name: str) -> BuiltinMethod:
        """A method that the program does not define, bound to an object."""
        return self._once(BuiltinMethod, receiver, name)

    def above(self, receiver: Object, owner: Defined) -> Above:
        """An object, as the classes above `owner` see it."""
        return self._once(Above, receiver, owner)

    def imported(self, path: Path) -> Imported:
        """A module of the run."""
        return self._once(Imported, path)

    def external(self, name: str) -> External:
        """What a dotted name from outside of the run stands for."""
        return self._once(External, name)


def holds(one: Object) -> TypeGuard[Made]:
    """Whether an object is a container of Python's own, or an iterator."""
    return isinstance(one, Made) and one.sort in _HOLDING


_HOLDING = frozenset({Sort.CONTAINER, Sort.DICTIONARY, Sort.ITERATOR, Sort.RECORD})


def classes_of(objects: Iterable[Object]) -> frozenset[ast.AST]:
    """The classes of the program that some objects are of."""
    owners = (one.owner for one in objects if isinstance(one, Made))
    return frozenset(one.node for one in owners if one is not None)
