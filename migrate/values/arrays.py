"""Arrays: what libraries give that `+=` changes, where it gives a tensor's name another one."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable

from migrate.model.bindings import Bindings
from migrate.model.objects import Field, Made, Object, Sort

from .attributes import Attributes
from .flow import NOTHING, Node
from .heap import Find, Here
from .sites import Gives

_TENSORS = "<tensors>"  # a field of what is computed: `_tensor`, if any of it is of what is no array


class Arrays(Attributes):
    """Which results are arrays: those of some libraries, and what is computed of nothing but arrays."""

    def __init__(self, modules: Iterable[Bindings], find: Find, most_steps: int) -> None:
        super().__init__(modules, find, most_steps)
        self._tensor = self.only(self.objects.external(_TENSORS))
        self._computed: dict[Made, dict[ast.AST, Node]] = defaultdict(dict)  # by where they are computed

    def computed(self, here: Here, node: ast.AST, operands: Node, result: Node) -> None:
        """What arithmetic gives: with arrays, or tensors, an object of its own."""
        self.each(operands, lambda one: self.compute(here, node, one, result))

    def compute(self, here: Here, node: ast.AST, one: Object, result: Node, elements: Node = NOTHING) -> None:
        """What is computed from an object, and maybe from others."""
        if not isinstance(one, Made) or one.sort is not Sort.VALUE:
            return
        if self.unknown is not None:
            gives = Gives.ARRAY if one.is_array else Gives.TENSOR
            self.put(result, [self.result(here, node, elements, gives)])
            return
        made = self.result(here, node, elements, Gives.COMPUTED)
        parts = self._computed[made]
        if node not in parts:
            parts[node] = Node()
            self.flow(parts[node], self.at(Field(made, _TENSORS)))
        self.flow(self._tensors_of(one), parts[node])
        self.put(result, [made])

    def if_array(self, one: Object, do: Callable[[], None]) -> None:
        """Do something if an object may be an array, when all that tells it has been done."""
        if isinstance(one, Made) and one.sort is Sort.VALUE:
            self.if_missing(lambda: not self._is_array(one), do, stays_found=False)

    def _is_array(self, one: Made) -> bool:
        computed = self._computed.get(one, {}).values()
        return one.is_array or any(not tensors.held for tensors in computed)

    def _tensors_of(self, one: Made) -> Node:
        if one.is_array:
            return NOTHING
        return self.at(Field(one, _TENSORS)) if one in self._computed else self._tensor
