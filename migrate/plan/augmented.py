"""Names of variables that go on to something computed of them: `total += loss`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.driver import Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import Kind

_ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)


def computed_anew(selected: Iterable[Point]) -> Iterator[Replacement]:
    """`total = total + loss` for each, as TF 1 had it: a variable of TensorFlow 2 refuses the other."""
    for point in selected:
        node = point.node
        if not (isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)):
            continue
        if any(source.kind is Kind.STATE for source in point.uses.get(node.target.id, ())):
            name = ast.Name(node.target.id, ast.Load())
            value = "{value}" if isinstance(node.value, _ATOMS) else "({value})"
            computed = ast.unparse(ast.BinOp(name, node.op, ast.Name("value", ast.Load())))
            text = f"{node.target.id} = {computed.removesuffix('value')}{value}"
            yield Replacement(node, Code(text, {"value": node.value}, comments_of=node))
