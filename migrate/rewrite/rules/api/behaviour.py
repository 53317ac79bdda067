"""API108: a program turns TensorFlow 2's behaviour off, which steps need."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule

_OFF = frozenset({"tf.disable_eager_execution", "tf.disable_v2_behavior"})


def edits(bindings: Bindings) -> Iterator[Replacement]:
    """Leave out each statement that does so."""
    for node in nodes_of(bindings.module.tree):
        blocks = [getattr(node, name, None) for name in ("body", "orelse", "finalbody")]
        for block in (one for one in blocks if isinstance(one, list)):
            for line in block:
                call = line.value if isinstance(line, ast.Expr) else None
                if isinstance(call, ast.Call) and bindings.tensorflow(call.func) in _OFF:
                    yield Replacement(line, Code("" if len(block) > 1 else "pass"))


RULE = Rule(
    code="API108",
    title="TensorFlow 2's behaviour, turned off",
    explanation=(
        "A program that runs on TensorFlow 2 by its compat.v1 turns eager execution off first. Where its "
        "sessions become steps, that is left out."
    ),
    before="import tensorflow.compat.v1 as tf\n\ntf.disable_v2_behavior()\n\n\ndef main():\n"
    "    x = tf.placeholder(tf.float32)\n    with tf.Session() as sess:\n"
    "        print(sess.run(x * 2.0, {x: 3.0}))\n\n\nmain()\n",
    after="import tensorflow as tf\n"
    "\n"
    "\n"
    "def main():\n"
    "\n"
    "    @tf.function(autograph=False, input_signature=[tf.TensorSpec(None, tf.float32)])\n"
    "    def compute_step(x):\n"
    "        return x * 2.0\n"
    "\n"
    "    print(compute_step(3.0).numpy())\n"
    "\n"
    "\n"
    "main()\n",
    edits=edits,
    of_steps=True,
)
