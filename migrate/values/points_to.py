"""A points-to analysis of whole programs: which objects each variable, attribute and element may hold.

Andersen's: statements have an order for the names of their own scope alone (`versions.py`). Each function is
evaluated once in each of its contexts, into sets of objects and edges between them (`flow.py`), which are
solved by difference propagation as they come.

- Contexts: a function by the call of it, a method by the expression that makes its object; what is called
  more often than that, or very often for one name, has one context more, for all others. So there are at
  most a constant times functions frames, for each function around them.
- Objects: one for each expression that makes some, but what very many give one name is one (`sites.py`).
- What nobody here calls is called from outside, the last first; an attribute that nobody sets is a library's.
  Both are decided when all else is settled.
- What unknown code is given may all hold each other: so n objects there take n * n steps, and more. A program
  that takes too many steps is analysed anew in less `Detail`: with one object for all that unknown code knows
  (`anything.py`), then also without contexts, and with one object for what each module has from libraries.

Invariant: when it is done, each set holds what each edge brings it, and each watcher has seen all that it
watches. It ends, because there are finitely many frames, objects and sets, and sets only grow: for n edges
and k objects in n * k steps at most, and never in more than the limit (`TooLarge`), behind the last of which
the program is given up.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from migrate.model.bindings import Bindings
from migrate.model.effects import Detail
from migrate.model.nodes import nodes_of
from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    Above,
    BuiltinMethod,
    Cell,
    Defined,
    Frame,
    Location,
    Method,
    Object,
    is_element,
)

from .anything import Anything
from .calls import MOST_CONTEXTS, RETURNED, seen_inside
from .flow import Node, TooLarge
from .heap import Find, Here
from .statements import Statements

Held = frozenset[Object]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the collector of garbage: sets and edges only become more, and it would visit them all."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class PointsTo(Statements):
    """The objects that the locations of some modules may hold, and what each statement does to them.

    Args:
      modules: all modules of the run.
      find: which of them a dotted name means, where a module imports it.
      detail: what is told apart.

    Raises:
      TooLarge: it has taken more than a bounded number of steps.
    """

    def __init__(self, modules: Iterable[Bindings], find: Find, detail: Detail = Detail.ALL) -> None:
        most_contexts = 0 if detail is Detail.PLACES else MOST_CONTEXTS
        super().__init__(modules, find, _MOST_STEPS[detail], most_contexts)
        self._uncalled: list[Defined] = []
        self._holds: dict[Object, int] = {}
        self._sets: dict[int, Held] = {}
        self._given: dict[ast.expr, Held] = {}
        self._reached: dict[int, int] = {}
        self.tells_results = detail is not Detail.PLACES
        if detail is not Detail.ALL and self.modules:
            self.anything = Anything(self)
            self.unknown = self.anything.object
        with _uncollected():
            try:
                self._solve()
            except TooLarge:
                self._let_go()
                raise
            self._take_apart()

    def _solve(self) -> None:
        for home in self.modules.values():
            self._evaluate(self.enter(home.module.tree, None, ()))
        self.settle()
        while self._call_uncalled() or self.take_missing():
            self.settle()
        self.resume()
        self.read_sources()
        for statement in self.constants.left_out():
            if statement not in self.recorded.by_statement:
                self.recorded.never_run.update(nodes_of(statement))

    def _let_go(self) -> None:
        """Nothing is left: the collector of garbage would take seconds to find what holds each other."""
        self._take_apart()
        vars(self).clear()

    def _take_apart(self) -> None:
        """What would be done with more objects in a set: most of the memory that the analysis takes."""
        pending = [node for _, node in self.locations()]
        pending += [node for nodes in self.recorded.by_expression.values() for node in nodes]
        self.forget()
        while pending:
            node = pending.pop()
            pending.extend(node.targets)
            node.targets, node.watchers = (), ()

    def of(self, frame: Frame, name: str) -> Held:
        """The objects that a name may stand for."""
        return frozenset(self.held(self.names.cell(frame.chain, name)))

    def given_by(self, expression: ast.expr) -> Held:
        """The objects that an expression may give, wherever it is evaluated."""
        if expression not in self._given:
            held = 0
            for node in self.recorded.by_expression.get(expression, ()):
                held |= node.held
            if held not in self._sets:  # many expressions may give the same
                self._sets[held] = frozenset(self.decoded(held))
            self._given[expression] = self._sets[held]
        return self._given[expression]

    def elements_of(self, one: Object) -> Iterable[Object]:
        """What an element of a container may be."""
        return self.objects_in(self.whole(one, elements=True))

    def inside(self, location: Location) -> Held:
        """The objects in a location: of all elements, or all fields, in any of them."""
        if isinstance(location, Cell) or location.name not in (ELEMENTS, ANYTHING):
            whole = [] if isinstance(location, Cell) else [location._replace(name=ANYTHING)]
            return frozenset(held for one in (location, *whole) for held in self.held(one))
        names = (
            one
            for one in self.fields.get(location.object, ())
            if location.name == ANYTHING or is_element(one)
        )
        return frozenset(held for name in names for held in self.held(self.location(location.object, name)))

    def reachable(self, objects: Iterable[Object]) -> Held:
        """Some objects, and all that they hold, directly or through others."""
        found = self.reached_from(self.encoded(objects))
        if found not in self._sets:
            self._sets[found] = frozenset(self.decoded(found))
        return self._sets[found]

    def reached_from(self, objects: int) -> int:
        """The same of objects as a number."""
        if objects not in self._reached:
            found, pending = 0, objects
            while pending:
                found |= pending
                held = 0
                for one in self.decoded(pending):
                    held |= self._held_by(one)
                pending = held & ~found
            self._reached[objects] = found
        return self._reached[objects]

    def _held_by(self, one: Object) -> int:
        """What an object holds itself, once the constraints are solved."""
        if one not in self._holds:
            held = 0
            for name in self.fields.get(one, ()):
                held |= self.held_bits(self.location(one, name))
            if isinstance(one, (Method, BuiltinMethod, Above)):
                held |= self.encoded([one.receiver])
            self._holds[one] = held
        return self._holds[one]

    def define(self, function: Defined) -> None:
        """A statement defines a function, which may be called from elsewhere."""
        self._uncalled.append(function)

    def _call_uncalled(self) -> bool:
        """What nobody here calls may be called from elsewhere: a function that a module defines, a method.

        The last is the first, which is often `main`: what it calls is called then.
        """
        while self._uncalled:
            function = self._uncalled.pop()
            if not self.frames(function.node):
                frame = self.enter(function.node, None, seen_inside(function.frame))
                self.may_be_given(frame, function)
                self.start(frame)
                return True
        return False

    def start(self, frame: Frame) -> None:
        """A function may be called: it is evaluated once in each of its contexts."""
        if frame not in self.recorded.reached:
            self.recorded.reached.add(frame)
            self.later(lambda: self._evaluate(frame))

    def _evaluate(self, frame: Frame) -> None:
        scope, home = frame.scope, self.home_of(frame)
        if isinstance(scope, ast.Lambda):
            here = Here(frame, frame, self.recorded.at(scope.body, frame), home)
            self.give_back(here, self.value(here, scope.body))
        elif isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            self.block(Here(frame, frame, self.recorded.at(scope, frame), home), scope.body)

    def give_back(self, here: Here, objects: Node) -> None:
        """The function returns some objects."""
        self.flow(objects, self.at(Cell(here.unit, RETURNED)))


# Two or three seconds of processor time in each: the less detail, the larger the sets that a step concerns.
_MOST_STEPS = {Detail.ALL: 750_000, Detail.CONTEXTS: 400_000, Detail.PLACES: 500_000}
