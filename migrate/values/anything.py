"""Code that is not known, as one object: where a program is too large to tell apart what such code gives.

`anything` stands for all objects that unknown code was given, for all that these hold, and for what it makes.
What is read from it is it itself, and it may be in any field of what it stands for: so no set grows by what
unknown code knows. What it stands for are its elements, which `effects.py` has changed by every use of it.
"""

from __future__ import annotations

import ast

from migrate.model.objects import (
    ANYTHING,
    ELEMENTS,
    Above,
    BuiltinMethod,
    Field,
    Frame,
    Made,
    Method,
    Object,
    Sort,
)

from .attributes import Attributes
from .flow import Node
from .heap import Here


class Anything:
    """The object, and what its code does: calls what it was given.

    Args:
      heap: what locations hold.
    """

    def __init__(self, heap: Attributes) -> None:
        self._heap = heap
        (scope,) = ast.parse("def anything(): pass").body
        assert isinstance(scope, ast.FunctionDef)
        home = next(iter(heap.modules.values()))
        self._scope = scope
        self.frame: Frame = heap.enter(scope, None, (heap.frame_of_module(home.module.path),))
        self.object: Made = heap.objects.made(scope, Sort.STATEFUL, None, is_summary=True)
        self._here = Here(self.frame, self.frame, heap.recorded.at(scope.body[0], self.frame), home)
        self._itself = heap.only(self.object)
        heap.set_field(self.object, ELEMENTS, self._itself)
        self.known: Node = heap.at(Field(self.object, ELEMENTS))
        heap.each(self.known, self._learn)

    def use(self, here: Here, node: ast.AST, given: Node, result: Node) -> None:
        """An expression of a statement runs unknown code, and gives it something."""
        self.object.sites.add(node)
        here.did.makes.add(self.object)
        here.did.escapes.add(self.object)
        here.did.call([self.frame])
        self._heap.flow(given, self.known)
        self._heap.put(result, [self.object])

    def _learn(self, one: Object) -> None:
        """What unknown code was given: it may change that, read all that it holds, and call it."""
        heap = self._heap
        if one is self.object:
            return
        heap.set_field(one, ANYTHING, self._itself)
        if isinstance(one, (Method, BuiltinMethod, Above)):
            heap.put(self.known, [one.receiver])
        heap.flow(heap.whole(one), self.known)
        if isinstance(one, Made) and one.sort is Sort.ITERATOR:
            heap.consumed(self._here, heap.only(one))
        functions = Node()
        heap.functions_of(self._here, one, functions)
        heap.each(
            functions,
            lambda each: heap.call_back(self._here, each, self._scope, self._itself, self.known),
        )
