"""API208: names of TF 1 that `compat` has no replacement for, whatever the tier."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule
from migrate.rewrite.tables.contrib import is_in_compat, lost
from migrate.syntax.modules import public_module


def edits(bindings: Bindings) -> Iterator[Diagnostic]:
    """A warning wherever such a name is used, or imported."""
    for node in bindings.dotted:
        symbol = bindings.tensorflow(node)
        if symbol is not None and isinstance(node, ast.Attribute) and node not in bindings.prefixes:
            yield from _told(bindings, node, symbol)
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield from _told(bindings, node, _symbol(f"{_module(node.module or '')}.{alias.name}"))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield from _told(bindings, node, _symbol(_module(alias.name)))


def _module(dotted: str) -> str:
    """The public name of a module; those inside of contrib's parts keep the whole path, which compat has."""
    return dotted if dotted.startswith("tensorflow.contrib.") else public_module(dotted)


def _symbol(dotted: str) -> str:
    root, _, inner = dotted.partition(".")
    return f"tf.{inner}" if root == "tensorflow" else ""


def _told(bindings: Bindings, node: ast.stmt | ast.expr, symbol: str) -> Iterator[Diagnostic]:
    if symbol.startswith("tf.contrib.") and not symbol.endswith(".*"):
        is_missing = not is_in_compat(symbol)
    else:
        is_missing = symbol in lost()
    if is_missing:
        span = Span.of(bindings.module.path, node)
        found = f"{symbol}, which compat does not have either: fails where it is used"
        yield Diagnostic("API208", Severity.WARNING, span, found, "what the error says, or another function")


RULE = Rule(
    code="API208",
    title="A name of TF 1 without a replacement",
    explanation=(
        "compat has what programs used of tf.contrib, and compat.tf1 nearly all of TF 1's other names. This "
        "one is in neither: where it is used, an error says what to use instead, if there is something."
    ),
    before="import tensorflow as tf\n\n\ndef loss(x):\n"
    "    return tf.contrib.bayesflow.monte_carlo.expectation(tf.exp, x)\n",
    after="import compat\nimport tensorflow as tf\n\n\ndef loss(x):\n"
    "    return compat.contrib.bayesflow.monte_carlo.expectation(tf.exp, x)\n",
    edits=edits,
    in_every_tier=True,
)
