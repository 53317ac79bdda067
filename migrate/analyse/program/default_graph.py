"""Where a program enters the graph in which it builds anyway."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of


def entered(bindings: Bindings) -> frozenset[ast.AST]:
    """The calls, and what they call, of `with tf.get_default_graph().as_default():`, of no effect."""
    found: set[ast.AST] = set()
    for node in nodes_of(bindings.module.tree):
        for item in node.items if isinstance(node, ast.With) else ():
            call = item.context_expr
            method = call.func if isinstance(call, ast.Call) else None
            graph = (
                method.value if isinstance(method, ast.Attribute) and method.attr == "as_default" else None
            )
            is_default = isinstance(graph, ast.Call) and (
                bindings.tensorflow(graph.func) == "tf.get_default_graph"
            )
            if is_default and isinstance(graph, ast.Call):
                found |= {graph, graph.func}
    return frozenset(found)
