"""What becomes of the statements of a block: steps take them, they stay where they are, or they are gone."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.edit import Around, Kept, Layout, Piece, Replacement
from migrate.model.effects import Effects, Touched, executed, inside
from migrate.model.facts import ModuleFacts
from migrate.model.objects import Scope
from migrate.syntax.closure import closure
from migrate.syntax.guards import main_guards

from ..processes.processes import importing, imports_of, may_import_any
from ..steps.step import Step


@dataclass(frozen=True)
class Fates:
    """The statements of a driver that steps trace, those made once before them, and those that stay.

    What is made before the steps stays, too. One statement may stay and be in several steps; a header stays
    where something under it does. What vanishes was taken away by a rule that sees to what it did.
    """

    driver: Driver
    traced: Mapping[Step, frozenset[Point]]
    made_before: frozenset[Point]
    staying: frozenset[Point]
    vanishing: frozenset[Point]

    @property
    def gone(self) -> frozenset[Point]:
        """The statements that are nowhere any more."""
        taken = frozenset[Point]().union(*self.traced.values())
        return frozenset(self.driver.points) - taken - self.staying - self.vanishing


def scope_of(driver: Driver, point: Point) -> Scope:
    """The function or module whose names a statement has."""
    around = [one.node for one in point.parents if isinstance(one.node, ast.FunctionDef)]
    if around:
        return around[-1]
    owner = driver.owners[0]
    return owner if isinstance(owner, ast.FunctionDef) else driver.bindings.module.tree


def statements_of(driver: Driver) -> set[ast.stmt]:
    """What runs of the statements of a block by themselves."""
    return {one for point in driver.points for one in executed(point.node)}


def touched_beside(
    driver: Driver, effects: Effects, modules: Sequence[ModuleFacts], without: Iterable[ast.stmt] = ()
) -> Touched:
    """What code does beside a block, and beside some other statements, that may run in its process.

    That runs the program, which imports the block's module if it has it not, and all that this imports. It
    does not run what another module does as a program, nor what is dead there.
    """
    if any(map(may_import_any, modules)):
        return effects.beside(statements_of(driver).union(without))
    trees = {one.bindings.module.path: one.bindings.module.tree for one in modules}
    imports = imports_of(modules)
    programs = importing(driver.path, imports)
    homes = {trees[path] for path in closure(programs, imports.__getitem__)}
    guards = (inside(node) for path in trees.keys() - programs for node in main_guards(trees[path]))
    dead = frozenset[ast.AST]().union(*(module.dead_nodes for module in modules))
    return effects.beside(statements_of(driver).union(without, *guards), homes, dead)


def is_of_driver(driver: Driver, classes: Iterable[ast.AST]) -> bool:
    """Whether the block is a method of one of some classes."""
    return any(isinstance(one, ast.ClassDef) and driver.owner in one.body for one in classes)


def scopes_of(driver: Driver) -> set[ast.AST]:
    """The functions and modules whose names a block binds."""
    return {driver.bindings.module.tree if isinstance(one, ast.If) else one for one in driver.owners}


def fates_of(
    driver: Driver,
    steps: Sequence[Step],
    layouts: Iterable[Layout],
    replacements: Iterable[Replacement],
    vanishing: frozenset[Point],
) -> Fates:
    """What becomes of each statement, read off what the block is to look like."""
    kept = {node for layout in layouts for node in _kept(layout.pieces)}
    replaced = {one.node for one in replacements}
    staying = {
        point
        for point in driver.points
        if point.node not in replaced
        and (point.node in kept or any(one.node in kept for one in point.parents))
    }
    around = {parent for point in staying for parent in point.parents}
    headers = {node for layout in layouts for node in _headers(layout.pieces)}
    around |= {point for point in driver.points if point.holds_rest}
    staying |= {point for point in around if point.node in headers}
    rewritten = {point for point in driver.points if point.node in replaced or _is_rewritten(point, replaced)}
    state = frozenset[Point]().union(*(step.state for step in steps))
    traced = {step: step.selected - state for step in steps}
    return Fates(driver, traced, state, frozenset(staying) | state, vanishing | rewritten)


def _is_rewritten(point: Point, replaced: Collection[ast.AST]) -> bool:
    """Whether an expression of a statement, or of a header, is replaced where that stands."""
    return any(node in replaced for node in point.nodes)


def _kept(pieces: Iterable[Piece]) -> Iterator[ast.stmt]:
    """The statements that stand in a block as wholes; what stands in new functions is in steps."""
    for piece in pieces:
        if isinstance(piece, Kept):
            yield piece.node
        elif isinstance(piece, Around):
            yield from _kept((*piece.body, *piece.otherwise))
            if isinstance(piece.node, ast.Try):  # of which what is tried is laid out
                handled = [node for handler in piece.node.handlers for node in handler.body]
                yield from (*handled, *piece.node.orelse, *piece.node.finalbody)


def _headers(pieces: Iterable[Piece]) -> Iterator[ast.stmt]:
    for piece in pieces:
        if isinstance(piece, Around):
            if not isinstance(piece.node, (ast.With, ast.AsyncWith)):
                yield piece.node
            yield from _headers((*piece.body, *piece.otherwise))
