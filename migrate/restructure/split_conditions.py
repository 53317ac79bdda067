"""Conditions that hold parts of the graph beside Python: each has a condition of its own, with the same test.

`if in_step: optimizer = SyncReplicasOptimizer(…); train = optimizer.minimize(loss); n = 3` becomes three.
So an optimizer by which workers train in step can be made once, and Python that others use can stay. What the
test reads must be the same behind each of them.
"""

from __future__ import annotations

import ast
import enum
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from migrate.model.driver import Driver, Point
from migrate.model.edit import Around, Block, Code, Kept, Piece
from migrate.model.effects import Effects, inside
from migrate.model.kinds import GRAPH_VALUES, STAYING, Kind
from migrate.model.nodes import declared_names, nodes_of
from migrate.syntax.servers import made_synchroniser

from .lasting import is_lasting
from .program import Form, Program

_TOLD = "a condition on parts of the graph and on Python, one for each"


def with_conditions_split(program: Program) -> Form:
    """The form of a program in which such conditions are split."""
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    told: list[tuple[Path, ast.AST, str]] = []
    for driver in (one for facts in program.facts for one in facts.drivers):
        for node in _conditions(driver.driver):
            pieces = _split(driver.driver, node)
            if node not in instead and pieces and _may_be_split(program.effects, driver.driver, node):
                instead[node] = pieces
                told.append((driver.driver.path, node, _TOLD))
    return Form(list(program.laid_out(instead)), told)


class _Use(enum.Enum):
    """What a statement under a condition is for."""

    SYNCHRONISER = "an optimizer by which workers train in step"
    GRAPH = "another part of the graph"
    PYTHON = "Python, and what starts variables"


_Statements: TypeAlias = tuple[ast.stmt, ...]


def _conditions(driver: Driver) -> Iterator[ast.If]:
    """Those that make such an optimizer, or Python that what stays outside of them uses."""
    for header in driver.points:
        node = header.node
        if isinstance(node, ast.If) and header.goes_on is None:
            under = set(driver.under(node))
            outside = [one for one in driver.points if one.kind in _READING and one not in under]
            taken = {source for one in outside for source in one.sources} & under
            needed = {_use(driver, one) for one in under} & {_Use.SYNCHRONISER}
            if needed or _Use.PYTHON in {_use(driver, one) for one in taken}:
                yield node


_READING = STAYING | {Kind.HEADER}


def _split(driver: Driver, node: ast.If) -> Sequence[Piece]:
    """The conditions that stand instead of one; none where it is not clear what each would hold."""
    body, otherwise = (_parts(driver, branch) for branch in (node.body, node.orelse))
    if body is None or otherwise is None:
        return ()
    both: list[tuple[_Statements, _Statements]] = []
    while body or otherwise:
        uses = [use for use, _ in body]
        is_both = bool(uses and otherwise) and otherwise[0][0] is uses[0]
        is_other = bool(otherwise) and (is_both or otherwise[0][0] not in uses)
        first = body.pop(0)[1] if is_both or not is_other else ()
        both.append((first, otherwise.pop(0)[1] if is_other else ()))
    pieces = [_condition(node, *one, is_first=not index) for index, one in enumerate(both)]
    return pieces if len(pieces) > 1 else ()


def _condition(node: ast.If, body: _Statements, otherwise: _Statements, *, is_first: bool) -> Piece:
    """One with the same test; the first keeps the comments."""
    pieces, others = tuple(map(Kept, body)), tuple(map(Kept, otherwise))
    if is_first:
        return Around(node, pieces, otherwise=others)
    if body:
        return Block(Code("if {test}:", {"test": node.test}), pieces, others)
    negated = "if not ({test}):" if isinstance(node.test, ast.BoolOp) else "if not {test}:"
    return Block(Code(negated, {"test": node.test}), others)


def _parts(driver: Driver, branch: Sequence[ast.stmt]) -> list[tuple[_Use, _Statements]] | None:
    """The statements of a branch, those together that follow each other and are for the same."""
    uses = [{_use(driver, one) for one in driver.under(node)} - {None} for node in branch]
    if any(len(one) != 1 for one in uses):
        return None
    found = itertools.groupby(zip(uses, branch, strict=True), lambda one: one[0])
    parts = [(use, tuple(node for _, node in group)) for (use,), group in found]
    return [(use, statements) for use, statements in parts if use is not None]


def _use(driver: Driver, point: Point) -> _Use | None:
    if made_synchroniser(driver.bindings, point.node) is not None:
        return _Use.SYNCHRONISER
    if point.kind in GRAPH_VALUES:
        return _Use.GRAPH
    return None if point.kind in (Kind.HEADER, Kind.RUN) else _Use.PYTHON


def _may_be_split(effects: Effects, driver: Driver, node: ast.If) -> bool:
    """Whether its test gives the same behind what it holds, and does nothing.

    It compares Python values, and calls nothing: what a library tells may change with no place that is known.
    """
    is_plain = all(isinstance(one, _COMPARING) for one in nodes_of(node.test))
    if not is_plain or any(one.kind is not Kind.HOST for one in driver.at[node].sources):
        return False
    shared = declared_names(nodes_of(driver.bindings.module.tree))
    return is_lasting(effects, node, list(inside(node)), shared)


_COMPARING = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.expr_context, ast.BoolOp, ast.boolop, ast.UnaryOp),
    *(ast.unaryop, ast.BinOp, ast.operator, ast.Compare, ast.Eq, ast.NotEq, ast.Is, ast.IsNot),
    *(ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)
