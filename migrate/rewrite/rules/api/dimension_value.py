"""API102: the `.value` of a shape's dimension, which TF 2 gives as a plain int."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Code, Replacement
from migrate.model.facts import Bindings
from migrate.rewrite.rule import Rule


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """`x.get_shape()[1].value` and `x.shape[1].value`."""
    for node in ast.walk(bindings.module.tree):
        if isinstance(node, ast.Attribute) and node.attr == "value" and _is_dimension(node.value):
            yield Replacement(node, Code("tf.compat.dimension_value({dimension})", {"dimension": node.value}))


def _is_dimension(node: ast.expr) -> bool:
    if not isinstance(node, ast.Subscript):
        return False
    shape = node.value
    if isinstance(shape, ast.Call) and isinstance(shape.func, ast.Attribute):
        return shape.func.attr == "get_shape"
    return isinstance(shape, ast.Attribute) and shape.attr == "shape"


RULE = Rule(
    code="API102",
    title="A dimension is a plain int",
    explanation="In TF 1 an element of a shape was a Dimension with a .value; in TF 2 it is an int or None.",
    before="import tensorflow as tf\n\nw = tf.get_variable('w')\nwidth = w.get_shape()[1].value\n",
    after="import tensorflow as tf\n\nw = tf.compat.v1.get_variable('w')\n"
    "width = tf.compat.dimension_value(w.get_shape()[1])\n",
    edits=edits,
)
