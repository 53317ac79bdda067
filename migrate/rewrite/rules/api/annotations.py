"""API109: TensorFlow's names in annotations that are written as strings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import partial

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule

from .rename import today

_DOTTED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)((?:\.\w+)+)")


def edits(bindings: Bindings) -> Iterator[Replacement]:
    """Each string in an annotation that names something of TensorFlow which is called otherwise today."""
    for annotation in _annotations(bindings.module.tree):
        for node in nodes_of(annotation):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_expression(node.value):
                text = _DOTTED.sub(partial(_renamed, bindings), node.value)
                if text != node.value:
                    is_ours = re.search(r"(?<![\w.])compat\.", text) and "compat" not in bindings.aliases
                    imports = ("import compat",) if is_ours else ()
                    quoted = ast.unparse(ast.Constant(text)).replace("{", "{{").replace("}", "}}")
                    yield Replacement(node, Code(quoted, imports=imports))


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in nodes_of(tree):
        found = None
        if isinstance(node, (ast.arg, ast.AnnAssign)):
            found = node.annotation
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found = node.returns
        if found is not None:
            yield found


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def _renamed(bindings: Bindings, found: re.Match[str]) -> str:
    root, path = found.groups()
    if bindings.aliases.get(root) != "tensorflow":
        return found.group()
    instead = today(f"tf{path}")
    if instead is None:
        return found.group()
    return instead if instead.startswith("compat.") else instead.replace("tf", root, 1)


RULE = Rule(
    code="API109",
    title="TensorFlow's names in annotations that are strings",
    explanation=(
        "Annotations that are written as strings name types by the names that they have on TensorFlow 2, as "
        "all others do."
    ),
    before="import tensorflow as tf\n\n\ndef total(session: 'tf.Session', x: tf.Tensor) -> 'tf.Tensor':\n"
    "    return tf.to_float(x)\n",
    after="import tensorflow as tf\n\n\n"
    "def total(session: 'tf.compat.v1.Session', x: tf.Tensor) -> 'tf.Tensor':\n"
    "    return tf.compat.v1.to_float(x)\n",
    edits=edits,
)
