"""Which objects are gone when the call of the function that makes them returns (escape analysis).

No code outside of such a call can find what it did to them: a dictionary in which a helper looks something
up, the `kwargs` of a function. An object is one of these if all that may hold it ends with the call:

- variables of that function which no function inside it sees, and of functions that it calls, if none of
  them calls it in turn; not what it returns, and nothing of generators, whose variables outlive their calls;
- fields of other objects of which the same is true.

What is raised, given to unknown code or kept by a graph may be found later.

Sound for one abstract object that stands for those of many calls: what is said of it holds for each. The
holders of an object are gone through once, so that a question takes no more than all that is held.
"""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from migrate.model.objects import (
    COMPREHENSIONS,
    FUNCTIONS,
    Above,
    BuiltinMethod,
    Cell,
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


class Lifetimes:
    """How long the objects of a program may be found.

    Args:
      found: what locations hold.
      in_frames: what the statements of each frame do.
    """

    def __init__(self, found: PointsTo, in_frames: Mapping[Frame, Sequence[tuple[ast.AST, Did]]]) -> None:
        self._found = found
        self._in_frames = in_frames
        self._ending: dict[Made, bool] = {}
        self._called: dict[Frame, frozenset[Frame]] = {}
        self._captured: dict[Scope, frozenset[str] | None] = {}

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

    def _ends(self, one: Made) -> bool:
        if one not in self._ending:
            makers = self._makers(one)
            self._ending[one] = bool(makers) and all(
                self._ending.get(each, True) and self._makers(each) == makers and not self._outlives(each)
                for each in closure([one], self._holders)
            )
        return self._ending[one]

    def _makers(self, one: Made) -> frozenset[Frame]:
        """The functions that make an object, if nothing else does."""
        found = self._found.makers.get(one, ())
        return frozenset(found) if all(isinstance(frame.scope, FUNCTIONS) for frame in found) else frozenset()

    def _holders(self, one: Made) -> Iterator[Made]:
        """The objects that have it in a field."""
        for location in self._held_in.get(one, ()):
            if not isinstance(location, Cell) and isinstance(location.object, Made):
                yield location.object

    def _outlives(self, one: Made) -> bool:
        """Whether something else may hold an object behind the call that makes it."""
        makers = self._makers(one)
        return one in self._found_later or any(
            not isinstance(location.object, Made)
            if not isinstance(location, Cell)
            else not self._ends_with(location, makers)
            for location in self._held_in.get(one, ())
        )

    def _ends_with(self, cell: Cell, makers: frozenset[Frame]) -> bool:
        """Whether a variable is gone when a call of the function returns that made what it holds."""
        frame = cell.frame
        while isinstance(frame.scope, COMPREHENSIONS) and not isinstance(frame.scope, ast.GeneratorExp):
            frame = frame.around[0]
        captured = self._seen_inside(frame.scope)
        if captured is None or cell.name in captured:
            return False
        if frame in makers:
            return cell.name != RETURNED
        is_called = any(frame in self._calls(maker) for maker in makers)
        return is_called and makers.isdisjoint(self._calls(frame))

    def _seen_inside(self, scope: Scope) -> frozenset[str] | None:
        """The names that functions inside of one may see; None of what is no function, or of a generator."""
        if scope not in self._captured:
            self._captured[scope] = _seen_inside(scope) if isinstance(scope, FUNCTIONS) else None
        return self._captured[scope]

    def _calls(self, frame: Frame) -> frozenset[Frame]:
        """The functions that one calls, be it through others, in their contexts."""
        if frame not in self._called:
            direct = self._directly_called(frame)
            self._called[frame] = frozenset(closure(direct, self._directly_called))
        return self._called[frame]

    def _directly_called(self, frame: Frame) -> Iterable[Frame]:
        return {one for _, did in self._in_frames.get(frame, ()) for one in did.calls}

    @functools.cached_property
    def _held_in(self) -> Mapping[Made, Sequence[Location]]:
        """The locations of each object that is made, also where they hold a method that is bound to it."""
        found = defaultdict[Made, list[Location]](list)
        for location, node in self._found.locations():
            for one in self._found.objects_in(node):
                for each in _itself_and_receivers(one):
                    found[each].append(location)
        return found

    @functools.cached_property
    def _found_later(self) -> frozenset[Made]:
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


def _itself_and_receivers(one: Object) -> Iterator[Made]:
    while isinstance(one, (Method, BuiltinMethod, Above)):
        one = one.receiver
    if isinstance(one, Made):
        yield one


def _seen_inside(function: Scope) -> frozenset[str] | None:
    if any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)) for node in own_nodes(function)):
        return None
    inner = (node for node in ast.walk(function) if isinstance(node, _LATER) and node is not function)
    names = (name for node in inner for name in ast.walk(node))
    return frozenset(node.id for node in names if isinstance(node, ast.Name))


# What may run, or be asked, behind the call of the function around it.
_LATER = (*FUNCTIONS, ast.ClassDef, ast.GeneratorExp)
