"""Names of TensorFlow, as a module writes them."""

from __future__ import annotations

import ast


def root_of(node: ast.expr) -> str:
    """`tf` of `tf.train.Saver`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def written(node: ast.expr) -> str:
    """The symbol that a name below TensorFlow is written as, whatever its module calls TensorFlow."""
    return "tf" + ast.unparse(node).removeprefix(root_of(node))
