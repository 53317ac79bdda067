"""Which statements make variables that TensorFlow names: `Variable`, `Variable_1` and so on."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of

from .definitions import Function
from .tree import Tree

# The place of the name among the arguments of tf.Variable.
_NAME = 5


def names_no_variable(tree: Tree, bindings: Bindings, nodes: Sequence[ast.AST]) -> bool:
    """Whether code, with the functions that it calls, gives no `tf.Variable` a name, and has no other way."""
    reached = {function.node: function for root in nodes for function in _called(tree, bindings, root)}
    code = [(bindings, root) for root in nodes]
    code += [(function.bindings, function.node) for function in reached.values()]
    calls = [(home, node) for home, root in code for node in nodes_of(root) if isinstance(node, ast.Call)]
    roles = [(node, tree.call_role(home, node)[0]) for home, node in calls]
    return not any(role in _OTHERS or role is Role.OWN_VARIABLE and _is_named(node) for node, role in roles)


_OTHERS = (Role.METRIC, Role.OBJECT)


def _called(tree: Tree, bindings: Bindings, root: ast.AST) -> list[Function]:
    named = (tree.function(bindings, node) for node in nodes_of(root))
    return [one for function in named if function is not None for one in tree.called(function)]


def _is_named(call: ast.Call) -> bool:
    stars = any(isinstance(one, ast.Starred) for one in call.args)
    return stars or len(call.args) > _NAME or any(one.arg in ("name", None) for one in call.keywords)
