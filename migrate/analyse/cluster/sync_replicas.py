"""What a program takes of an optimizer by which workers train in step, to start that by itself."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Kind
from migrate.syntax.servers import BEGINNING, RUNNER, TOKENS, made_synchroniser


def part_taken(bindings: Bindings, point: Point) -> str | None:
    """What `name = optimizer.chief_init_op`, or `name = optimizer.get_init_tokens_op()`, takes of one.

    Where a condition decides whether the optimizer is one, the other has no such part.
    """
    node = point.node
    if not (isinstance(node, ast.Assign) and [type(one) for one in node.targets] == [ast.Name]):
        return None
    return part_of(bindings, point, node.value)


def part_of(bindings: Bindings, point: Point, node: ast.expr) -> str | None:
    """What an expression of a statement takes of such an optimizer, if it is one of those parts.

    Runners may be in a list, as what starts them has them.
    """
    if isinstance(node, (ast.List, ast.Tuple)):
        return RUNNER if {part_of(bindings, point, one) for one in node.elts} == {RUNNER} else None
    called = node.func if isinstance(node, ast.Call) else node
    if not (isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)):
        return None
    wanted = {RUNNER, TOKENS} if isinstance(node, ast.Call) else BEGINNING
    is_part = called.attr in wanted and is_synchroniser(bindings, point, called.value)
    return called.attr if is_part else None


def is_synchroniser(bindings: Bindings, point: Point, name: ast.Name) -> bool:
    """Whether a name stands for such an optimizer, or where a condition decides that, for one that is none.

    That one has none of its methods, and raises an error there.
    """
    sources = point.uses.get(name.id, frozenset())
    are_optimizers = all(one.kind is Kind.OPTIMIZER for one in sources)
    return are_optimizers and any(made_synchroniser(bindings, one.node) is not None for one in sources)


def takes_only(bindings: Bindings, point: Point, node: ast.expr, part: str) -> bool:
    """Whether an expression at a point stands for such a part, or for several, whichever way was taken."""
    if part == RUNNER and isinstance(node, (ast.List, ast.Tuple)):
        return bool(node.elts) and all(takes_only(bindings, point, one, part) for one in node.elts)
    sources = point.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset()
    is_named = bool(sources) and all(part_taken(bindings, one) == part for one in sources)
    return is_named or part_of(bindings, point, node) == part
