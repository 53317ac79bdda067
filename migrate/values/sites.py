"""Allocation sites: one object for each expression that makes some, or a summary of what very many make.

If a name has n statements that use it and give it something else, a set of n objects takes n * n steps. So
what the text gives one place, which is what statements of one scope have as their targets, is told apart as
long as it is little. All behind `MOST_IN_PLACE` is one object, a summary, for each sort of object and kind of
expression; and calls of one function for one place are told apart so far, too.

Whoever finds one of these objects in that place mostly finds them all: only names of a scope have an order.
So little is lost but which expression made what: a summary is nobody's own (`Touched.is_new`).

Invariant: what the text gives a place are, in each context, at most `MOST_IN_PLACE` and one objects of each
kind. So n statements on one name take n * `MOST_IN_PLACE` steps, times a constant. It ends, because there are
not more summaries than expressions.
"""

from __future__ import annotations

import ast
import enum
from collections import defaultdict
from collections.abc import Iterable, Iterator

from migrate.model.objects import Defined, Frame, Made, Objects, Scope, Sort

Place = tuple[Scope, tuple[str, ...]]


class Gives(enum.Enum):
    """What a result of a library is."""

    TENSOR = "a tensor, or whatever else no method changes"
    ARRAY = "an array, which `+=` changes"
    COMPUTED = "an array, if it is computed of nothing but arrays"


class Sites:
    """Which expressions make one object.

    Args:
      objects: makes each object once.
    """

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._places: dict[ast.AST, Place] = {}
        self._first: dict[tuple[object, ...], set[ast.AST]] = defaultdict(set)
        self._others: dict[tuple[object, ...], ast.AST] = {}
        self._shared: set[tuple[Scope, ast.AST | None]] = set()  # frames that stand for several calls

    def assign(self, scope: Scope, targets: Iterable[ast.expr], value: ast.AST) -> None:
        """A statement gives its targets, and nothing else, what an expression has as its result."""
        place = scope, tuple(_text(one) for one in targets)
        for node in _alternatives(value):
            self._places[node] = place

    def made(
        self,
        node: ast.AST,
        sort: Sort,
        frame: Frame,
        owner: Defined | None = None,
        gives: Gives = Gives.TENSOR,
    ) -> Made:
        """What an expression makes in a frame."""
        context, is_array = frame.context, gives is Gives.ARRAY
        site = self._site(node, (sort, gives, type(node), context)) if owner is None else None
        is_summary = site is not None or self.is_for_several(frame)
        made = self._objects.made(
            site or node, sort, context, owner, is_array=is_array, is_summary=is_summary
        )
        if is_summary:
            made.sites.add(node)
        return made

    def made_in(self, tree: ast.Module, node: ast.AST, gives: Gives) -> Made:
        """What any expression of a module has as its result, among them one."""
        made = self._objects.made(tree, Sort.VALUE, None, is_array=gives is Gives.ARRAY, is_summary=True)
        made.sites.add(node)
        return made

    def context(self, function: Scope, call: ast.AST) -> ast.AST:
        """The call of a function that stands for one: itself, or the first of many for one place."""
        site = self._site(call, (function,))
        if site is not None:
            self._shared.add((function, site))
        return site or call

    def is_for_several(self, frame: Frame) -> bool:
        """Whether a frame stands for more calls than the one that is its context."""
        return (frame.scope, frame.context) in self._shared

    def _site(self, node: ast.AST, kind: tuple[object, ...]) -> ast.AST | None:
        """The first of those with which an expression is one, in its place; none if it is told apart."""
        if node not in self._places:
            return None
        key = (self._places[node], *kind)
        first = self._first[key]
        if node in first or len(first) < MOST_IN_PLACE:
            first.add(node)
            return None
        return self._others.setdefault(key, node)


def _alternatives(value: ast.AST) -> Iterator[ast.AST]:
    """The expressions one of whose results is that of another one."""
    if isinstance(value, ast.IfExp):
        yield from _alternatives(value.body)
        yield from _alternatives(value.orelse)
    elif isinstance(value, ast.BoolOp):
        for one in value.values:
            yield from _alternatives(one)
    else:
        yield value


def _text(target: ast.expr) -> str:
    return target.id if isinstance(target, ast.Name) else ast.unparse(target)


MOST_IN_PLACE = 16
