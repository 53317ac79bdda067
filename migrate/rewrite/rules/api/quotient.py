"""API104: a quotient as a dimension, which TF 1 took where it was a whole number."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import calls_in
from migrate.rewrite.rule import Rule

_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Div: "/", ast.Mult: "*", ast.Sub: "-"}
_TAKING_SHAPES = frozenset({"tf.get_variable", "tf.placeholder"})


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """`[width / 2, 3]` as a variable's or a placeholder's shape: Python 3 makes a float of the quotient."""
    for dimension in _dimensions(bindings):
        if isinstance(dimension, ast.BinOp) and _divides(dimension) and type(dimension.op) in _OPERATORS:
            sides = {"left": dimension.left, "right": dimension.right}
            code = f"int({{left}} {_OPERATORS[type(dimension.op)]} {{right}})"
            yield Replacement(dimension, Code(code, sides))


def _dimensions(bindings: Bindings) -> Iterator[ast.expr]:
    for node in calls_in(bindings.module.tree):
        if bindings.tensorflow(node.func) in _TAKING_SHAPES:
            named = [word.value for word in node.keywords if word.arg == "shape"]
            for shape in (*node.args[1:2], *named):
                yield from shape.elts if isinstance(shape, (ast.List, ast.Tuple)) else ()


def _divides(node: ast.expr) -> bool:
    if not isinstance(node, ast.BinOp):
        return False
    return isinstance(node.op, ast.Div) or _divides(node.left) or _divides(node.right)


RULE = Rule(
    code="API104",
    title="A quotient as a dimension",
    explanation=(
        "In Python 3 a quotient is a float. TF 1 took floats for dimensions where they were whole numbers; "
        "TF 2 takes ints alone."
    ),
    before="import tensorflow as tf\n\n\ndef kernel(channels, groups):\n"
    "    return tf.get_variable('w', [3, 3, channels / groups, 8])\n",
    after="import tensorflow as tf\n\n\ndef kernel(channels, groups):\n"
    "    return tf.compat.v1.get_variable('w', [3, 3, int(channels / groups), 8])\n",
    edits=edits,
)
