"""Names that stand for the flags of a program, or for the arguments that it parses."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings, symbol
from migrate.model.nodes import nodes_of

_FLAGS = ("tf.app.flags.FLAGS", "tf.flags.FLAGS")


def gives_settings(bindings: Bindings, name: str) -> bool:
    """Whether a module gives a name its flags or its arguments at its top, and nothing else anywhere.

    Of these each has its own place: setting one changes no other.
    """
    tree = bindings.module.tree
    if symbol(bindings.aliases.get(name)) in _FLAGS:
        return True
    given = [one for one in tree.body if isinstance(one, ast.Assign) and _names(one, name)]
    stores = [node for node in nodes_of(tree) if isinstance(node, ast.Name) and node.id == name]
    is_once = len(given) == 1 and sum(not isinstance(node.ctx, ast.Load) for node in stores) == 1
    return is_once and _is_settings(bindings, given[0].value)


def _is_settings(bindings: Bindings, value: ast.expr) -> bool:
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr == "parse_args" and value.func not in bindings.dotted
    return bindings.tensorflow(value) in _FLAGS


def _names(statement: ast.Assign, name: str) -> bool:
    (target, *others) = statement.targets
    return not others and isinstance(target, ast.Name) and target.id == name
