"""What is added to variables: `total += loss`, `biases += offset`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.edit import Code, Replacement
from migrate.model.facts import ModuleFacts

_ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)


def computed_anew(module: ModuleFacts) -> Iterator[Replacement]:
    """`total = total + loss` for each, as TF 1 had it: a variable of TensorFlow 2 refuses the other."""
    for node in module.augmented:
        target = ast.unparse(node.target)
        value = "{value}" if isinstance(node.value, _ATOMS) else "({value})"
        computed = ast.unparse(ast.BinOp(ast.Name(target), node.op, ast.Name("value")))
        text = f"{target} = {computed.removesuffix('value')}{value}"
        yield Replacement(node, Code(text, {"value": node.value}, comments_of=node), holds_in_graphs=True)
