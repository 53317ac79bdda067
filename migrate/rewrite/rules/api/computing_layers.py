"""API126: layers of Keras as functions in a graph, which computed in the type that they were given."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Arguments
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule
from migrate.syntax.keras_layers import is_computing_layer


def edits(bindings: Bindings) -> Iterator[Arguments]:
    """Each that is called where it is made leaves the type of its input alone."""
    for node in nodes_of(bindings.module.tree):
        made = node.func if isinstance(node, ast.Call) else None
        if not (isinstance(made, ast.Call) and is_computing_layer(bindings.tensorflow(made.func) or "")):
            continue
        if all(keyword.arg not in (None, "autocast", "dtype") for keyword in made.keywords):
            yield Arguments(made, added={"autocast": "False"})


RULE = Rule(
    code="API126",
    title="A layer of Keras as a function",
    explanation=(
        "A layer of Keras without variables, such as Flatten, computes in a step what it did in a graph. "
        "Keras 3 would first make float32 of any floating-point input; autocast=False has it leave that "
        "alone, as Keras did in TensorFlow 1."
    ),
    before="import tensorflow as tf\n\nx = tf.placeholder(tf.float64, [None, 2, 2])\n"
    "flat = tf.keras.layers.Flatten()(x)\nwith tf.Session() as sess:\n"
    "    print(sess.run(flat, {x: [[[1.0, 2.0], [3.0, 4.0]]]}))\n",
    after="import tensorflow as tf\n"
    "\n"
    "\n"
    "@tf.function(autograph=False, input_signature=[tf.TensorSpec([None, 2, 2], tf.float64)])\n"
    "def compute_flat(x):\n"
    "    flat = tf.keras.layers.Flatten(autocast=False)(x)\n"
    "    return flat\n"
    "\n"
    "\n"
    "print(compute_flat([[[1.0, 2.0], [3.0, 4.0]]]).numpy())\n",
    edits=edits,
    of_keras3=True,
    of_steps=True,
)
