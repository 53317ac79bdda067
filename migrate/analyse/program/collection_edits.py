"""Functions that take variables out of the lists that a graph keeps of them, or put others in.

Such as those of workers that train on copies of their own: what a local optimizer has made is no variable of
all. In a step the lists are those of its own trace.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of

_GRAPH = "tf.get_default_graph"
_LIST = "tf.get_collection_ref"
_KEYS = "tf.GraphKeys."
_METHODS = frozenset({"append", "clear", "extend", "insert", "pop", "remove"})
_READING = frozenset({"len", "list", "range", "reversed", "set", "tuple"})


def editing_names(bindings: Bindings) -> frozenset[ast.AST]:
    """The names of TensorFlow by which functions reach such a list, where they do no more than edit it."""
    functions = (node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.FunctionDef))
    return frozenset(name for function in functions for name in _in_function(bindings, function))


def _in_function(bindings: Bindings, function: ast.FunctionDef) -> Iterator[ast.expr]:
    parents = {child: node for node in nodes_of(function) for child in ast.iter_child_nodes(node)}
    for call in parents:
        symbol = bindings.tensorflow(call.func) if isinstance(call, ast.Call) else None
        if not isinstance(call, ast.Call) or symbol not in (_GRAPH, _LIST):
            continue
        if symbol == _LIST:
            is_edited = len(call.args) == 1 and _is_key(bindings, call.args[0]) and _edits(call, parents)
        else:
            is_edited = all(_is_list(bindings, one, parents) for one in _uses(call, function, parents))
        if is_edited:
            yield call.func


def _uses(call: ast.Call, function: ast.FunctionDef, parents: Mapping[ast.AST, ast.AST]) -> list[ast.AST]:
    """The expressions that stand for the graph: the call, or the name that it alone gives."""
    around = parents[call]
    target = around.targets[0] if isinstance(around, ast.Assign) and len(around.targets) == 1 else None
    if not isinstance(target, ast.Name):
        return [call]
    named = [node for node in nodes_of(function) if isinstance(node, ast.Name) and node.id == target.id]
    return [node for node in named if node is not target]


def _is_list(bindings: Bindings, graph: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether of a graph one list is asked for, and edited."""
    attribute = parents[graph]
    found = parents[attribute]
    if not (isinstance(attribute, ast.Attribute) and isinstance(getattr(graph, "ctx", _LOAD), ast.Load)):
        return False
    if attribute.attr == "_collections" and isinstance(found, ast.Subscript):
        return _is_key(bindings, found.slice) and _edits(found, parents)
    is_call = isinstance(found, ast.Call) and found.func is attribute and len(found.args) == 1
    if not is_call or not isinstance(found, ast.Call) or not _is_key(bindings, found.args[0]):
        return False
    if attribute.attr == "clear_collection":
        return isinstance(parents[found], ast.Expr)
    return attribute.attr == "get_collection_ref" and _edits(found, parents)


_LOAD = ast.Load()


def _edits(node: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a list is read or changed where it stands, and given to nobody."""
    around = parents[node]
    if isinstance(around, (ast.For, ast.comprehension)):
        return around.iter is node
    if isinstance(around, ast.Subscript):
        return around.value is node and not isinstance(around.ctx, ast.Load)
    if isinstance(around, ast.Attribute):
        call = parents[around]
        is_changed = isinstance(call, ast.Call) and isinstance(parents[call], ast.Expr)
        return is_changed and around.attr in _METHODS
    return isinstance(around, ast.Call) and isinstance(around.func, ast.Name) and around.func.id in _READING


def _is_key(bindings: Bindings, node: ast.expr) -> bool:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or (bindings.tensorflow(node) or "").startswith(_KEYS)
