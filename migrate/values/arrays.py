"""Arrays: what libraries give that `+=` changes, where it gives a tensor's name another one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from migrate.model.bindings import Bindings
from migrate.model.objects import Field, Made, Object, Sort

from .attributes import Attributes
from .flow import NOTHING, Node
from .heap import Find, Here

_TENSORS = (
    "<tensors>"  # a field of what is computed: what it is computed from, and no library gave as an array
)


class Arrays(Attributes):
    """Which results are arrays: those of some libraries, and what is computed of nothing but arrays."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int) -> None:
        super().__init__(modules, find, most_steps)
        self._arrays: set[Object] = set()
        self._computed: set[Object] = set()

    def array(self, here: Here, node: ast.AST, elements: Node = NOTHING) -> Made:
        """An array that a library gives."""
        made = self.make(here, node, Sort.VALUE, elements, is_array=True)
        self._arrays.add(made)
        return made

    def computed(self, here: Here, node: ast.AST, operands: Node, result: Node) -> None:
        """What arithmetic gives: with arrays, or tensors, an object of its own."""
        self.each(operands, lambda one: self.compute(here, node, one, result))

    def compute(self, here: Here, node: ast.AST, one: Object, result: Node, elements: Node = NOTHING) -> None:
        """What is computed from an object, and maybe from others."""
        if not isinstance(one, Made) or one.sort is not Sort.VALUE:
            return
        made = self.make(here, node, Sort.VALUE, elements, is_array=one in self._arrays)
        if made is not one:
            self._computed.add(made)
            self.flow(self._tensors_of(one), self._tensors_of(made))
        self.put(result, [made])

    def if_array(self, one: Object, do: Callable[[], None]) -> None:
        """Do something if an object may be an array, when all that tells it has been done."""
        if isinstance(one, Made) and one.sort is Sort.VALUE:
            self.if_missing(lambda: not self._is_array(one), do)

    def _is_array(self, one: Made) -> bool:
        if one in self._arrays:
            return True
        return one in self._computed and self._arrays.issuperset(self._tensors_of(one).held)

    def _tensors_of(self, one: Made) -> Node:
        node = self.at(Field(one, _TENSORS))
        if one not in self._computed and one not in self._arrays:
            self.put(node, [one])
        return node
