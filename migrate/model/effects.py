"""What statements do to the locations of a program, as far as the stages ask."""

from __future__ import annotations

import ast
import enum
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from .graph_names import Taken
from .nodes import children_of
from .objects import ANYTHING, ELEMENTS, STATE, Cell, Field, Frame, Location, Made, Object, Scope, Sort


@dataclass(frozen=True)
class Touched:
    """The locations that some code reads and writes, and the objects that it makes.

    `outside` are the functions that it calls whose work is seen outside of the process, such as `print`;
    `ends` are the exceptions that it may raise by a statement, which may end the program; `fails` those that
    Python and libraries may raise for the values that they find, such as a key that is not there.
    """

    reads: frozenset[Location]
    writes: frozenset[Location]
    makes: frozenset[Made]
    outside: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    fails: frozenset[str] = frozenset()

    def is_own(self, location: Location) -> bool:
        """Whether a location belongs to an object that this code makes, each time it runs."""
        return isinstance(location, Field) and self.is_new(location.object)

    def is_new(self, one: Object) -> bool:
        """Whether an object is made by this code, each time it runs: of a summary that is not known."""
        return one in self.makes and not (isinstance(one, Made) and one.is_summary)


class Detail(enum.Enum):
    """What an analysis of a program tells apart, the most first."""

    ALL = enum.auto()
    CONTEXTS = enum.auto()  # functions by their calls; all that unknown code knows is one
    PLACES = enum.auto()  # neither


class Effects(Protocol):
    """What statements do, the functions included that they call."""

    @property
    def known(self) -> bool:
        """Whether the program is small enough to be analysed; else nothing may be asked."""

    @property
    def details(self) -> Sequence[Detail]:
        """The detail in which the program is analysed, and those with less; none if it is too large."""

    def of(self, statements: Iterable[ast.AST], without: Collection[ast.AST] = ()) -> Touched:
        """What some statements do, and the functions that they may call but those `without`."""

    def beside(
        self,
        statements: Collection[ast.AST],
        homes: Collection[ast.AST] | None = None,
        dead: Collection[ast.AST] = frozenset(),
    ) -> Touched:
        """What all code of the program does that runs when these statements, and what they call, do not.

        With `homes`, the trees of some modules, it is the code of these and what that calls. None of it is
        what `dead` code does; a function that only such code is known to call may still be called.
        """

    def file_of(self, node: ast.AST) -> Path | None:
        """The file of the program that has a node."""

    def at(self, location: Location) -> frozenset[Object]:
        """The objects that a location may hold."""

    def reachable(self, scope: Scope, names: Iterable[str]) -> frozenset[Object]:
        """All objects that some names of a scope may lead to."""

    def changed(
        self,
        statements: Collection[ast.AST],
        names: Iterable[str],
        without: Collection[ast.AST] = (),
        shallow: Collection[str] = (),
    ) -> frozenset[str]:
        """The names whose values some statements, and what they call but those `without`, change in place.

        Of some names as the code around the statements sees them. A value is changed where a part of it is,
        unless the name is among the `shallow` ones.
        """

    def held(self, scope: Scope, name: str) -> frozenset[Object]:
        """The objects that a name of a scope, or an attribute of one, may stand for."""

    def read_as(self, scope: Scope, name: ast.Name) -> frozenset[Object]:
        """The objects that a name of a scope may stand for where it is read."""

    def given(self, expression: ast.expr) -> frozenset[Object]:
        """The objects that an expression of the program may give, wherever it is evaluated."""

    def within(self, expression: ast.expr) -> frozenset[Object]:
        """What an expression may give, and all that this holds, directly or through others."""

    def evaluates(self, expression: ast.expr) -> bool:
        """Whether an expression is one of the program, and what it may give is known."""

    def never_runs(self, node: ast.AST) -> bool:
        """Whether code stands in a branch that no call of its function leads into."""

    def changes(self, statement: ast.AST, one: Object) -> bool:
        """Whether a statement may change an object by itself, other than by functions of the program."""

    def elements(self, one: Object) -> frozenset[Object]:
        """What an element of a container may be."""

    def reached(self, statements: Iterable[ast.AST]) -> frozenset[Scope]:
        """The functions that some statements may run, be it through others."""

    def called(self, statements: Iterable[ast.AST]) -> frozenset[Scope]:
        """The functions that some statements may call themselves, or have a library call: no graph does."""

    def library(self, statements: Iterable[ast.AST]) -> frozenset[str]:
        """The functions and methods of libraries that some statements call, or have a library call.

        Functions by their dotted names, and methods as `.append`, by whatever name the code has them.
        """

    def names_taken(
        self, statement: ast.stmt, around: Sequence[ast.stmt] = (), without: Collection[ast.AST] = ()
    ) -> frozenset[Taken]:
        """The names that a statement may take in a graph, in the scopes that the headers `around` open.

        Functions that it calls count, but those `without`.
        """

    def calls(self, statement: ast.AST, frame: Frame) -> bool:
        """Whether a statement may run a function in a frame, be it through others."""


def executed(statement: ast.stmt) -> list[ast.stmt]:
    """What runs of a statement by itself: itself, and the blocks in it where those are not taken apart."""
    return [statement, *(() if isinstance(statement, _TAKEN_APART) else inside(statement))]


def inside(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements in the blocks of a function or of a statement, without those of functions in it."""
    pending = [node]
    while pending:
        for one in children_of(pending.pop()):
            if isinstance(one, ast.stmt):
                yield one
            if isinstance(one, _BLOCKS) and not isinstance(one, _FUNCTIONS):
                pending.append(one)


def code_of(function: ast.AST) -> Iterator[ast.AST]:
    """The statements of a function, without those of functions in it; of a lambda, its expression.

    A generator expression is one itself.
    """
    if isinstance(function, ast.GeneratorExp):
        yield function
    elif isinstance(function, ast.Lambda):
        yield function.body
    else:
        yield from inside(function)


_BLOCKS = (ast.stmt, ast.match_case, ast.ExceptHandler)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_TAKEN_APART = (*_FUNCTIONS, ast.With, ast.For, ast.While, ast.If, ast.Try)


def owner_of(location: Location) -> Cell | Object:
    """The variable that a location is, or the object that it is a field of."""
    return location if isinstance(location, Cell) else location.object


class Locations:
    """Some locations, found by the variables and objects that they belong to."""

    def __init__(self, every: Iterable[Location]) -> None:
        self._known: dict[Cell | Object, list[Location]] = {}
        for one in every:
            self._known.setdefault(owner_of(one), []).append(one)

    def may_have(self, location: Location) -> bool:
        """Whether a location may be among them."""
        return any(overlap(location, one) for one in self._known.get(owner_of(location), ()))


def overlap(one: Location, other: Location) -> bool:
    """Whether two locations may be the same: any field of an object may be that which is not known."""
    if isinstance(one, Field) and isinstance(other, Field):
        both = {one.name, other.name}
        elements = ELEMENTS in both and all(name.startswith("[") for name in both)
        return one.object is other.object and (len(both) == 1 or ANYTHING in both or elements)
    return one == other


def is_stream(location: Location) -> bool:
    """Whether it is the state of a stream of random numbers."""
    owner = location.object if isinstance(location, Field) else None
    is_own = isinstance(owner, Made) and owner.sort is Sort.STREAM
    return is_own or isinstance(location, Field) and location.name == STATE
