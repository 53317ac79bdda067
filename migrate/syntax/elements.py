"""What the names that a loop binds, or a comprehension, are elements of."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.nodes import nodes_of


def elements_of(loop: ast.stmt) -> dict[str, ast.expr]:
    """For each name that a `for` loop binds to an element of something, or to a part of one, what that is.

    `state` for `c` and `h` of `for i, (c, h) in enumerate(state)`, `xs` for `x` of `for x, v in zip(xs, vs)`,
    or of `for x in xs[i]`.
    """
    return dict(_bound(loop.target, loop.iter)) if isinstance(loop, ast.For) else {}


def elements_around(root: ast.AST, node: ast.AST) -> dict[str, ast.expr]:
    """The same for the names that dictionary comprehensions around a node bind."""
    around = (one for one in nodes_of(root) if isinstance(one, ast.DictComp) and node in nodes_of(one))
    return {
        name: part
        for one in around
        for each in one.generators
        for name, part in _bound(each.target, each.iter)
    }


def _bound(target: ast.expr, values: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
    whole = values
    while isinstance(whole, ast.Subscript) and isinstance(whole.slice, (ast.Name, ast.Constant)):
        whole = whole.value
    if isinstance(whole, (ast.Name, ast.Attribute)):
        yield from ((node.id, values) for node in nodes_of(target) if isinstance(node, ast.Name))
    if not isinstance(values, ast.Call) or any(isinstance(one, ast.Starred) for one in values.args):
        return
    name = values.func.id if isinstance(values.func, ast.Name) else ""
    if name == "enumerate" and len(parts) == 2 and values.args:
        yield from _bound(parts[1], values.args[0])
    elif name == "zip" and len(parts) == len(values.args):
        for part, value in zip(parts, values.args, strict=True):
            yield from _bound(part, value)
    elif isinstance(values.func, ast.Attribute) and not values.args and values.func.attr in _OF_DICTIONARY:
        of_values = parts[1:] if values.func.attr == "items" and len(parts) == 2 else [target]
        if values.func.attr == "values" or len(parts) == 2:
            yield from _bound(of_values[0], values.func.value)


_OF_DICTIONARY = ("items", "values")
