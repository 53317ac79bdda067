"""Blocks that go on in other methods of their object: steps stand in one, and need the names of others."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from migrate.model.facts import Driver, Point
from migrate.model.refusal import Refused

from .steps import Step

_INSTEAD = "build the graph in one method, or keep what others need in attributes"


def check_continued(driver: Driver, steps: Sequence[Step], others: Collection[Point]) -> None:
    """What moves into the method in which the steps stand means the same there.

    Names of its own method alone must move with it. `others` are statements beside the steps that move, too.

    Raises:
      Refused: the steps would stand in several methods, or a name would be lost, or stand for another thing.
    """
    if not driver.continued:
        return
    home = _method(driver, steps[0].last)
    for step in steps:
        if home is None or _method(driver, step.last) is not home or not driver.methods:
            found = "a graph that several methods end building"
            raise Refused("SES210", driver.path, step.last.node, found, _INSTEAD)
    assert home is not None
    taken = {step.name for step in steps} | {name for step in steps for name in step.arguments.values()}
    move = _Move(driver, home, frozenset(taken))
    state = frozenset[Point]().union(*(step.state for step in steps))
    move.check(state, state)
    for step in steps:
        move.check(step.selected - step.state, step.selected)
        move.check(step.parameters, ())  # their shapes are written before the step, too
    move.check(others, ())


@dataclass(frozen=True)
class _Move:
    """Statements of other methods that move to the method `home`, where some names are `taken`."""

    driver: Driver
    home: ast.FunctionDef
    taken: frozenset[str]

    def check(self, points: Collection[Point], together: Collection[Point]) -> None:
        """Refuse what some statements need of their own method that does not move `together` with them."""
        for point in sorted(points, key=lambda one: one.index):
            method = _method(self.driver, point)
            if method is None or method is self.home:
                continue
            for node in (node for root in point.own_nodes for node in ast.walk(root)):
                name = node.id if isinstance(node, ast.Name) else ""
                is_own = name in _own_names(method)
                moves = point.uses.get(name, frozenset()) <= set(together) and name not in _parameters(method)
                if name in _own_names(self.home) or is_own and not (moves and self._is_free(name, method)):
                    found = f"{name}, a name of one method, for a graph that another method goes on with"
                    raise Refused("SES210", self.driver.path, node, found, _INSTEAD)

    def _is_free(self, name: str, method: ast.FunctionDef) -> bool:
        """Whether no other method of the block has this name for anything."""
        others = [one for one in self.driver.owners if one is not method]
        names = {getattr(node, "id", getattr(node, "arg", "")) for one in others for node in ast.walk(one)}
        return name not in names | self.taken


def _method(driver: Driver, point: Point) -> ast.FunctionDef | None:
    """The method of the block that a statement stands in; none if that is no part of the block."""
    outermost = point.parents[0].node if point.parents else point.node
    methods = (one for one in driver.owners if isinstance(one, ast.FunctionDef))
    return next((one for one in methods if outermost in one.body), None)


def _parameters(method: ast.FunctionDef) -> frozenset[str]:
    every = (*method.args.posonlyargs, *method.args.args, *method.args.kwonlyargs)
    extra = (one for one in (method.args.vararg, method.args.kwarg) if one is not None)
    return frozenset(argument.arg for argument in (*every, *extra)) - {"self"}


def _own_names(method: ast.FunctionDef) -> frozenset[str]:
    """The names that a method binds, but attributes; those of functions inside it are their own."""
    names: set[str] = set(_parameters(method))
    pending: list[ast.AST] = [*method.body]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name is not None:
            names.add(node.name)
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            pending.extend(ast.iter_child_nodes(node))
    return frozenset(name for name in names if not name.startswith("self."))
