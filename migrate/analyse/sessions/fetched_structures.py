"""Which expressions that are fetched may be lists, tuples or dictionaries of tensors, and no single ones."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from migrate.model.driver import Driver, Point
from migrate.model.kinds import WITHOUT_VALUE

from ..expressions.value_kinds import ValueKinds
from ..program.tree import Tree

_MADE = (ast.Dict, ast.DictComp, ast.GeneratorExp, ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Tuple)
_MAKING = frozenset({"dict", "list", "map", "reversed", "sorted", "tuple", "zip"})


def may_be_structure(
    tree: Tree, driver: Driver, node: ast.expr, at: Point, sources: Mapping[str, frozenset[Point]]
) -> bool:
    """Whether an expression at a point may be one; `sources` are where each of its names may come from."""

    def may_be(part: ast.expr) -> bool:
        return may_be_structure(tree, driver, part, at, sources)

    if isinstance(node, _MADE):
        return True
    if isinstance(node, ast.Name):
        return any(
            one.holds_several and one.kind not in WITHOUT_VALUE for one in sources.get(node.id, frozenset())
        )
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            return may_be(node.value)
        given = sources.get(node.value.id, frozenset()) if isinstance(node.value, ast.Name) else frozenset()
        if any(_nests(tree, driver, one) for one in given):
            return True
    if isinstance(node, ast.BinOp):
        return may_be(node.left) or may_be(node.right)
    if isinstance(node, ast.IfExp) and (may_be(node.body) or may_be(node.orelse)):
        return True
    bindings = driver.bindings_at(at)
    own = ValueKinds(tree, bindings)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in _MAKING:
            return True
        function = tree.function(bindings, node.func)
        if own.gives_several(bindings, node) or function is not None and own.may_be_several(node):
            return True
    return own.picks_several(node)


def _nests(tree: Tree, driver: Driver, point: Point) -> bool:
    """Whether elements of what a statement gives may be structures, such as the state of stacked cells."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    if not isinstance(value, ast.Call):
        return False
    bindings = driver.bindings_at(point)
    return ValueKinds(tree, bindings).gives_several(bindings, value, unpacked=True)
