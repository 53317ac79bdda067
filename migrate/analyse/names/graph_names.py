"""The names that the statements of a block take in its graph, and which may be taken before others."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Collection, Iterator

from migrate.model.driver import Driver, Point
from migrate.model.effects import Effects
from migrate.model.graph_names import NUMBER, NamesInGraph, Rival, Taken, Takes, family
from migrate.model.kinds import STAYING, Context, Kind

_VARIABLES = frozenset({Takes.VARIABLE, Takes.SHARED})
_TAGS = frozenset({Takes.TAG})
_AVERAGED = frozenset({Takes.AVERAGED})


class NamesOfBlock(NamesInGraph):
    """The names that a block takes in its graph, where what its statements do is known.

    Names that may be one name are looked up by their families, so that a block of n statements takes n steps
    for each name that a variable depends on only where all of them take names that are not known.

    Args:
      driver: the block.
      effects: what its statements do.
    """

    def __init__(self, driver: Driver, effects: Effects) -> None:
        self._driver = driver
        self._effects = effects
        self._known: dict[Point, frozenset[Taken]] = {}
        callees = (one.node for one in driver.callees)
        self._walked = frozenset([*driver.owners, *driver.methods, *callees])

    def given(self, point: Point) -> str | None:
        """The name that TF 1 gave the one thing that a statement names, where that is known."""
        told = [one for one in self._taken(point) if not one.by_default]
        named = [one for one in told if one.path[-1:] != (_PLACEHOLDER,)] or told
        if len(named) != 1 or not named[0].is_rooted or named[0].is_open or _key(named[0]) is None:
            return None
        before = (
            other
            for other, taken in self._alike(named[0])
            if other is not point and taken.may_be(named[0]) and _may_follow(other, point)
        )
        return "/".join(named[0].path) if next(before, None) is None else None

    def _taken(self, point: Point) -> frozenset[Taken]:
        """The names that a statement takes, itself or by functions; Python beside the graph knows its own."""
        if point not in self._known:
            around = [one.node for one in _scopes(point)]
            known = self._effects.known
            found = self._effects.names_taken(point.node, around, self._walked) if known else frozenset()
            is_python = point.kind in STAYING | {Kind.OPTIMIZER, Kind.HEADER}
            is_data = point.kind is Kind.DATA  # whose own operations stay out of the graph
            self._known[point] = frozenset(
                one for one in found if not (is_python and one.by_default and (one.is_open or not is_data))
            )
        return self._known[point]

    def wanted(self, point: Point) -> frozenset[Taken]:
        """The names that those of its variables and tags depend on: their own, and of the scopes around."""
        return frozenset(one for kinds in (_VARIABLES, _TAGS) for _, one in self._wanted(point, kinds))

    def _wanted(self, point: Point, kinds: Collection[Takes]) -> set[tuple[Point, Taken]]:
        taken = self._taken(point)
        found = {(point, one) for one in taken if one.what in kinds}
        if any(one.what is not Takes.SHARED for _, one in found):
            for place in (point, *_scopes(point)):
                found |= {(place, one) for one in self._taken(place) if one.what is Takes.SCOPE}
        return found

    def rivals(self, point: Point) -> Collection[Rival]:
        """The statements that run before one, or are it, and may take a name before a variable of it does."""
        return self._rivals.get(point, ())

    def rivals_of_tags(self, point: Point) -> Collection[Rival]:
        """Those that take a name before a summary of it does, as far as both names are known."""
        return self._rivals_of_tags.get(point, ())

    def rivals_of_averages(self, point: Point) -> Collection[Point]:
        """Those that may take a name before an operation of it does whose moving average is kept."""
        if not self._effects.known:
            return self._driver.points[: point.index]
        return {
            other
            for place, one in self._wanted(point, _AVERAGED)
            for other, taken in self._alike(one)
            if other is not place and one.may_be(taken) and _may_follow(other, place)
        }

    @functools.cached_property
    def _rivals(self) -> dict[Point, list[Rival]]:
        return self._rivals_of(_VARIABLES)

    @functools.cached_property
    def _rivals_of_tags(self) -> dict[Point, list[Rival]]:
        return self._rivals_of(_TAGS)

    def _rivals_of(self, kinds: Collection[Takes]) -> dict[Point, list[Rival]]:
        found: dict[Point, list[Rival]] = {}
        made: dict[Taken, Point] = {}  # by `tf.get_variable`, for the first time
        for point in self._driver.points:
            pairs: dict[tuple[Point, Point | None], list[bool]] = defaultdict(list)
            for place, one in self._wanted(point, kinds):
                is_known = one.what is Takes.SHARED and one.is_rooted and not one.is_open
                first = made.setdefault(one, point) if is_known else point
                for other, taken in self._alike(one):
                    is_itself = other is place and one == taken
                    if kinds is _TAGS and None in (_key(one), _key(taken)):
                        continue
                    if not is_itself and one.may_be(taken) and _may_follow(other, place):
                        late = first if other.index > first.index else None
                        pairs[other, late].append(one.what in kinds and taken.is_variable)
            if pairs:
                found[point] = [Rival(other, all(own), late) for (other, late), own in pairs.items()]
        return found

    def _alike(self, wanted: Taken) -> Iterator[tuple[Point, Taken]]:
        """What may be a name: of its family, or not known."""
        key = _key(wanted)
        for one in (key, None) if key is not None else self._by_family:
            yield from self._by_family.get(one, ())

    @functools.cached_property
    def _by_family(self) -> dict[str | None, list[tuple[Point, Taken]]]:
        found: dict[str | None, list[tuple[Point, Taken]]] = defaultdict(list)
        for point in self._driver.points:
            for one in self._taken(point):
                found[_key(one)].append((point, one))
        return found


_PLACEHOLDER = "Placeholder"  # which TensorFlow calls those that are told no name


def _key(taken: Taken) -> str | None:
    """The family of a name; `None` where it may be any."""
    name = taken.path[-1] if taken.path and not taken.is_open else NUMBER
    return family(name) if NUMBER not in family(name) else None


def _scopes(point: Point) -> list[Point]:
    return [parent for parent in point.parents if Context.BUILDING in parent.contexts]


def _may_follow(first: Point, second: Point) -> bool:
    """Whether a statement may run after another one has, or is that one."""
    loops = (one for one in first.parents if isinstance(one.node, (ast.For, ast.While)))
    return first.index <= second.index or any(one in second.parents for one in loops)
