"""API127: flags of a program with a name that absl's logging, which TensorFlow 2 imports, has taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Arguments
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule
from migrate.syntax.arguments import argument_of

# Of those that TensorFlow 2 brings, what a program may call its own: logging reads them from itself then.
_TAKEN = frozenset({"log_dir", "v", "verbosity"})
_HOMES = ("tf.flags.DEFINE_", "tf.app.flags.DEFINE_", "absl.flags.DEFINE_")


def edits(bindings: Bindings) -> Iterator[Arguments]:
    """Each such flag takes the place of the other."""
    for node in nodes_of(bindings.module.tree):
        if not isinstance(node, ast.Call):
            continue
        defined = bindings.tensorflow(node.func) or bindings.dotted.get(node.func, "")
        name = argument_of(node, 0, "name") or argument_of(node, 0, "flag_name")
        if not (defined.startswith(_HOMES) and isinstance(name, ast.Constant) and name.value in _TAKEN):
            continue
        if all(word.arg not in (None, "allow_override") for word in node.keywords):
            yield Arguments(node, added={"allow_override": "True"})


RULE = Rule(
    code="API127",
    title="A flag whose name absl has taken",
    explanation=(
        "absl's logging, which TensorFlow 2 imports, has flags log_dir, v and verbosity. The program's own "
        "flag of that name takes their place, where to define it twice would be an error."
    ),
    before="import tensorflow as tf\n\nflags = tf.app.flags\n"
    'flags.DEFINE_string("log_dir", "logs", "Where to write events")\n'
    "print(tf.constant(1).shape)\n",
    after="import tensorflow as tf\n\nflags = tf.compat.v1.app.flags\n"
    'flags.DEFINE_string("log_dir", "logs", "Where to write events", allow_override=True)\n'
    "print(tf.constant(1).shape)\n",
    edits=edits,
)
