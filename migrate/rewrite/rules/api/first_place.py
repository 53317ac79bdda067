"""API106: cross entropies, which took `None` in the first place in TF 1."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import TF1_IN_TF2, Bindings
from migrate.model.edit import Arguments, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.calls import written
from migrate.rewrite.rule import Rule

_PLACE = "_sentinel"  # TF 1.15's name of it
_FUNCTIONS = frozenset(
    f"tf.nn.{name}_cross_entropy_with_logits" for name in ("sigmoid", "softmax", "sparse_softmax")
)


def edits(bindings: Bindings) -> Iterator[Replacement | Arguments]:
    """Leave out the `None`; where that is not what stands there, the call goes on failing as in TF 1."""
    for node in nodes_of(bindings.module.tree):
        if not isinstance(node, ast.Call) or bindings.tensorflow(node.func) not in _FUNCTIONS:
            continue
        given: list[ast.expr | ast.keyword] = [*node.args[:1]]
        given += [word for word in node.keywords if word.arg == _PLACE]
        if not given:
            continue
        if all(_is_none(one) for one in given):
            yield Arguments(node, frozenset(given))
        elif TF1_IN_TF2 not in bindings.dotted.get(node.func, ""):
            code = written(node, "compat.named_only({function})({given})", imports=("import compat",))
            yield Replacement(node, code)


def _is_none(argument: ast.expr | ast.keyword) -> bool:
    value = argument.value if isinstance(argument, ast.keyword) else argument
    return isinstance(value, ast.Constant) and value.value is None


RULE = Rule(
    code="API106",
    title="The first place of a cross entropy",
    explanation=(
        "Before TF 1.0 logits came before labels. TF 1 wanted None in the first place, or names, or "
        "raised a ValueError; TF 2 takes labels there. A None is left out. What else may stand there goes "
        "through compat.named_only, which raises that error rather than take logits for labels."
    ),
    before="import tensorflow as tf\n\n\ndef losses(x):\n    y = tf.placeholder(tf.float32)\n"
    "    new = tf.nn.softmax_cross_entropy_with_logits(None, y, x)\n"
    "    return new, tf.nn.softmax_cross_entropy_with_logits(x, y)\n",
    after="import compat\nimport tensorflow as tf\n\n\ndef losses(x):\n"
    "    y = tf.compat.v1.placeholder(tf.float32)\n"
    "    new = tf.compat.v1.nn.softmax_cross_entropy_with_logits(y, x)\n"
    "    return new, compat.named_only(tf.compat.v1.nn.softmax_cross_entropy_with_logits)(x, y)\n",
    edits=edits,
)
