"""Which version of TensorFlow a module speaks."""

from __future__ import annotations

import ast

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in
from migrate.syntax.old_names import old_names

from .names import written
from .rules.api.axis_first import is_axis_first
from .tables.symbols import symbols

# Modules that TensorFlow 2 lost with all that is inside: the tables of symbols do not list each name there.
_LOST = ("tf.contrib.", "tf.examples.")


def is_tf1(bindings: Bindings) -> bool:
    """Whether a module uses names or arguments of TF 1 alone: others may be TensorFlow 2 code already."""
    if any(_is_only_tf1(bindings, node) for node, name in bindings.named.items() if "compat.v1" not in name):
        return True
    calls = calls_in(bindings.module.tree)
    return any(_is_called_as_before(bindings, call) for call in calls)


def _is_only_tf1(bindings: Bindings, node: ast.AST) -> bool:
    symbol = bindings.tensorflow(node) or bindings.annotated(node)
    if symbol is None:
        return False
    row = symbols().get(symbol)
    if row is not None and not row.in_tf2 or symbol.startswith(_LOST):
        return True
    return isinstance(node, ast.Attribute) and written(node) in old_names()


def _is_called_as_before(bindings: Bindings, call: ast.Call) -> bool:
    row = symbols().get(bindings.tensorflow(call.func) or "")
    if row is None or "compat.v1" in bindings.dotted[call.func]:
        return False
    is_lost = any(word.arg in row.gone for word in call.keywords)
    return is_lost or is_axis_first(bindings.tensorflow(call.func), call)
