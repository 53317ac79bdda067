"""API107: `tf.concat` and `tf.split`, which took the axis first before TF 1.0."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Arguments
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule

from .respelled import keywords

# What each took before 1.0, by the names that it gives them since.
_OLDER = {
    "tf.concat": {"concat_dim": "axis", "values": "values", "name": "name"},
    "tf.split": {"split_dim": "axis", "num_split": "num_or_size_splits", "value": "value", "name": "name"},
}


def edits(bindings: Bindings) -> Iterator[Arguments]:
    """Name the arguments of a call whose axis shows that it is first."""
    for node in nodes_of(bindings.module.tree):
        symbol = bindings.tensorflow(node.func) if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and symbol in _OLDER and is_axis_first(symbol, node):
            names = _OLDER[symbol]
            named = keywords(node, tuple(names), names, ("", *names.values()))
            if named:
                yield Arguments(node, named=named)


def is_axis_first(symbol: str | None, call: ast.Call) -> bool:
    """Whether a call of `tf.concat` or `tf.split` can only be one of before 1.0."""
    if symbol not in _OLDER:
        return False
    if any(word.arg in ("concat_dim", "split_dim", "num_split") for word in call.keywords):
        return True
    if call.args and _is_number(call.args[0]):
        return True
    return symbol == "tf.concat" and len(call.args) > 1 and _is_list(call.args[1])


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_list(node: ast.expr) -> bool:
    """Whether it is a list of values, which an axis is not."""
    return isinstance(node, ast.ListComp) or isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1


RULE = Rule(
    code="API107",
    title="The axis of concat and split",
    explanation=(
        "Before TF 1.0 the axis came first. Where it is a number, or named as then; or where values can only "
        "be what comes second, the arguments get the names that they have today, in the order that they have."
    ),
    before="import tensorflow as tf\n\n\ndef halves(x, y):\n"
    "    both = tf.concat(1, [x, y])\n    return tf.split(1, 2, tf.mul(both, both))\n",
    after="import tensorflow as tf\n\n\ndef halves(x, y):\n"
    "    both = tf.concat(axis=1, values=[x, y])\n"
    "    return tf.split(axis=1, num_or_size_splits=2, value=tf.multiply(both, both))\n",
    edits=edits,
    in_every_tier=True,
)
