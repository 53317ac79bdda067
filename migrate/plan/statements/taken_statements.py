"""Takes some of a driver's statements out of it, with the `with`, `for` and `if` around them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.edit import Around, Code, Comments, Kept, Piece
from migrate.model.kinds import Context
from migrate.model.refusal import Refused

Special = Callable[[ast.stmt], "tuple[Piece, ...] | None"]


def taken(
    driver: Driver,
    body: Sequence[ast.stmt],
    selected: Collection[Point],
    special: Special = lambda node: None,
    without: Collection[ast.withitem] = (),
) -> tuple[Piece, ...]:
    """The pieces that stand for the selected statements of `body`, in their order.

    A session's or graph's `with` goes, one that says how to build stays around what is inside. `special`
    gives other pieces for a statement; `without` are `with` items to leave out.

    Raises:
      Refused: a selected statement stands inside a `with` that has nothing to do with the graph.
    """
    pieces: list[Piece] = []
    for node in body:
        point = driver.at[node]
        replaced = special(node) if point in selected or _contains(driver, node, selected) else None
        if replaced is not None:
            pieces.extend(replaced)
        elif point.goes_on is not None:
            pieces.extend(taken(driver, point.goes_on, selected, special, without))
        elif not isinstance(node, (ast.With, ast.For, ast.If, ast.While, ast.Try)):
            if point in selected:
                pieces.append(Kept(node))
        elif _contains(driver, node, selected):
            pieces.append(_around(driver, point, selected, special, without))
        elif point in selected and _is_read_behind(driver, point, selected):
            pieces.append(Around(node, (Code("pass"),)))
    return tuple(pieces)


def _contains(driver: Driver, node: ast.stmt, selected: Collection[Point]) -> bool:
    return any(point in selected for point in driver.under(node) if point.node is not node)


def _is_read_behind(driver: Driver, header: Point, selected: Collection[Point]) -> bool:
    """Whether a header binds a name that a statement behind its block reads, and goes where that goes.

    Outside of all loops and conditions of the graph it stays in front of the step, which finds its name.
    """
    goes_along = any(not isinstance(one.node, ast.With) for one in header.parents)
    inside = set(driver.under(header.node))
    return goes_along and any(header in one.sources for one in selected if one not in inside)


def _around(
    driver: Driver,
    point: Point,
    selected: Collection[Point],
    special: Special,
    without: Collection[ast.withitem],
) -> Piece:
    node = point.node
    if isinstance(node, ast.With):
        inner = taken(driver, node.body, selected, special, without)
        left_out = set()
        for index, item in enumerate(node.items):
            context = point.contexts[index]
            if context is Context.HOST:
                raise Refused(
                    "SES204",
                    driver.bindings.module.path,
                    node,
                    "a graph built inside another `with`",
                    "build it outside",
                )
            if context in (Context.LIFECYCLE, Context.MONITORED) or item in without:
                left_out.add(index)
        return Around(node, inner, frozenset(left_out))
    if isinstance(node, ast.For) and not node.orelse:
        return Around(node, taken(driver, node.body, selected, special, without))
    if isinstance(node, ast.If):
        body, otherwise = (
            taken(driver, branch, selected, special, without) for branch in (node.body, node.orelse)
        )
        return Around(node, body, otherwise=otherwise)
    inside = [inner for inner in driver.under(node) if inner is not point]
    if all(inner in selected and special(inner.node) is None for inner in inside):
        return Kept(node)
    raise Refused(
        "SES204",
        driver.bindings.module.path,
        node,
        "graph and other statements mixed under one `while` or `try`",
        "separate them",
    )


def gone(node: ast.stmt) -> tuple[Piece, ...]:
    """What stays of a statement that is no longer needed: its comments."""
    return (Comments(node),)
