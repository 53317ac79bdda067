"""The global step, which TensorFlow 1 also finds by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from migrate.model.nodes import nodes_of


def is_named(trees: Iterable[ast.Module]) -> bool:
    """Whether code names anything `global_step`, by which TensorFlow would find a variable."""
    nodes = (node for tree in trees for node in nodes_of(tree))
    return any(isinstance(node, ast.Constant) and node.value == "global_step" for node in nodes)
