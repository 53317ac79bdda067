"""Names of TensorFlow, as a module writes them."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings


def root_of(node: ast.expr) -> str:
    """`tf` of `tf.train.Saver`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def written(node: ast.expr) -> str:
    """The symbol that a name below TensorFlow is written as, whatever its module calls TensorFlow."""
    return "tf" + ast.unparse(node).removeprefix(root_of(node))


def name_of_tensorflow(bindings: Bindings, node: ast.expr) -> str | None:
    """What a module calls TensorFlow: the root of `node`, if it is that, else another of its names."""
    if bindings.aliases.get(root_of(node)) == "tensorflow":
        return root_of(node)
    names = sorted(name for name, target in bindings.aliases.items() if target == "tensorflow")
    return next(iter([*names, *sorted(bindings.tensorflow_by_its_first_version)]), None)
