"""A points-to analysis of whole programs."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from migrate.model.bindings import Bindings
from migrate.model.objects import (
    Above,
    BuiltinMethod,
    Cell,
    Defined,
    Frame,
    Method,
    Object,
)

from .anything import Anything
from .calls import MOST_CONTEXTS, RETURNED, seen_inside
from .flow import Node
from .heap import Find, Here
from .statements import Statements

Held = frozenset[Object]


class PointsTo(Statements):
    """The objects that the locations of some modules may hold, and what each statement does to them.

    Args:
      modules: all modules of the run.
      find: which of them a dotted name means, where a module imports it.
      in_contexts: whether a function is evaluated for each call of it, and not once for all of them.

    Raises:
      TooLarge: it has taken more than a bounded number of steps.
    """

    def __init__(self, modules: Iterable[Bindings], find: Find, *, in_contexts: bool = True) -> None:
        super().__init__(modules, find, _MOST_STEPS, MOST_CONTEXTS if in_contexts else 0)
        self._homes: dict[ast.AST, Bindings] = {}
        self._uncalled: list[Defined] = []
        for home in self.modules.values():
            self._homes[home.module.tree] = home
        if not in_contexts and self.modules:
            self.anything = Anything(self)
            self.unknown = self.anything.object
        for home in self.modules.values():
            self._evaluate(self.enter(home.module.tree, None, ()))
        self.settle()
        while self._call_uncalled() or self.take_missing():
            self.settle()

    def of(self, frame: Frame, name: str) -> Held:
        """The objects that a name may stand for."""
        return frozenset(self.held(self.names.cell(frame.chain, name)))

    def reachable(self, objects: Iterable[Object]) -> Held:
        """Some objects, and all that they hold, directly or through others."""
        found, pending = set[Object](), list(objects)
        while pending:
            one = pending.pop()
            if one not in found:
                found.add(one)
                for name in self.fields.get(one, ()):
                    pending.extend(self.held(self.location(one, name)))
                if isinstance(one, (Method, BuiltinMethod, Above)):
                    pending.append(one.receiver)
        return frozenset(found)

    def define(self, function: Defined) -> None:
        """A statement defines a function, which may be called from elsewhere."""
        self._uncalled.append(function)

    def _call_uncalled(self) -> bool:
        """What nobody here calls may be called from elsewhere: a function that a module defines, a method.

        The last is the first, which is often `main`: what it calls is called then.
        """
        while self._uncalled:
            function = self._uncalled.pop()
            if not self.frames(function.node):  # type: ignore[arg-type]
                self.start(self.enter(function.node, None, seen_inside(function.frame)))
                return True
        return False

    def start(self, frame: Frame) -> None:
        """A function may be called: it is evaluated once in each of its contexts."""
        if frame not in self.recorded.reached:
            self.recorded.reached.add(frame)
            self.later(lambda: self._evaluate(frame))

    def _evaluate(self, frame: Frame) -> None:
        scope, home = frame.scope, self._homes[frame.chain[-1].scope]
        if isinstance(scope, ast.Lambda):
            here = Here(frame, frame, self.recorded.at(scope.body, frame), home)
            self.give_back(here, self.value(here, scope.body))
        elif isinstance(scope, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            self.block(Here(frame, frame, self.recorded.at(scope, frame), home), scope.body)

    def give_back(self, here: Here, objects: Node) -> None:
        """The function returns some objects."""
        self.flow(objects, self.at(Cell(here.unit, RETURNED)))


_MOST_STEPS = 4_000_000
