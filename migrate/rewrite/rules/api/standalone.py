"""API224: Keras as a package of its own, which is another library today."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule


def edits(bindings: Bindings) -> Iterator[Diagnostic]:
    """The first import of it."""
    for node in nodes_of(bindings.module.tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        if isinstance(node, (ast.Import, ast.ImportFrom)) and any(_is_keras(name) for name in names):
            span = Span(bindings.module.path, node.lineno, node.col_offset + 1)
            found = "keras as a package of its own: it is Keras 3 today, without graphs and sessions"
            instead = "tf.keras, which is Keras 3 too, and Keras 2 where a program keeps its sessions"
            yield Diagnostic("API224", Severity.INFO, span, found, instead)
            return


def _is_keras(name: str) -> bool:
    return name.partition(".")[0] == "keras"


RULE = Rule(
    code="API224",
    title="Keras as a package of its own",
    explanation=(
        "The package keras was Keras 2, on the graphs and sessions of TensorFlow 1. What is installed under "
        "that name today is Keras 3, the same as tf.keras of TensorFlow 2. Models that are built, compiled "
        "and fitted go on with it; keras.backend has no session, graph or placeholder any more. Where "
        "a program keeps its graph, tf.keras is compat.tf_keras, which is Keras 2: there, import keras from "
        "tensorflow."
    ),
    before="import keras\nimport tensorflow as tf\n\n\ndef layer(x):\n"
    "    return keras.layers.Dense(1)(tf.to_float(x))\n",
    after="import keras\nimport tensorflow as tf\n\n\ndef layer(x):\n"
    "    return keras.layers.Dense(1)(tf.compat.v1.to_float(x))\n",
    edits=edits,
    in_every_tier=True,
)
