"""API128: TensorFlow's version, where a program may decide by it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from migrate.model.bindings import TF1_IN_TF2, Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import children_of, last_name, nodes_of
from migrate.rewrite.names import root_of
from migrate.rewrite.rule import Rule

VERSION = "1.15.5"  # whose names all rules take a program's to be; compat.tf1 tells programs the same
_SYMBOLS = frozenset({"tf.__version__", "tf.VERSION", "tf.version.VERSION"})
_SAYING = frozenset({"critical", "debug", "error", "exception", "info", "log", "print", "warn", "warning"})
# What makes a text of a version, and no more.
_WORDING = (ast.FormattedValue, ast.JoinedStr, ast.List, ast.Starred, ast.Tuple, ast.keyword)
_WORDING_CALLS = frozenset({"format", "join", "repr", "str"})


def deciding(bindings: Bindings) -> list[ast.expr]:
    """The reads of TensorFlow's version that may decide what a program does: those that are not only told."""
    reads = [node for node in bindings.dotted if isinstance(node, ast.expr) and _is_read(bindings, node)]
    if not reads:
        return []
    parents = {child: node for node in nodes_of(bindings.module.tree) for child in children_of(node)}
    return [node for node in reads if not _is_told(node, parents)]


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Put the version that the program was written for in the place of each."""
    for node in deciding(bindings):
        yield Replacement(node, Code(repr(VERSION)))
        span = Span.of(bindings.module.path, node)
        found = f"TensorFlow's version, by which the program may decide: {VERSION}, as before"
        yield Diagnostic("API128", Severity.INFO, span, found, "no code for other versions")


def _is_read(bindings: Bindings, node: ast.expr) -> bool:
    """Programs that have TF 1's names from TensorFlow 2 ask for the version of that."""
    is_of_tf2 = bindings.aliases.get(root_of(node), "").startswith(TF1_IN_TF2)
    return bindings.tensorflow(node) in _SYMBOLS and not is_of_tf2


def _is_told(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a message alone is made of it."""
    above = parents[node]
    while not isinstance(above, ast.stmt):
        if isinstance(above, ast.Call) and last_name(above.func) in _SAYING:
            return True
        is_text = isinstance(above, ast.BinOp) and isinstance(above.op, (ast.Add, ast.Mod))
        is_text = is_text or isinstance(above, ast.Call) and last_name(above.func) in _WORDING_CALLS
        is_text = is_text or isinstance(above, ast.Attribute) and above.attr in _WORDING_CALLS
        if not (is_text or isinstance(above, _WORDING)):
            return False
        node, above = above, parents[above]
    return isinstance(above, ast.Expr) or isinstance(above, ast.Assert) and above.msg is node


RULE = Rule(
    code="API128",
    title="TensorFlow's version, by which a program may decide",
    explanation=(
        "A program that asks for TensorFlow's version may take other branches on TensorFlow 2, or end. What "
        "was rewritten is what it does on TF 1, so it is told that version where it may decide by it, and "
        "goes on as before. Where the version is only printed or logged it is the one that runs. Programs "
        "that import tensorflow.compat.v1 alone are told what they were told before."
    ),
    before="import tensorflow as tf\n\n\ndef loss(x, w):\n    print('TensorFlow', tf.VERSION)\n"
    "    if tf.__version__.startswith('1.'):\n"
    "        return tf.nn.l2_loss(x - w)\n    return tf.nn.l2_loss(x)\n",
    after="import tensorflow as tf\n\n\ndef loss(x, w):\n    print('TensorFlow', tf.version.VERSION)\n"
    "    if '1.15.5'.startswith('1.'):\n"
    "        return tf.nn.l2_loss(x - w)\n    return tf.nn.l2_loss(x)\n",
    edits=edits,
)
