"""Statements that tell which variables there are: they run behind the steps, where the store lists these."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Kept
from migrate.model.effects import Effects, code_of, executed
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, MAKING_VARIABLES, Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import ELEMENTS, External, Field

from ..statements.reading_only import READING, is_harmless


def inventories(driver: Driver, effects: Effects | None, left_out: Collection[Point]) -> Iterator[Point]:
    """Those of a block; none where variables are among what is `left_out`, which no store would list."""
    if effects is None or not effects.known or any(point.roles & MAKING_VARIABLES for point in left_out):
        return
    for point in driver.points:
        if point.is_straight and _tells_variables(point, effects):
            yield point


def reports(
    driver: Driver,
    effects: Effects | None,
    moved: Collection[Point],
    left_out: Collection[Point],
    last: Point,
) -> dict[Point, Point]:
    """Those that no step has among what `moved`, each with the statement behind which it may stand.

    That is itself behind the steps, which end with `last`. In front of that it is the end of the steps, if
    what is between changes nothing that it reads, and does nothing that others see.
    """
    found: dict[Point, Point] = {}
    if effects is None:
        return found
    for point in reversed([*inventories(driver, effects, left_out)]):
        done = effects.of(executed(point.node))
        place = max(point, last, key=lambda one: one.index)
        between = [one for one in driver.points if point.index < one.index <= place.index]
        does = {one: effects.of(executed(one.node)) for one in between}
        is_seen = any(one.outside for at, one in does.items() if at not in moved and at not in found)
        is_same = not any(one.writes & done.reads for one in does.values()) and all(
            place.reaching.get(name, sources) == sources for name, sources in _given(point)
        )
        only_tells = point not in moved and all(map(done.is_own, done.writes))
        if only_tells and place.is_straight and is_same and not is_seen:
            found[point] = place
    return dict(reversed(found.items()))


def _given(point: Point) -> list[tuple[str, frozenset[Point]]]:
    """What gives the names, beside the graph's state, that a statement uses."""
    return [(name, sources) for name, sources in point.uses.items() if name not in GRAPH_STATE]


def _tells_variables(point: Point, effects: Effects) -> bool:
    """Whether a statement lists variables, gives nothing to others, and does not ask for their values.

    Outside of a graph a variable has a name, a shape and a type as inside of one; hardly more is the same. It
    may print them, and put them into lists.
    """
    is_alone = isinstance(point.node, ast.Expr) and {Role.READS_VARIABLES} <= point.roles <= READING
    given = (one for _, sources in _given(point) for one in sources)
    if not is_alone or point.obstacles or any(one.kind in GRAPH_VALUES for one in given):
        return False
    own = executed(point.node)
    code = [*own, *(one for scope in effects.reached(own) for one in code_of(scope))]
    done = effects.of(own)
    changed = (one for one in done.writes if not done.is_own(one))
    adds = all(isinstance(one, Field) and one.name == ELEMENTS for one in changed)
    called = effects.library(code)
    nodes = [node for root in code for node in nodes_of(root)]
    return (
        adds
        and not called & _HASHING
        and all(map(is_harmless, called))
        and all(_is_same(node, effects) for node in nodes)
    )


def _is_same(node: ast.AST, effects: Effects) -> bool:
    """Whether it is no attribute that variables outside of a graph lack, and makes no keys of them."""
    if isinstance(node, ast.Attribute) and node.attr not in _ATTRIBUTES and not is_harmless(f".{node.attr}"):
        return all(isinstance(one, External) for one in effects.given(node))
    return not isinstance(node, (ast.Set, ast.SetComp))


_ATTRIBUTES = frozenset({"dims", "dtype", "name", "ndims", "shape", "size", "value"})
_HASHING = frozenset({"frozenset", "set"})  # variables have no hash there


def inventory(point: Point, variables: str) -> Block:
    """What stands for a statement that lists variables; `variables` gives the store, or a part of it."""
    return Block(Code(f"with {variables}.listed():"), (Kept(point.node),))
