"""Functions that are chosen among some: by a condition, or from a table of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import Role

from .tables import elements
from .tree import Tree
from .vocabulary import has_updates, role_of


def is_choice(
    tree: Tree, bindings: Bindings, called: ast.expr, reaching: Mapping[str, frozenset[Point]]
) -> bool:
    """Whether a call is of one of some functions that are all known by their names.

    What they do is known by what the names in the call hold.
    """
    if not isinstance(called, (ast.Name, ast.Subscript)):
        return False
    return _is_known(tree, bindings, called, reaching, frozenset())


def _is_known(
    tree: Tree,
    bindings: Bindings,
    value: ast.expr,
    reaching: Mapping[str, frozenset[Point]],
    seen: frozenset[Point],
) -> bool:
    if isinstance(value, (ast.Dict, ast.List, ast.Tuple, ast.IfExp, ast.Subscript)):
        return all(_is_known(tree, bindings, part, reaching, seen) for part in _parts(value))
    symbol = bindings.tensorflow(value)
    if symbol is not None:
        return role_of(symbol) is not Role.UNSUPPORTED and not has_updates(symbol)
    if tree.function(bindings, value) is not None:
        return True
    sources = reaching.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset[Point]()
    return bool(sources - seen) and all(
        isinstance(source.node, ast.Assign)
        and all(isinstance(target, ast.Name) for target in source.node.targets)
        and _is_known(tree, bindings, source.node.value, source.reaching, seen | sources)
        for source in sources - seen
    )


def _parts(value: ast.Dict | ast.List | ast.Tuple | ast.IfExp | ast.Subscript) -> Sequence[ast.expr]:
    """The expressions one of which a choice gives."""
    if isinstance(value, ast.IfExp):
        return [value.body, value.orelse]
    return [value.value] if isinstance(value, ast.Subscript) else elements(value)
