"""Which objects are gone when the call of the function that makes them returns (escape analysis).

No code outside of such a call can find what it did to them: a dictionary in which a helper looks something
up, the `kwargs` of a function. An object is one of these if all that may hold it ends with the call:

- variables of that function, and of functions that it calls, if none of them calls it in turn; not what it
  returns, and nothing of generators, whose variables outlive their calls;
- fields of other objects of which the same is true;
- functions and lambdas inside it, which see its variables (closures), if the same is true of them.

What is raised, given to unknown code or kept by a graph may be found later.

Sound for one abstract object that stands for those of many calls: what is said of it holds for each. The
holders of an object are gone through once, so that a question takes no more than all that is held.
"""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from migrate.model.objects import (
    COMPREHENSIONS,
    FUNCTIONS,
    Above,
    BuiltinMethod,
    Cell,
    Defined,
    Frame,
    Location,
    Made,
    Method,
    Object,
    Scope,
)
from migrate.syntax.closure import closure

from .calls import RETURNED
from .points_to import PointsTo
from .recorded import Did
from .scopes import own_nodes

Held: TypeAlias = Made | Defined


class Lifetimes:
    """How long the objects of a program may be found.

    Args:
      found: what locations hold.
      in_frames: what the statements of each frame do.
    """

    def __init__(self, found: PointsTo, in_frames: Mapping[Frame, Sequence[tuple[ast.AST, Did]]]) -> None:
        self._found = found
        self._in_frames = in_frames
        self._ending: dict[Held, bool] = {}
        self._called: dict[Frame, frozenset[Frame]] = {}
        self._inside: dict[Scope, Inside | None] = {}

    def is_gone(self, one: Object, calls: Collection[Frame], around: Iterable[Frame]) -> bool:
        """Whether an object is made in some calls, and nothing is left of it when they return.

        Args:
          one: the object.
          calls: functions that some statements call, be it through others.
          around: the functions that these statements are in.
        """
        if not isinstance(one, Made) or not self._ends(one):
            return False
        makers = self._makers(one)
        others = makers.difference(calls)
        # Inside of another call that makes such an object, the statements may be given that one.
        return others != makers and not any(
            frame in self._calls(other) for other in others for frame in around
        )

    def _ends(self, one: Held) -> bool:
        if one not in self._ending:
            makers = self._makers(one)
            self._ending[one] = bool(makers) and all(
                self._ending.get(each, True) and self._makers(each) == makers and not self._outlives(each)
                for each in closure([one], self._holders)
            )
        return self._ending[one]

    def _makers(self, one: Held) -> frozenset[Frame]:
        """The functions that make an object, or define a function, if nothing else does."""
        found = self._found.makers.get(one, ()) if isinstance(one, Made) else [_of_function(one.frame)]
        return frozenset(found) if all(isinstance(frame.scope, FUNCTIONS) for frame in found) else frozenset()

    def _holders(self, one: Held) -> Iterator[Held]:
        """The objects that have it in a field, and the functions that see a variable with it."""
        for location in self._held_in.get(one, ()):
            if isinstance(location, Cell):
                yield from self._closures(location)
            elif isinstance(location.object, Made):
                yield location.object

    def _closures(self, cell: Cell) -> Iterator[Defined]:
        """The functions that see a variable of the one around them, and are held by something."""
        inside = self._seen_inside(_of_function(cell.frame).scope)
        for one in self._defined_in.get(_of_function(cell.frame), ()):
            if inside is None or cell.name in inside.names_in.get(one.node, {cell.name}):
                yield one

    def _outlives(self, one: Held) -> bool:
        """Whether something else may hold an object behind the call that makes it."""
        makers = self._makers(one)
        return one in self._found_later or any(
            not isinstance(location.object, Made)
            if not isinstance(location, Cell)
            else not self._ends_with(location, makers)
            for location in self._held_in.get(one, ())
        )

    def _ends_with(self, cell: Cell, makers: frozenset[Frame]) -> bool:
        """Whether a variable is gone when a call of the function returns that made what it holds.

        If no function inside it is left that sees the variable.
        """
        frame = _of_function(cell.frame)
        inside = self._seen_inside(frame.scope)
        if inside is None or cell.name in inside.later:
            return False
        if frame in makers:
            return cell.name != RETURNED
        is_called = any(frame in self._calls(maker) for maker in makers)
        return is_called and makers.isdisjoint(self._calls(frame))

    def _seen_inside(self, scope: Scope) -> Inside | None:
        """The names that code inside of a function sees; None of what is no function, or of a generator."""
        if scope not in self._inside:
            self._inside[scope] = _seen_inside(scope) if isinstance(scope, FUNCTIONS) else None
        return self._inside[scope]

    def _calls(self, frame: Frame) -> frozenset[Frame]:
        """The functions that one calls, be it through others, in their contexts."""
        if frame not in self._called:
            direct = self._directly_called(frame)
            self._called[frame] = frozenset(closure(direct, self._directly_called))
        return self._called[frame]

    def _directly_called(self, frame: Frame) -> Iterable[Frame]:
        return {one for _, did in self._in_frames.get(frame, ()) for one in did.calls}

    @functools.cached_property
    def _held_in(self) -> Mapping[Held, Sequence[Location]]:
        """The locations of each object that is made, also where they hold a method that is bound to it."""
        found = defaultdict[Held, list[Location]](list)
        for location, node in self._found.locations():
            for one in self._found.objects_in(node):
                for each in _itself_and_receivers(one):
                    found[each].append(location)
        return found

    @functools.cached_property
    def _defined_in(self) -> Mapping[Frame, Sequence[Defined]]:
        """The functions that see the variables of each function around them, of those that are held."""
        found = defaultdict[Frame, list[Defined]](list)
        for one in self._held_in.keys() | self._found_later:
            if isinstance(one, Defined):
                for frame in dict.fromkeys(map(_of_function, one.frame.chain)):
                    found[frame].append(one)
        return found

    @functools.cached_property
    def _found_later(self) -> frozenset[Held]:
        """What leaves a call without a location that holds it."""
        recorded = self._found.recorded
        nodes = [self._found.kept_by_graph]
        for statement, frames in recorded.by_statement.items():
            if isinstance(statement, ast.Raise) and statement.exc is not None:
                parts = (one for one in ast.walk(statement.exc) if isinstance(one, ast.expr))
                nodes += (node for one in parts for node in recorded.by_expression.get(one, ()))
            nodes += (self._found.only(one) for did in frames.values() for one in did.escapes)
        held = (one for node in nodes for one in self._found.objects_in(node))
        return frozenset(each for one in held for each in _itself_and_receivers(one))


def _itself_and_receivers(one: Object) -> Iterator[Held]:
    while isinstance(one, (Method, BuiltinMethod, Above)):
        one = one.receiver
    if isinstance(one, (Made, Defined)):
        yield one


def _of_function(frame: Frame) -> Frame:
    """The frame of the function that a comprehension is evaluated by; others as they are."""
    while isinstance(frame.scope, COMPREHENSIONS) and not isinstance(frame.scope, ast.GeneratorExp):
        frame = frame.around[0]
    return frame


@dataclass(frozen=True)
class Inside:
    """What code inside of a function sees of its variables.

    `names_in` are the names in each function inside it, and `later` those in what may go on behind its call
    though no function is called: classes, and what a generator goes on with.
    """

    names_in: Mapping[ast.AST, frozenset[str]]
    later: frozenset[str]


def _seen_inside(function: Scope) -> Inside | None:
    if _is_generator(function):
        return None
    inner = [node for node in ast.walk(function) if isinstance(node, _LATER) and node is not function]
    names: dict[ast.AST, frozenset[str]] = {
        node: frozenset(name.id for name in ast.walk(node) if isinstance(name, ast.Name)) for node in inner
    }
    later = (names[node] for node in inner if not isinstance(node, FUNCTIONS) or _is_generator(node))
    return Inside(names, frozenset().union(*later))


def _is_generator(function: Scope) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in own_nodes(function))


# What may run, or be asked, behind the call of the function around it.
_LATER = (*FUNCTIONS, ast.ClassDef, ast.GeneratorExp)
